import { weightyOf } from '@covo/contract/events/event-changes.rules'
import { countUpdates } from '@covo/contract/notifications/notifications.fold'
import {
  type Notification,
  type NotificationPage,
  type NotificationSettings,
  type NotificationSettingsChanges,
  notificationPageSize,
  type OwnEvents,
  type ReadNotifications,
} from '@covo/contract/notifications/notifications.routes'
import {
  type MailKind,
  type ModerationNoticeKind,
  type SecurityNoticeKind,
  securityNoticeKinds,
} from '@covo/contract/notifications/notifications.rules'
import { areQuietHours } from '@covo/contract/notifications/quiet-hours.rules'
import { z } from 'zod'
import { accountChanged } from '../auth/account.news.ts'
import { AppError } from '../platform/app-error.ts'
import { cursorInstant, decodeCursor, pageOf } from '../platform/database/cursor.ts'
import type { Database, DatabaseTransaction } from '../platform/database/database.ts'
import type { Limits } from '../platform/limits/limits.ts'
import type { Newsroom, Publish } from '../platform/realtime/newsroom.ts'
import { scheduleDigest } from './digests.store.ts'
import { notificationsChanged } from './notifications.news.ts'
import {
  countUnread,
  deleteNotificationsBy,
  findNotificationSettings,
  findNotifications,
  markRead,
  type NotificationRow,
  updateNotificationSettings,
} from './notifications.store.ts'
import { releasePushes } from './push.store.ts'
import { findOwnEvents } from './reminders.store.ts'
import type { UnsubscribeTokens } from './unsubscribe-tokens.ts'

export type NotificationsService = ReturnType<typeof createNotificationsService>

type NotificationsDependencies = {
  database: Database
  limits: Limits
  newsroom: Newsroom
  tokens: UnsubscribeTokens
  /** Whether members can turn kinds of notifications off. */
  hasSwitches: boolean
}

/** Of a page's last line. */
const position = z.tuple([
  cursorInstant,
  z.string().regex(/^(\d{1,18}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12} \d{1,10})$/),
])

