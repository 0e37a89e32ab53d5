import { foldFriends } from '@covo/contract/friends/friends.fold'
import type { Friend } from '@covo/contract/friends/friends.routes'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../platform/api.ts'
import { useEnabledAfterFirstScreen } from '../platform/first-screen.ts'
import { liveQuery } from '../platform/live-query.ts'
import type { Chosen } from './mentions.ts'

/** Of the list of friends; of more of them, those are left out whose names come last. */
const maximumPages = 10

const friendsQuery = liveQuery(
  queryOptions({
    queryKey: ['friends', 'people'],
    queryFn: fetchFriends,
    // The news keeps it up to date: a name is completed without a request.
    staleTime: Number.POSITIVE_INFINITY,
  }),
  foldFriends,
)

async function fetchFriends(): Promise<Friend[]> {
  const friends: Friend[] = []
  let cursor: string | null = null
  for (let page = 0; page < maximumPages; page += 1) {
    const { people, nextCursor }: { people: Friend[]; nextCursor: string | null } = await call(
      'GET /api/friends',
      { query: cursor === null ? {} : { cursor } },
    )
    friends.push(...people)
    cursor = nextCursor
    if (cursor === null) break
  }
  return friends
}

const nobody: Chosen[] = []

/** The member's friends by name, none until they are known. */
export function useFriends(): Chosen[] {
  return useQuery({ ...friendsQuery, enabled: useEnabledAfterFirstScreen() }).data ?? nobody
}
