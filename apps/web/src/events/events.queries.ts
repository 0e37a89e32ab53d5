import {
  type EventSelection,
  foldEventDetails,
  foldEventPages,
  foldNextEvent,
  foldPeriod,
  mapEvents,
} from '@covo/contract/events/events.fold'
import type { Event, EventDetails, EventPage } from '@covo/contract/events/events.routes'
import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import { call } from '../platform/api.ts'
import { keptOnDevice } from '../platform/last-seen.ts'
import { changeQueries, foldPages, liveQuery } from '../platform/live-query.ts'

/** All that is held of events. */
export const eventsKey = ['events']
const listsKey = ['events', 'list']
const periodKey = ['events', 'period']
const nextKey = ['events', 'next']
export const detailsKey = ['events', 'details']
/** The people whom an owner may add. Not below the events: news of these doesn't change it. */
export const candidatesKey = ['organizer-candidates']
const longestWait = 3_600_000

/** A list, page by page. While another selection is awaited, the last one stays. */
export function eventListQuery(selection: EventSelection) {
  const { filter, search } = selection
  return liveQuery(
    infiniteQueryOptions({
      queryKey: [...listsKey, selection],
      queryFn: ({ pageParam: cursor }) =>
        call('GET /api/events', { query: { filter, search, ...(cursor && { cursor }) } }),
      initialPageParam: null as string | null,
      getNextPageParam: ({ nextCursor }) => nextCursor,
      placeholderData: keepPreviousData,
      ...(filter === 'all' && search === '' && keptOnDevice),
    }),
    foldPages((pages, news) => foldEventPages(pages, news, selection)),
  )
}

/** The events of a selection that go on between two instants. */
export function eventPeriodQuery(
  { filter, search, viewerId }: EventSelection,
  period: { from: string; to: string },
) {
  return liveQuery(
    queryOptions({
      queryKey: [...periodKey, { filter, search, viewerId, ...period }],
      queryFn: () => call('GET /api/events/period', { query: { filter, search, ...period } }),
    }),
    (shown, news) => foldPeriod(shown, news, { filter, viewerId, ...period }),
  )
}

/** The event that starts next, of the viewer's own ones if they have any. Once it has started, it is another. */
export function nextEventQuery(viewerId: string) {
  return liveQuery(
    queryOptions({
      queryKey: nextKey,
      queryFn: () => call('GET /api/events/next'),
      ...keptOnDevice,
      refetchInterval: ({ state }) => {
        const start = Date.parse(state.data?.event?.dateTime ?? '')
        return Number.isNaN(start) ? false : Math.min(Math.max(start - Date.now(), 1_000), longestWait)
      },
    }),
    (next, news) => foldNextEvent(next, news, viewerId, Date.now()),
  )
}

/** The event of a page. */
export function eventQuery(id: string) {
  return liveQuery(
    queryOptions({
      queryKey: [...detailsKey, id],
      queryFn: () => call('GET /api/events/{eventId}', { param: { eventId: id } }),
    }),
    foldEventDetails,
  )
}

/** Changes events wherever they are held; `change` answers the very event that it leaves as it is. */
export function changeEvents(queryClient: QueryClient, change: (event: Event) => Event): void {
  changeQueries<InfiniteData<EventPage>>(queryClient, listsKey, (list) => {
    const pages = mapEvents(list.pages, change)
    return pages === list.pages ? list : { ...list, pages }
  })
  changeQueries<EventDetails>(queryClient, detailsKey, (details) => {
    const event = change(details)
    if (event === details) return details
    const { now, queuePosition } = details
    return {
      ...details,
      ...event,
      now,
      queuePosition: event.participation === 'waiting' ? queuePosition : null,
    }
  })
  changeQueries<{ event: Event | null }>(queryClient, nextKey, (next) => {
    const event = next.event && change(next.event)
    return event === next.event ? next : { event }
  })
}
