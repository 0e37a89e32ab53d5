import { QueryClient } from '@tanstack/react-query'
import { restoreQueries } from './keep-queries.ts'
import { receiveNews } from './live-query.ts'
import { isOffline } from './offline.ts'
import { subscribeToSession } from './session.ts'

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // The browser's idea of being offline is no reason to show neither data nor an error.
      networkMode: 'always',
      retry: false,
      // Without network there is nothing newer.
      staleTime: () => (navigator.onLine ? 30_000 : Number.POSITIVE_INFINITY),
    },
    mutations: { networkMode: 'always' },
  },
})

/** Milliseconds after which data is refetched even where the server knows of no news. */
const longestAge = 30_000

/** Milliseconds since the oldest data of this page was asked for; undefined where that is too long ago. */
export function dataAge(): number | undefined {
  // One of the clocks stands still while a device sleeps, the other may be set.
  const age = Math.max(performance.now(), Date.now() - performance.timeOrigin)
  // Kept on the device, data may be of another day.
  const isKept = queryClient
    .getQueryCache()
    .getAll()
    .some(({ state }) => state.data !== undefined && state.dataUpdatedAt < performance.timeOrigin)
  return isKept || age > longestAge ? undefined : age
}

export const newsReceiver = receiveNews(queryClient)

subscribeToSession((session) => {
  if (session === 'out') queryClient.clear()
})

if (isOffline()) restoreQueries(queryClient)
