import type { Folded } from '@covo/contract/fold'
import type { SliceNews } from '@covo/contract/realtime'
import type { InferDataFromTag, InfiniteData, Query, QueryClient, QueryKey } from '@tanstack/react-query'

type Fold<Shown> = (shown: Shown, news: SliceNews) => Folded<Shown>

declare module '@tanstack/react-query' {
  interface Register {
    /** `refetchSpread`: milliseconds over which pages spread a refetch that all of them are told of at once. */
    queryMeta: { isKept?: boolean; fold?: Fold<unknown>; refetchSpread?: number }
  }
}

/** The options of a query with the function that folds news into its data. */
export function liveQuery<Options extends { queryKey: QueryKey; meta?: object | undefined }>(
  options: Options,
  fold: Fold<InferDataFromTag<unknown, Options['queryKey']>>,
) {
  return { ...options, meta: { ...options.meta, fold: fold as Fold<unknown> } }
}

/** A fold of the data of an infinite query, by that of its pages. */
export function foldPages<Page, Parameter>(fold: Fold<Page[]>): Fold<InfiniteData<Page, Parameter>> {
  return (list, news) => {
    const pages = fold(list.pages, news)
    if (pages === 'refetch') return pages
    return pages === list.pages ? list : { ...list, pages }
  }
}

/** Changes the data of queries; `change` answers the very data that it leaves as it is. */
export function changeQueries<Shown>(
  queryClient: QueryClient,
  queryKey: QueryKey,
  change: (shown: Shown) => Shown,
): void {
  for (const query of queryClient.getQueryCache().findAll({ queryKey }))
    if (query.state.data !== undefined) setData(query, change(query.state.data as Shown))
}

/** Sets data that is no answer of the server: a query that has to be refetched stays so, which the library would forget. */
function setData(query: Query, shown: unknown): void {
  const { data, dataUpdatedAt, isInvalidated } = query.state
  if (shown === data) return
  query.setData(shown, { updatedAt: dataUpdatedAt, manual: true })
  if (isInvalidated) query.invalidate()
}

/**
 * Keeps the queries of a client up to date with the news. An answer may have been read before news that arrives while it is
 * awaited: that news is kept, and folded into the answer too.
 */
export function receiveNews(queryClient: QueryClient) {
  const cache = queryClient.getQueryCache()
  const receivedDuringFetch = new Map<string, (SliceNews | 'refetch')[]>()

  cache.subscribe((event) => {
    const { queryHash } = event.query
    if (event.type === 'removed') receivedDuringFetch.delete(queryHash)
    if (event.type !== 'updated') return
    const { action } = event
    if (action.type === 'fetch') receivedDuringFetch.set(queryHash, [])
    const isAnswer = action.type === 'success' && !action.manual
    if (!isAnswer && action.type !== 'error') return
    const received = receivedDuringFetch.get(queryHash) ?? []
    receivedDuringFetch.delete(queryHash)
    if (isAnswer) apply(event.query, received)
  })

  function apply(query: Query, received: readonly (SliceNews | 'refetch')[]): void {
    const { data } = query.state
    if (data === undefined) return
    let shown = data
    let isStale = false
    for (const news of received) {
      const folded = news === 'refetch' ? news : (query.meta?.fold?.(shown, news) ?? shown)
      if (folded === 'refetch') isStale = true
      else shown = folded
    }
    setData(query, shown)
    if (!isStale) return
    // The library cancels the fetch of a query on the screen, and begins another.
    if (query.isActive() && receivedDuringFetch.has(query.queryHash))
      receivedDuringFetch.set(query.queryHash, [])
    const refetch = () => void queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true })
    const spread = query.meta?.refetchSpread
    if (spread) setTimeout(refetch, Math.random() * spread)
    else refetch()
  }

  function receive(received: readonly (SliceNews | 'refetch')[]): void {
    for (const query of cache.getAll()) {
      receivedDuringFetch.get(query.queryHash)?.push(...received)
      apply(query, received)
    }
  }

  return {
    receive: (news: readonly SliceNews[]) => receive(news),

    /** After news may have been missed: refetches what is on the screen now, and everything else when it is shown again. */
    refetchAll: () => receive(['refetch']),
  }
}
