import type { DatabaseTransaction } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { Publication, Publish } from '../platform/realtime/newsroom.ts'
import { notificationsChanged } from './notifications.news.ts'
import { deleteNotificationsAbout, insertNotifications } from './notifications.store.ts'
import { queuePushes } from './push.store.ts'

export type PersonalNotification = {
  kind: Tables['notifications']['kind']
  eventId: string
  /** Who is told; not who did it themselves. */
  uids: string[]
  /** Who did it, if the line names them; null where a seat became free. */
  authorId: string | null
  /** The message of the event's room that it is about. */
  sequence?: number
}

/**
 * Tells members what concerns them alone, with the transaction that does it: a line of 'Notifiche' in all their tabs and,
 * of a seat, a mail to who wants that; and a push to their devices.
 */
export async function notify(
  trx: DatabaseTransaction,
  publish: Publish,
  notification: PersonalNotification,
): Promise<void> {
  const told = await insertNotifications(trx, notification)
  for (const { uid, unread } of told) publish(notificationsChanged(uid, unread))
  await queuePushes(
    trx,
    { kind: 'event', subject: notification.eventId },
    told.map(({ uid }) => uid),
  )
}

/** Deletes the lines about messages of an event's room, except for the members `kept`; answers the news of those who had not read theirs. */
export async function withdrawNotifications(
  trx: DatabaseTransaction,
  eventId: string,
  sequences: number[],
  kept: string[],
): Promise<Publication[]> {
  const counts = await deleteNotificationsAbout(trx, eventId, sequences, kept)
  return counts.map(({ uid, unread }) => notificationsChanged(uid, unread))
}
