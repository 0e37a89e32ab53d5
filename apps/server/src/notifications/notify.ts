import {
  isQuiet,
  type ModerationNoticeKind,
  type personalEventKinds,
  type SecurityNoticeKind,
  type TeamNoticeKind,
} from '@covo/contract/notifications/notifications.rules'
import type { DatabaseTransaction } from '../platform/database/database.ts'
import type { Publication, Publish } from '../platform/realtime/newsroom.ts'
import { notificationsChanged } from './notifications.news.ts'
import {
  deleteNotificationsAbout,
  deleteTeamLines,
  insertNotices,
  insertNotifications,
  insertTeamNotices,
  type RoomOfLines,
} from './notifications.store.ts'
import { queuePushes } from './push.store.ts'

export type PersonalNotification = {
  kind: (typeof personalEventKinds)[number]
  eventId: string
  /** The members who are notified, without the author. */
  uids: string[]
  /** The author, if the line names them; null where a seat became free or none is. */
  authorId: string | null
  /** The message of the event's room that it is about. */
  sequence?: number
}

/**
 * Notifies members of what concerns them alone, with the transaction that does it: a line of 'Notifiche' in all their tabs and,
 * of a seat, a mail to those who want it; and a push to their devices. Organizers get one line an hour for all who join their
 * event then, without a push, and none of whom they do not see.
 */
export async function notifyOfEvent(
  trx: DatabaseTransaction,
  publish: Publish,
  notification: PersonalNotification,
): Promise<void> {
  const notified = await insertNotifications(trx, notification)
  for (const { uid, unread } of notified) publish(notificationsChanged(uid, unread))
  if (isQuiet(notification.kind)) return
  await queuePushes(
    trx,
    { kind: 'event', subject: notification.eventId },
    notified.map(({ uid }) => uid),
  )
}

export type TeamNotice = {
  kind: TeamNoticeKind
  teamId: string
  /** The event that the team has entered. */
  eventId?: string
  /** The members who are notified, without the author. */
  uids: string[]
  /** The author, if the line names them. */
  authorId: string | null
  /** The message of the team's room that it is about. */
  sequence?: number
}

/**
 * Notifies members of a team's: a line of 'Notifiche' in all their tabs, and a push to their devices. Of a message of its room there
 * is no push but the message's own.
 */
export async function notifyOfTeam(
  trx: DatabaseTransaction,
  publish: Publish,
  notice: TeamNotice,
): Promise<void> {
  const notified = await insertTeamNotices(trx, notice)
  for (const { uid, unread } of notified) publish(notificationsChanged(uid, unread))
  if (notice.sequence !== undefined) return
  await queuePushes(
    trx,
    { kind: 'team', subject: notice.teamId },
    notified.map(({ uid }) => uid),
  )
}

/** Deletes a member's lines about messages of a team's room, which they no longer read. */
export async function withdrawTeamLines(
  trx: DatabaseTransaction,
  publish: Publish,
  teamId: string,
  uid: string,
): Promise<void> {
  const unread = await deleteTeamLines(trx, teamId, uid)
  if (unread !== undefined) publish(notificationsChanged(uid, unread))
}

/** A line about no event: its readers, and either its author, if the line names them, or the device, if that is known. */
export type Notice =
  | { kind: 'request_accepted'; uids: string[]; authorId: string }
  | { kind: SecurityNoticeKind; uids: string[]; device: string }
  | { kind: ModerationNoticeKind; uids: string[] }

/**
 * Stores a line of 'Notifiche' about no event, in the transaction of its cause; answers the news of it for all tabs of the
 * members. The newest `maximumNotices` of a kind are kept.
 */
export async function storeNotice(trx: DatabaseTransaction, notice: Notice): Promise<Publication[]> {
  const readers = await insertNotices(trx, notice)
  return readers.map(({ uid, unread }) => notificationsChanged(uid, unread))
}

/** The same, for a service, which publishes its news together. */
export async function publishNotice(
  trx: DatabaseTransaction,
  publish: Publish,
  notice: Notice,
): Promise<void> {
  publish(...(await storeNotice(trx, notice)))
}

/** Deletes the lines about messages of an event's or a team's room, except for the members `kept`; answers the news of those who had not read theirs. */
export async function withdrawNotifications(
  trx: DatabaseTransaction,
  room: RoomOfLines,
  sequences: number[],
  kept: string[],
): Promise<Publication[]> {
  const counts = await deleteNotificationsAbout(trx, room, sequences, kept)
  return counts.map(({ uid, unread }) => notificationsChanged(uid, unread))
}
