import { type Folded, mapChanged } from '../fold.ts'
import type { SliceNews } from '../realtime.ts'
import type {
  EventNotification,
  NotificationPage,
  NotificationSettings,
  OwnEvents,
} from './notifications.routes.ts'

/** The member's settings, of which news says no more than that they changed. */
export function foldNotificationSettings(
  settings: NotificationSettings,
  news: SliceNews,
): Folded<NotificationSettings> {
  return news.type === 'account.changed' ? 'refetch' : settings
}

/** The pages of the member's notifications. */
export function foldNotificationPages(
  pages: NotificationPage[],
  news: SliceNews,
): Folded<NotificationPage[]> {
  if (news.type === 'notifications.changed') return 'refetch'
  if (news.type === 'teams.changed') {
    const { teamId } = news
    const isNamed = pages.some(({ notifications }) =>
      notifications.some((one) => 'teamId' in one && one.teamId === teamId),
    )
    return isNamed ? 'refetch' : pages
  }
  if (news.type === 'events.removed') return isListed(pages, () => true, news.eventId) ? 'refetch' : pages
  // A line of who joined counts the others of its hour.
  if (news.type === 'events.participants_changed')
    return isListed(pages, ({ kind }) => kind === 'joined', news.eventId) ? 'refetch' : pages
  if (news.type === 'events.changed') {
    const { id, title } = news.event
    return isListed(pages, (one) => one.title !== title, id) ? 'refetch' : pages
  }
  if (news.type !== 'profiles.member_changed') return pages
  const { uid, displayName } = news
  return mapChanged(pages, (page) => {
    const notifications = mapChanged(page.notifications, (one) =>
      'author' in one && one.author?.uid === uid && one.author.displayName !== displayName
        ? { ...one, author: { uid, displayName } }
        : one,
    )
    return notifications === page.notifications ? page : { ...page, notifications }
  })
}

function isListed(
  pages: NotificationPage[],
  isSought: (one: EventNotification) => boolean,
  eventId: string,
): boolean {
  return pages.some(({ notifications }) =>
    notifications.some((one) => 'eventId' in one && one.eventId === eventId && isSought(one)),
  )
}

/** How many updates the member's own events have: a list of notifications that was read before one is to be refetched. */
export function countUpdates({ events }: OwnEvents): number {
  return events.reduce((sum, { updateNumber }) => sum + updateNumber, 0)
}

/** The events that the member is notified of, which the server knows. */
export function foldOwnEvents(own: OwnEvents, news: SliceNews, viewerId: string): Folded<OwnEvents> {
  if (news.type === 'account.changed' || news.type === 'events.own_participation_changed') return 'refetch'
  if (news.type === 'events.created') return news.event.organizerId === viewerId ? 'refetch' : own
  if (news.type === 'events.organizers_changed') return news.uid === viewerId ? 'refetch' : own
  if (news.type === 'events.changed') {
    const isOwn = news.event.organizerId === viewerId || own.events.some(({ id }) => id === news.event.id)
    return isOwn ? 'refetch' : own
  }
  if (news.type === 'events.message_sent') {
    const { eventId, updateNumber } = news
    const events = mapChanged(own.events, (event) =>
      event.id === eventId && updateNumber > event.updateNumber ? { ...event, updateNumber } : event,
    )
    return events === own.events ? own : { events }
  }
  if (news.type !== 'events.removed') return own
  const events = own.events.filter(({ id }) => id !== news.eventId)
  return events.length === own.events.length ? own : { events }
}
