import type { QueryClient, QueryFilters } from '@tanstack/react-query'

/**
 * Asks anew for what is shown of the given queries. What is being fetched may have been read before the news that made it
 * doubtful: the library begins again only where there is something to show already, so the others are asked for once more
 * when they are there.
 */
export function askAnew(queryClient: QueryClient, filters: QueryFilters = {}): void {
  const cache = queryClient.getQueryCache()
  for (const { queryKey, state, promise } of cache.findAll({ ...filters, fetchStatus: 'fetching' }))
    if (state.data === undefined)
      promise?.then(
        () => queryClient.invalidateQueries({ queryKey, exact: true }),
        () => {},
      )
  void queryClient.invalidateQueries(filters)
}
