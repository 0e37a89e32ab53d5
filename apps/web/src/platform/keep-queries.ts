import { dehydrate, hydrate, type InfiniteData, type QueryClient } from '@tanstack/react-query'
import { keptOnDevice, readLastSeen, saveLastSeen } from './last-seen.ts'
import { isOffline } from './offline.ts'
import { isSignedIn } from './session.ts'

/** Milliseconds between two savings. */
const pause = 5_000

/**
 * Fills queries without data from the answers last seen on this device. One whose refetch was pending when it was saved is not
 * refetched before the connection is back, which refetches all.
 */
export function restoreQueries(queryClient: QueryClient): void {
  const seen = readLastSeen()?.queries ?? []
  const queries = seen.map((query) => ({ ...query, state: { ...query.state, isInvalidated: false } }))
  hydrate(queryClient, { queries }, { defaultOptions: { queries: { gcTime: keptOnDevice.gcTime } } })
}

/** Keeps the last answers of the queries that are `keptOnDevice`, until the returned function is called. */
export function keepQueries(queryClient: QueryClient, uid: string): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined

  function save() {
    clearTimeout(timer)
    timer = undefined
    // A pending change is shown before the server has stored it.
    if (!isSignedIn() || queryClient.isMutating() > 0) return
    const { queries } = dehydrate(queryClient, {
      shouldDehydrateQuery: ({ meta, state }) => meta?.isKept === true && state.status === 'success',
      serializeData: firstPage,
    })
    saveLastSeen(uid, queries)
  }

  function saveIfChanged() {
    if (timer) save()
  }

  function handleOffline() {
    saveIfChanged()
    if (readLastSeen()?.uid === uid) restoreQueries(queryClient)
  }

  const unsubscribe = queryClient.getQueryCache().subscribe((event) => {
    const isNews = event.type === 'updated' && event.action.type === 'success' && event.query.meta?.isKept
    // Without network nothing is news: it was restored, or is being changed here.
    if (isNews && !isOffline()) timer ??= setTimeout(save, pause)
  })
  if (!isOffline()) timer = setTimeout(save, pause)
  addEventListener('pagehide', saveIfChanged)
  addEventListener('offline', handleOffline)
  return () => {
    clearTimeout(timer)
    unsubscribe()
    removeEventListener('pagehide', saveIfChanged)
    removeEventListener('offline', handleOffline)
  }
}

/** Of a list that comes page by page; its cursor would lead nowhere. */
function firstPage(data: unknown): unknown {
  if (typeof data !== 'object' || data === null || !('pageParams' in data)) return data
  const { pages, pageParams } = data as InfiniteData<unknown>
  return { pages: pages.slice(0, 1), pageParams: pageParams.slice(0, 1) }
}
