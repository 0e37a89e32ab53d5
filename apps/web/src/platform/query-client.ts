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

export const newsReceiver = receiveNews(queryClient)

subscribeToSession((session) => {
  if (session === 'out') queryClient.clear()
})

if (isOffline()) restoreQueries(queryClient)