export function createNotificationsService({
  database,
  limits,
  newsroom,
  tokens,
  hasSwitches,
}: NotificationsDependencies) {
  /** Stores the choices, and publishes it to the member's own tabs. False where there is no such member (any more). */
  async function change(uid: string, changes: NotificationSettingsChanges): Promise<boolean> {
    return await newsroom.transact(async (trx, publish) => {
      const isStored = await updateNotificationSettings(trx, uid, changes)
      if (isStored && (changes.digest || changes.zone)) await scheduleDigest(trx, uid)
      if (isStored && (changes.quietHours || changes.zone)) await releasePushes(trx, uid)
      if (isStored) publish(accountChanged(uid))
      return isStored
    })
  }

  async function readSettings(viewerId: string): Promise<NotificationSettings> {
    const all = await findNotificationSettings(database, viewerId)
    const { reminders, eventMails, quietHours, zone } = all
    return hasSwitches ? all : { reminders, eventMails, quietHours, zone }
  }

  /** Stores the given choices, and answers all of them. */
  async function saveSettings(
    viewerId: string,
    changes: NotificationSettingsChanges,
  ): Promise<NotificationSettings> {
    const { switches, push, digestOf, showText, digest } = changes
    const extensions = [switches, push, digestOf, showText, digest]
    if (!hasSwitches && extensions.some((choice) => choice !== undefined))
      throw new AppError('common.invalid_request')
    if (changes.quietHours && !areQuietHours(changes.quietHours))
      throw new AppError('notifications.quiet_hours_invalid')
    const seconds = await limits.take('notificationChanges', viewerId)
    if (seconds) throw new AppError('common.rate_limited', { seconds })
    await change(viewerId, changes)
    return await readSettings(viewerId)
  }

  /** Ends a kind of mail by the token of such a mail; once, however often. */
  async function unsubscribe(token: string): Promise<void> {
    const mails = tokens.read(token)
    const isEnded = mails && (await change(mails.uid, endOf(mails.kind)))
    if (!isEnded) throw new AppError('notifications.link_invalid')
  }

  /** A page of the member's notifications, newest first. */
  async function list(viewerId: string, cursor: string | undefined): Promise<NotificationPage> {
    const [at, id] = cursor === undefined ? [] : decodeCursor(cursor, position)
    const after = at !== undefined && id !== undefined ? { at, id } : null
    const [rows, unread, events] = await Promise.all([
      findNotifications(database, viewerId, after, notificationPageSize + 1),
      countUnread(database, viewerId),
      listOwnEvents(viewerId),
    ])
    const { page, nextCursor } = pageOf(rows, notificationPageSize, (row) => [row.at.toISOString(), row.id])
    return {
      notifications: page.map(toNotification),
      unread: unread.personal + unread.updates,
      updates: countUpdates({ events }),
      nextCursor,
    }
  }

  /** Marks the member's notifications up to an instant, or of an event, as read. */
  async function read(viewerId: string, what: ReadNotifications): Promise<void> {
    await newsroom.transact(async (trx, publish) => {
      if (await markRead(trx, viewerId, what))
        publish(notificationsChanged(viewerId, (await countUnread(trx, viewerId)).personal))
    })
  }

  /** The events to remind the member of. */
  async function listOwnEvents(viewerId: string): Promise<OwnEvents['events']> {
    const rows = await findOwnEvents(database, viewerId)
    return rows.map(({ startsAt, ...event }) => ({ ...event, dateTime: startsAt.toISOString() }))
  }

  /** Deletes a member's notifications of what another did, and publishes their number of unread ones. */
  async function deleteAllFrom(
    trx: DatabaseTransaction,
    publish: Publish,
    uid: string,
    authorId: string,
  ): Promise<void> {
    if (await deleteNotificationsBy(trx, uid, authorId))
      publish(notificationsChanged(uid, (await countUnread(trx, uid)).personal))
  }

  return {
    deleteAllFrom,
    list,
    listOwnEvents,
    read,
    readSettings,
    saveSettings,
    unsubscribe,
    isUnsubscribeToken: (token: string) => tokens.read(token) !== null,
  }
}

function toNotification(row: NotificationRow): Notification {
  const { id, isRead, authorName } = row
  const line = { id, isRead, at: row.at.toISOString() }
  const personOf = (uid: string) => ({ uid, displayName: authorName ?? '' })
  if (row.teamId !== null) {
    const { kind, teamId, team, eventId, title, sequence, authorId } = row
    const author = authorId === null ? null : personOf(authorId)
    return {
      ...line,
      kind,
      teamId,
      team,
      ...(eventId !== null && { event: { id: eventId, title: title ?? '' } }),
      ...(sequence !== null && { sequence }),
      author,
    }
  }
  if (row.eventId === null) {
    if (row.kind === 'request_accepted') return { ...line, kind: row.kind, author: personOf(row.authorId) }
    const { kind, device } = row
    return isOfSecurity(kind) ? { ...line, kind, device: device ?? '' } : { ...line, kind }
  }
  const { kind, eventId, sequence, others, title, authorId, changes, text } = row
  return {
    ...line,
    kind,
    eventId,
    ...(sequence !== null && { sequence }),
    ...(kind === 'joined' && { others }),
    title,
    author: authorId === null ? null : personOf(authorId),
    fields: weightyOf(changes),
    text,
  }
}

function isOfSecurity(kind: SecurityNoticeKind | ModerationNoticeKind): kind is SecurityNoticeKind {
  return securityNoticeKinds.some((one) => one === kind)
}

/** The change of the settings that ends a kind of mail. */
function endOf(kind: MailKind): NotificationSettingsChanges {
  return kind === 'digest' ? { digest: 'never' } : { eventMails: { [kind]: false } }
}
