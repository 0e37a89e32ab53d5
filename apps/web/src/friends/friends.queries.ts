import type { FoundPerson } from '@covo/contract/friends/friends.routes'
import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  type QueryKey,
  queryOptions,
  skipToken,
} from '@tanstack/react-query'
import { api, call } from '../platform/api.ts'
import { keptOnDevice } from '../platform/last-seen.ts'

/** All that is held of friends and requests. */
export const friendsKey = ['friends']
const listsKey = ['friends', 'list']
export const searchesKey = [...listsKey, 'search']

/** Milliseconds without a key after which a typed text is searched for. */
export const typingPause = 300

/** Somebody whom the member has asked to be friends, and what they searched for when they did. */
export type Asked = { person: FoundPerson; query: string; relation: 'requested' | 'friends' }

type Page<Person> = { people: Person[]; nextCursor: string | null }
type People = InfiniteData<Page<FoundPerson>, string | null>

const paging = {
  initialPageParam: null as string | null,
  getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor,
}

export const friendCountsQuery = queryOptions({
  queryKey: [...friendsKey, 'counts'],
  queryFn: () => call(api.api.friends.counts.$get()),
  ...keptOnDevice,
})

/** The friends, page by page. While another filter is awaited, the last list stays. */
export function friendListQuery(search: string) {
  return infiniteQueryOptions({
    queryKey: [...listsKey, 'friends', search],
    queryFn: ({ pageParam: cursor }) =>
      call(api.api.friends.$get({ query: { search, ...(cursor && { cursor }) } })),
    ...paging,
    placeholderData: keepPreviousData,
    ...(search === '' && keptOnDevice),
  })
}

/** The requests that wait for the member's answer, page by page. */
export const requestListQuery = infiniteQueryOptions({
  queryKey: [...listsKey, 'requests'],
  queryFn: ({ pageParam: cursor }) =>
    call(api.api.friends.requests.$get({ query: { ...(cursor && { cursor }) } })),
  ...paging,
  ...keptOnDevice,
})

/** People to make friends with, page by page. While another search is awaited, the last result stays. */
export function searchQuery(query: string) {
  return infiniteQueryOptions({
    queryKey: [...searchesKey, query],
    queryFn: ({ pageParam: cursor }) =>
      call(api.api.friends.search.$get({ query: { query, ...(cursor && { cursor }) } })),
    ...paging,
    placeholderData: keepPreviousData,
    enabled: query !== '',
  })
}

/** The server no longer finds whom the member has asked; the search goes on showing them. */
export const askedQuery = queryOptions<Asked[]>({
  queryKey: [...friendsKey, 'asked'],
  queryFn: skipToken,
  initialData: [],
  staleTime: Number.POSITIVE_INFINITY,
})

/** Whether somebody is a friend by now. Friends are looked up by name. */
export function isFriendQuery({ uid, displayName }: FoundPerson) {
  return queryOptions({
    queryKey: [...friendsKey, 'is-friend', uid, displayName],
    queryFn: async () => {
      const { people } = await call(api.api.friends.$get({ query: { search: displayName } }))
      return people.some((friend) => friend.uid === uid)
    },
  })
}

/** Takes a person out of the lists below a key; the answered function puts everything back. */
export async function takeOut(queryClient: QueryClient, queryKey: QueryKey, uid: string) {
  // What is being fetched still has them.
  await queryClient.cancelQueries({ queryKey })
  const before = queryClient.getQueriesData<People>({ queryKey })
  changePeople(queryClient, queryKey, (people) => people.filter((person) => person.uid !== uid))
  return () => {
    for (const [key, list] of before) queryClient.setQueryData(key, list)
  }
}

/** A person's present name and photo in every list. */
export function renamePerson(queryClient: QueryClient, { uid, displayName, photoURL }: FoundPerson): void {
  const renamed = <Person extends FoundPerson>(person: Person): Person =>
    person.uid === uid ? { ...person, displayName, photoURL } : person
  changePeople(queryClient, listsKey, (people) => people.map(renamed))
  queryClient.setQueryData(askedQuery.queryKey, (asked) =>
    asked?.map((one) => ({ ...one, person: renamed(one.person) })),
  )
}

function changePeople(
  queryClient: QueryClient,
  queryKey: QueryKey,
  change: (people: FoundPerson[]) => FoundPerson[],
): void {
  queryClient.setQueriesData<People>(
    { queryKey },
    (list) =>
      list && { ...list, pages: list.pages.map((page) => ({ ...page, people: change(page.people) })) },
  )
}
