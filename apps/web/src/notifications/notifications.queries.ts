import { foldNotificationPages, foldOwnEvents } from '@covo/contract/notifications/notifications.fold'
import type { ReadNotifications } from '@covo/contract/notifications/notifications.routes'
import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query'
import { call } from '../platform/api.ts'
import { foldPages, liveQuery } from '../platform/live-query.ts'

/** The member's notifications, newest first, page by page; each page has the unread count of all. */
export const notificationsQuery = liveQuery(
  infiniteQueryOptions({
    queryKey: ['notifications'],
    queryFn: ({ pageParam: cursor }) =>
      call('GET /api/notifications', { query: { ...(cursor && { cursor }) } }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  }),
  foldPages(foldNotificationPages),
)

/** Marks notifications as read; the news of it changes all tabs. A failure is left to the next time. */
export function useReadNotifications() {
  return useMutation({
    mutationFn: (json: ReadNotifications) => call('POST /api/notifications/read', { json }),
  })
}

/** The events to remind the member of. */
export function ownEventsQuery(ownId: string) {
  return liveQuery(
    queryOptions({ queryKey: ['own events'], queryFn: () => call('GET /api/events/own') }),
    (own, news) => foldOwnEvents(own, news, ownId),
  )
}
