import type { DatabaseTransaction } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { Publish } from '../platform/realtime/newsroom.ts'
import { notificationsChanged } from './notifications.news.ts'
import { insertNotifications } from './notifications.store.ts'

export type PersonalNotification = {
  kind: Tables['notifications']['kind']
  eventId: string
  /** Who is told; not who did it themselves. */
  uids: string[]
  /** Who did it, if the line names them; null where a seat became free. */
  authorId: string | null
}

/**
 * Tells members what concerns them alone, with the transaction that does it: a line of 'Notifiche' in all their tabs and,
 * of a seat, a mail to who wants that.
 */
export async function notify(
  trx: DatabaseTransaction,
  publish: Publish,
  notification: PersonalNotification,
): Promise<void> {
  for (const { uid, unread } of await insertNotifications(trx, notification))
    publish(notificationsChanged(uid, unread))
}
