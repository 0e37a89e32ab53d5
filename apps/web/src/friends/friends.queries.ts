import { type Asked, foldAsked, foldFriendCounts, foldPeoplePages } from '@covo/contract/friends/friends.fold'
import type { FoundPerson, SuggestedPerson } from '@covo/contract/friends/friends.routes'
import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  type QueryKey,
  queryOptions,
} from '@tanstack/react-query'
import { call } from '../platform/api.ts'
import { friendsKey } from '../platform/friendship.ts'
import { keptOnDevice } from '../platform/last-seen.ts'
import { changeQueries, foldPages, liveQuery } from '../platform/live-query.ts'

const listsKey = ['friends', 'list']
export const searchesKey = [...listsKey, 'search']

/** Milliseconds for which the proposed people stay: each request for them counts as a search. */
const suggestionsAge = 600_000

/** Milliseconds without a key after which a typed text is searched for. */
export const typingPause = 300

/** Somebody whom the member asked to be friends, with the text that they searched for. */
export type AskedPerson = Asked & { person: FoundPerson | SuggestedPerson; query: string }

type Page<Person> = { people: Person[]; nextCursor: string | null }
type People = InfiniteData<Page<FoundPerson>, string | null>

const foldPeople = foldPages(foldPeoplePages)

const paging = {
  initialPageParam: null as string | null,
  getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor,
}

export const friendCountsQuery = liveQuery(
  queryOptions({
    queryKey: [...friendsKey, 'counts'],
    queryFn: () => call('GET /api/friends/counts'),
    ...keptOnDevice,
  }),
  foldFriendCounts,
)

/** The friends, page by page. While another filter is awaited, the last list stays. */
export function friendListQuery(search: string) {
  return liveQuery(
    infiniteQueryOptions({
      queryKey: [...listsKey, 'friends', search],
      queryFn: ({ pageParam: cursor }) =>
        call('GET /api/friends', { query: { search, ...(cursor && { cursor }) } }),
      ...paging,
      placeholderData: keepPreviousData,
      ...(search === '' && keptOnDevice),
    }),
    foldPeople,
  )
}

/** The requests that wait for the member's answer, page by page. */
export const requestListQuery = liveQuery(
  infiniteQueryOptions({
    queryKey: [...listsKey, 'requests'],
    queryFn: ({ pageParam: cursor }) =>
      call('GET /api/friends/requests', { query: { ...(cursor && { cursor }) } }),
    ...paging,
    ...keptOnDevice,
  }),
  foldPeople,
)

/** The own requests that wait for an answer, page by page. */
export const sentRequestListQuery = liveQuery(
  infiniteQueryOptions({
    queryKey: [...listsKey, 'sent'],
    queryFn: ({ pageParam: cursor }) =>
      call('GET /api/friends/requests/sent', { query: { ...(cursor && { cursor }) } }),
    ...paging,
    ...keptOnDevice,
  }),
  foldPeople,
)

/** People to make friends with, page by page. While another search is awaited, the last result stays. */
export function searchQuery(query: string) {
  return liveQuery(
    infiniteQueryOptions({
      queryKey: [...searchesKey, query],
      queryFn: ({ pageParam: cursor }) =>
        call('GET /api/friends/search', { query: { query, ...(cursor && { cursor }) } }),
      ...paging,
      placeholderData: keepPreviousData,
      enabled: query !== '',
    }),
    foldPeople,
  )
}

/** People whom the member might know, one page of them; they are found without a search. */
export const suggestionsQuery = liveQuery(
  infiniteQueryOptions({
    queryKey: [...searchesKey, { isSuggested: true }],
    queryFn: async (): Promise<Page<SuggestedPerson>> => ({
      ...(await call('GET /api/friends/suggestions')),
      nextCursor: null,
    }),
    ...paging,
    staleTime: suggestionsAge,
    gcTime: suggestionsAge,
  }),
  foldPeople,
)

/**
 * The server finds nobody who was asked; the search goes on showing them. The outcome of a request comes as news alone:
 * where news may have been missed, a refetch forgets them.
 */
export const askedQuery = liveQuery(
  queryOptions<AskedPerson[]>({
    queryKey: ['asked'],
    queryFn: () => [],
    initialData: [],
    staleTime: Number.POSITIVE_INFINITY,
  }),
  foldAsked,
)

/** Takes a person out of the lists below a key; the answered function puts everything back. */
export async function takeOut(queryClient: QueryClient, queryKey: QueryKey, uid: string) {
  // An answer under way still has them.
  await queryClient.cancelQueries({ queryKey })
  const before = queryClient.getQueriesData<People>({ queryKey })
  changeQueries<People>(queryClient, queryKey, (list) => ({
    ...list,
    pages: list.pages.map((page) => ({
      ...page,
      people: page.people.filter((person) => person.uid !== uid),
    })),
  }))
  return () => {
    for (const [key, list] of before) queryClient.setQueryData(key, list)
  }
}
