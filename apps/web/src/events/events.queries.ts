import type { Event } from '@covo/contract/events/events.routes'
import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  type QueryKey,
  queryOptions,
} from '@tanstack/react-query'
import { api, call } from '../platform/api.ts'
import { askAnew } from '../platform/ask-anew.ts'
import { keptOnDevice } from '../platform/last-seen.ts'
import {
  type EventList,
  type EventSelection,
  withChangedEvents,
  withNewEvent,
  withoutEvent,
} from './event-list.ts'

/** All that is held of events. */
export const eventsKey = ['events']
const listsKey = ['events', 'list']
const longestWait = 3_600_000

/** A list, page by page. While another selection is awaited, the last one stays. */
export function eventListQuery(selection: EventSelection) {
  const { filter, search } = selection
  return infiniteQueryOptions({
    queryKey: [...listsKey, selection],
    queryFn: ({ pageParam: cursor }) =>
      call(api.api.events.$get({ query: { filter, search, ...(cursor && { cursor }) } })),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    ...(filter === 'all' && search === '' && keptOnDevice),
  })
}

/** The event that starts next. Once it has, it is another. */
export const nextEventQuery = queryOptions({
  queryKey: [...eventsKey, 'next'],
  queryFn: () => call(api.api.events.next.$get()),
  ...keptOnDevice,
  refetchInterval: ({ state }) => {
    const start = Date.parse(state.data?.event?.dateTime ?? '')
    return Number.isNaN(start) ? false : Math.min(Math.max(start - Date.now(), 1_000), longestWait)
  },
})

/** Changes events wherever they are held; `change` answers the very event that it leaves as it is. */
export function changeEvents(queryClient: QueryClient, change: (event: Event) => Event): void {
  queryClient.setQueriesData<EventList>({ queryKey: listsKey }, (list) =>
    list ? withChangedEvents(list, change) : list,
  )
  queryClient.setQueryData(nextEventQuery.queryKey, (next) =>
    next?.event ? { event: change(next.event) } : next,
  )
}

/** Adds a new event wherever it belongs. */
export function addEvent(queryClient: QueryClient, event: Event): void {
  for (const [key, list] of queryClient.getQueriesData<EventList>({ queryKey: listsKey }))
    if (list) queryClient.setQueryData(key, withNewEvent(list, event, selectionOf(key)))
  if (Date.parse(event.dateTime) < Date.now()) return
  queryClient.setQueryData(nextEventQuery.queryKey, (next) =>
    next && (!next.event || event.dateTime < next.event.dateTime) ? { event } : next,
  )
}

/** Removes an event wherever it is held. Which one starts next in its place, the server knows. */
export function removeEvent(queryClient: QueryClient, eventId: string): void {
  queryClient.setQueriesData<EventList>({ queryKey: listsKey }, (list) =>
    list ? withoutEvent(list, eventId) : list,
  )
  if (queryClient.getQueryData(nextEventQuery.queryKey)?.event?.id === eventId)
    askAnew(queryClient, { queryKey: nextEventQuery.queryKey })
}

/** Lets the lists of the member's own events be asked for anew: those on the screen at once if `isUrgent`. */
export function forgetOwnLists(queryClient: QueryClient, isUrgent: boolean): void {
  const own = {
    queryKey: listsKey,
    predicate: ({ queryKey }: { queryKey: QueryKey }) => selectionOf(queryKey).filter === 'mine',
  }
  queryClient.removeQueries({ ...own, type: 'inactive' })
  if (isUrgent) askAnew(queryClient, own)
}

function selectionOf(key: QueryKey): EventSelection {
  return key[listsKey.length] as EventSelection
}
