import { foldPresence } from '@covo/contract/friends/friends.fold'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from './api.ts'
import { liveQuery } from './live-query.ts'
import { useIsOffline } from './offline.ts'

const nobody: ReadonlySet<string> = new Set()

const presenceQuery = liveQuery(
  queryOptions({
    queryKey: ['presence'],
    queryFn: () => call('GET /api/friends/presence'),
    // Polled by each screen that shows it, while that is visible: no news is published of it.
    staleTime: 0,
    refetchInterval: 45_000,
    refetchOnWindowFocus: true,
  }),
  foldPresence,
)

/** The friends who are online, as far as the last request was answered. Call it once in a screen: each call asks by a clock of its own. */
export function useOnlineFriends(): ReadonlySet<string> {
  const isOffline = useIsOffline()
  const { data, isError } = useQuery({ ...presenceQuery, select: toSet, enabled: !isOffline })
  return isOffline || isError || !data ? nobody : data
}

function toSet({ online }: { online: string[] }): ReadonlySet<string> {
  return new Set(online)
}
