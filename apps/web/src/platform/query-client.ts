import { QueryClient } from '@tanstack/react-query'
import { subscribeToSession } from './session.ts'

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // The browser's idea of being offline is no reason to show neither data nor an error.
      networkMode: 'always',
      retry: false,
      staleTime: 30_000,
    },
    mutations: { networkMode: 'always' },
  },
})

subscribeToSession((session) => {
  if (session === 'out') queryClient.clear()
})
