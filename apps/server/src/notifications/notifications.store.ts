import type { EventChanges } from '@covo/contract/events/event-changes.rules'
import { nobody } from '@covo/contract/events/events.rules'
import type {
  EventNotification,
  NotificationSettings,
  NotificationSettingsChanges,
  ReadNotifications,
  TeamNotification,
} from '@covo/contract/notifications/notifications.routes'
import {
  isQuiet,
  maximumNotices,
  type NoticeKind,
  type TeamNoticeKind,
} from '@covo/contract/notifications/notifications.rules'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isBlockedBetween } from '../platform/database/block-filter.ts'
import { literalLimit } from '../platform/database/cursor.ts'
import type { Database, DatabaseTransaction } from '../platform/database/database.ts'
import type { Notice, PersonalNotification, TeamNotice } from './notify.ts'
import { ownEvents } from './own-events.store.ts'

const allOn = { events: true, chat: true, friendship: true }
const defaults: Required<NotificationSettings> = {
  reminders: true,
  eventMails: { changes: true, messages: false, reminders: false },
  switches: allOn,
  push: allOn,
  digestOf: allOn,
  showText: true,
  quietHours: { isOn: false, from: '22:00', to: '08:00' },
  zone: 'Europe/Rome',
  digest: 'never',
}

export async function findNotificationSettings(
  database: Database,
  uid: string,
): Promise<Required<NotificationSettings>> {
  const row = await database
    .selectFrom('notification_settings')
    .selectAll()
    .where('user_id', '=', uid)
    .executeTakeFirst()
  if (!row) return defaults
  return {
    reminders: row.reminders,
    eventMails: { changes: row.mail_changes, messages: row.mail_messages, reminders: row.mail_reminders },
    switches: { events: row.notify_events, chat: row.notify_chat, friendship: row.notify_friendship },
    push: { events: row.push_events, chat: row.push_chat, friendship: row.push_friendship },
    digestOf: { events: row.digest_events, chat: row.digest_chat, friendship: row.digest_friendship },
    showText: row.show_text,
    quietHours: { isOn: row.has_quiet_hours, from: row.quiet_from, to: row.quiet_to },
    zone: row.zone,
    digest: row.digest,
  }
}

/** Sets the given choices; the others stay. Answers whether there is such a member. */
export async function updateNotificationSettings(
  trx: DatabaseTransaction,
  uid: string,
  changes: NotificationSettingsChanges,
): Promise<boolean> {
  const { reminders, eventMails, switches, push, digestOf, showText, quietHours, zone, digest } = changes
  const choices = {
    reminders,
    mail_changes: eventMails?.changes,
    mail_messages: eventMails?.messages,
    mail_reminders: eventMails?.reminders,
    notify_events: switches?.events,
    notify_chat: switches?.chat,
    notify_friendship: switches?.friendship,
    push_events: push?.events,
    push_chat: push?.chat,
    push_friendship: push?.friendship,
    digest_events: digestOf?.events,
    digest_chat: digestOf?.chat,
    digest_friendship: digestOf?.friendship,
    show_text: showText,
    has_quiet_hours: quietHours?.isOn,
    quiet_from: quietHours?.from,
    quiet_to: quietHours?.to,
    zone,
    digest,
  }
  const given = (Object.keys(choices) as (keyof typeof choices)[]).filter(
    (column) => choices[column] !== undefined,
  )
  // A column that is not named keeps its value, or gets its default.
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('notification_settings')
    .columns(['user_id', ...given])
    .expression(
      trx
        .selectFrom('users')
        .select([
          'id',
          ...given.map((column) => sql`${choices[column]}::${typeOf(choices[column])}`.as(column)),
        ])
        .where('id', '=', uid)
        .where('erased_at', 'is', null),
    )
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet(({ ref }) =>
          Object.fromEntries(
            (['user_id', ...given] as const).map((column) => [column, ref(`excluded.${column}`)]),
          ),
        ),
    )
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

function typeOf(choice: boolean | string | undefined): RawBuilder<unknown> {
  return typeof choice === 'string' ? sql`text` : sql`boolean`
}

/** Whether a notification is still shown. */
const isRecent = sql<SqlBool>`notifications.created_at > now() - interval '90 days'`

/** For how long a line to the organizers stands for what is alike. */
const foldedFor = sql`interval '1 hour'`

/** Updates of one event that are counted at most. */
const maximumCounted = 100

/**
 * The updates that a member is notified of: those of the events in which they take part, wait or which they organize, from then
 * on and by others. Of each event the newest alone.
 */
function updatesFor(uid: string, limit: number, position: RawBuilder<unknown> = sql``) {
  return sql`(
    select newest.*, coalesce(read.number, 0) >= newest.number as is_read
    from ${ownEvents(uid)} as own
    cross join lateral (
      select event_updates.*, event_id || ' ' || number as id
      from event_updates
      where event_updates.event_id = own.event_id and number > told_from and is_weighty
        and author_id is distinct from ${uid} and not (kind = 'message' and ${isBlockedBetween(sql`author_id`, sql`${uid}::uuid`)})
        and created_at > now() - interval '90 days' ${position}
      order by created_at desc, id desc
      limit ${literalLimit(limit)}
    ) as newest
    left join event_readings as read on read.user_id = ${uid} and read.event_id = own.event_id
  )`
}

type EventLine = Pick<EventNotification, 'kind' | 'eventId' | 'title'> & { teamId: null; team: null }
type TeamLine = Pick<TeamNotification, 'kind' | 'teamId' | 'team'> & {
  eventId: string | null
  title: string | null
}
type NoticeLine = { eventId: null; title: null; teamId: null; team: null } & (
  | { kind: 'request_accepted'; authorId: string }
  | { kind: Exclude<NoticeKind, 'request_accepted'> }
)

export type NotificationRow<Line = EventLine | TeamLine | NoticeLine> = Line & {
  id: string
  sequence: number | null
  others: number
  authorId: string | null
  authorName: string | null
  device: string | null
  changes: EventChanges
  text: string
  at: Date
  isRead: boolean
}

/** Participants whom a line counts besides the first. */
const maximumOthers = 999

/** How many have joined besides the author of a line within the hour after it; 0 for lines of other kinds. */
function joinedWith(line: RawBuilder<unknown>) {
  return sql`case when kind = 'joined' then (
    select count(*)::int from (
      select from event_participants as joined
      where joined.event_id = ${line}.event_id and state = 'joined' and joined_at >= ${line}.created_at
        and joined_at < ${line}.created_at + ${foldedFor} and joined.user_id is distinct from ${line}.author_id
      limit ${literalLimit(maximumOthers)}
    ) as joined
  ) else 0 end`
}

/**
 * The newest of a member's notifications that fulfil a condition, which is given the id of a line. Whom they do not see is named
 * as somebody who is erased: what they did to the event stays.
 */
function linesOf(uid: string, condition: (id: RawBuilder<unknown>) => RawBuilder<unknown>, limit: number) {
  const isHidden = isBlockedBetween(sql`line.author_id`, sql`${uid}::uuid`)
  return sql<NotificationRow & { startsAt: Date }>`
    select
      line.id, kind, event_id as "eventId", team_id as "teamId", sequence, ${joinedWith(sql`line`)} as others, title,
      teams.name as team,
      case when ${isHidden} then ${nobody.uid}::uuid else author_id end as "authorId",
      case when ${isHidden} then ${nobody.displayName} else users.display_name end as "authorName",
      device, changes, text, line.created_at as at, is_read as "isRead", starts_at as "startsAt"
    from (
      (
        select id::text as id, kind, event_id, team_id, sequence, author_id, device, '{}'::jsonb as changes, '' as text, created_at,
          read_at is not null as is_read
        from notifications
        where user_id = ${uid} and ${isRecent} ${condition(sql`id::text`)}
        order by notifications.created_at desc, notifications.id::text desc
        limit ${literalLimit(limit)}
      )
      union all
      select id, kind, event_id, null, null, author_id, null, changes, text, created_at, is_read
      from ${updatesFor(uid, limit, condition(sql`event_id || ' ' || number`))} as updates
    ) as line
    left join events on events.id = event_id
    left join teams on teams.id = team_id
    left join users on users.id = author_id
    order by line.created_at desc, line.id desc
    limit ${literalLimit(limit)}
  `
}

/** A member's notifications, newest first. */
export async function findNotifications(
  database: Database,
  uid: string,
  after: { at: string; id: string } | null,
  limit: number,
): Promise<NotificationRow[]> {
  const position = (id: RawBuilder<unknown>) =>
    after
      ? sql`and created_at <= ${after.at}::timestamptz
        and (created_at, ${id}) < (${after.at}::timestamptz, ${after.id})`
      : sql``
  const { rows } = await linesOf(uid, position, limit).execute(database)
  return rows.map(({ startsAt: _, ...row }) => row)
}

/** A member's newest notification of an event, but for the lines of teams, with the event's start, if they have not read it. */
export async function findNewestUnread(database: Database, uid: string, eventId: string) {
  // A line that a team has entered it is the team's.
  const isAbout = () => sql`and event_id = ${eventId}::uuid and kind <> 'team_entered'`
  const { rows } = await linesOf(uid, isAbout, 1).execute(database)
  return rows.find((line) => line.eventId !== null && !line.isRead) as
    | (NotificationRow<EventLine> & { startsAt: Date })
    | undefined
}

/** A member's newest unread line about a team, but for those about messages of its room. */
export async function findNewestOfTeam(database: Database, uid: string, teamId: string) {
  const { rows } = await sql<{
    kind: TeamNoticeKind
    team: string
    eventId: string | null
    title: string | null
    authorId: string | null
    authorName: string
  }>`
    select kind, teams.name as team, event_id as "eventId", title, author_id as "authorId", coalesce(display_name, '') as "authorName"
    from notifications join teams on teams.id = team_id left join users on users.id = author_id
      left join events on events.id = event_id
    where user_id = ${uid} and team_id = ${teamId}::uuid and sequence is null and read_at is null
      and not ${isBlockedBetween(sql`user_id`, sql`author_id`)}
    order by notifications.created_at desc, notifications.id desc limit 1`.execute(database)
  return rows[0]
}

/** The events of which a member has not read everything. */
export async function findUnreadEvents(database: Database, uid: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select event_id as id from notifications
    where user_id = ${uid} and read_at is null and event_id is not null and team_id is null and ${isRecent}
    union select event_id from ${updatesFor(uid, 1)} as updates where not is_read
  `.execute(database)
  return rows.map(({ id }) => id)
}

/** How many lines a member has not read: of those for them alone, and of the updates of their events. */
export async function countUnread(
  database: Database,
  uid: string,
): Promise<{ personal: number; updates: number }> {
  const { rows } = await sql<{ personal: number; updates: number }>`
    select (
      select count(*) from notifications where user_id = ${uid} and read_at is null and ${isRecent}
    )::int as personal, (
      select count(*) from ${updatesFor(uid, maximumCounted)} as updates where not is_read
    )::int as updates
  `.execute(database)
  return rows[0] ?? { personal: 0, updates: 0 }
}

/** Marks a member's notifications up to an instant, and of an event, as read; answers whether one was unread. */
export async function markRead(
  trx: DatabaseTransaction,
  uid: string,
  { upTo, eventId, teamId }: ReadNotifications,
): Promise<boolean> {
  const isNamed = sql<SqlBool>`(created_at <= ${upTo ?? null}::timestamptz or event_id = ${eventId ?? null}::uuid)`
  const { numUpdatedRows } = await trx
    .updateTable('notifications')
    .set({ read_at: sql<Date>`now()` })
    .where('user_id', '=', uid)
    .where('read_at', 'is', null)
    .where(sql<SqlBool>`(${isNamed} or team_id = ${teamId ?? null}::uuid)`)
    .executeTakeFirst()
  const { numAffectedRows } = await sql`
    insert into event_readings as stored (user_id, event_id, number)
    select ${uid}, event_id, max(number)
    from ${updatesFor(uid, maximumCounted)} as updates
    where not is_read and ${isNamed}
    group by event_id
    order by event_id
    on conflict (user_id, event_id) do update set number = greatest(stored.number, excluded.number)
  `.execute(trx)
  return numUpdatedRows + (numAffectedRows ?? 0n) > 0n
}

/**
 * Stores notifications, with the mails of the members who want them; answers each member's unread count then. In the order of
 * the uids, so that two transactions with the same members can't deadlock.
 */
export async function insertNotifications(
  trx: DatabaseTransaction,
  { kind, eventId, uids, authorId, sequence }: PersonalNotification,
): Promise<{ uid: string; unread: number }[]> {
  const { rows } = await sql<{ uid: string; unread: number }>`
    with stored as (
      insert into notifications (user_id, kind, event_id, author_id, sequence)
      select distinct uid, ${kind}, ${eventId}::uuid, ${authorId}::uuid, ${sequence ?? null}::bigint from unnest(${uids}::uuid[]) as uid
      where not ${isQuiet(kind)} or not exists (
        select from notifications as before
        where before.user_id = uid and before.event_id = ${eventId} and before.kind = ${kind} and before.created_at > now() - ${foldedFor}
      ) and not ${isBlockedBetween(sql`uid`, sql`${authorId}::uuid`)}
      order by uid
      returning id, user_id
    ),
    mailed as (
      insert into event_mails (user_id, event_id, kind, key)
      select user_id, ${eventId}, 'seat', stored.id::text
      from stored
      join users on users.id = user_id
      left join notification_settings using (user_id)
      where ${kind} = 'seat' and email_verified and coalesce(mail_changes, true)
      order by user_id
    )
    select user_id as uid, 1 + (
      select count(*)::int from notifications
      where notifications.user_id = stored.user_id and read_at is null and ${isRecent}
    ) as unread
    from stored
  `.execute(trx)
  return rows
}

/**
 * Stores a line about no event for each member, and deletes the oldest of its kind beyond `maximumNotices`; answers how many unread
 * lines each has then. Bots and members who are erased, or are being erased, get none.
 */
export async function insertNotices(
  trx: DatabaseTransaction,
  { kind, uids, ...details }: Notice,
): Promise<{ uid: string; unread: number }[]> {
  const [authorId, device] = [
    'authorId' in details ? details.authorId : null,
    'device' in details ? details.device : null,
  ]
  // Of many reports that a moderator has not looked at one line is enough.
  if (kind === 'report_received')
    await sql`
      delete from notifications
      where user_id = any(${uids}::uuid[]) and kind = ${kind} and read_at is null`.execute(trx)
  const { rows: members } = await sql<{ uid: string }>`
    with members as (
      select id from users
      where id = any(${uids}::uuid[]) and erased_at is null and bot_owner is null order by id for key share
    )
    insert into notifications (user_id, kind, author_id, device)
    select id, ${kind}, ${authorId}::uuid, ${device} from members
    returning user_id as uid`.execute(trx)
  const present = members.map(({ uid }) => uid)
  await sql`
    delete from notifications where id in (
      select id from (
        select id, row_number() over (partition by user_id order by id desc) as place
        from notifications where user_id = any(${present}::uuid[]) and kind = ${kind} and event_id is null
      ) as own where place > ${maximumNotices}
    )`.execute(trx)
  const { rows } = await sql<{ uid: string; unread: number }>`
    select user_id as uid, count(*)::int as unread from notifications
    where user_id = any(${present}::uuid[]) and read_at is null and ${isRecent}
    group by user_id`.execute(trx)
  return rows
}

/**
 * Stores a line about a team for each member, in place of an earlier one like it; answers how many unread lines each has then. None
 * of whom they don't see, and none for members who are erased, or are being erased.
 */
export async function insertTeamNotices(
  trx: DatabaseTransaction,
  { kind, teamId, eventId, uids, authorId, sequence }: TeamNotice,
): Promise<{ uid: string; unread: number }[]> {
  if (sequence === undefined)
    await sql`
      delete from notifications
      where team_id = ${teamId} and user_id = any(${uids}::uuid[]) and kind = ${kind}
        and author_id is not distinct from ${authorId}::uuid and event_id is not distinct from ${eventId ?? null}::uuid`.execute(
      trx,
    )
  const { rows } = await sql<{ uid: string; unread: number }>`
    with present as (
      select id from users
      where id = any(${uids}::uuid[]) and erased_at is null
        and not ${isBlockedBetween(sql`users.id`, sql`${authorId}::uuid`)}
      order by id for key share
    ), stored as (
      insert into notifications (user_id, kind, team_id, event_id, author_id, sequence)
      select id, ${kind}, ${teamId}::uuid, ${eventId ?? null}::uuid, ${authorId}::uuid, ${sequence ?? null}::bigint from present
      returning user_id
    )
    select user_id as uid, 1 + (
      select count(*)::int from notifications
      where notifications.user_id = stored.user_id and read_at is null and ${isRecent}
    ) as unread
    from stored`.execute(trx)
  return rows
}

/** Deletes a member's lines about messages of a team's room; answers how many unread lines they have then, if one of them was. */
export async function deleteTeamLines(
  trx: DatabaseTransaction,
  teamId: string,
  uid: string,
): Promise<number | undefined> {
  const { rows } = await sql<{ wasUnread: boolean }>`
    delete from notifications where team_id = ${teamId} and user_id = ${uid} and sequence is not null
    returning read_at is null as "wasUnread"`.execute(trx)
  if (!rows.some(({ wasUnread }) => wasUnread)) return undefined
  return (await countUnread(trx, uid)).personal
}

/** The event or the team whose room lines are about. */
export type RoomOfLines = { eventId: string } | { teamId: string }

/**
 * Deletes the lines about messages of an event's or a team's room, except for the members `kept`. Answers how many lines each member who had not
 * read theirs has not read then.
 */
export async function deleteNotificationsAbout(
  trx: DatabaseTransaction,
  room: RoomOfLines,
  sequences: number[],
  kept: string[],
): Promise<{ uid: string; unread: number }[]> {
  const isAbout =
    'eventId' in room ? sql`event_id = ${room.eventId}::uuid` : sql`team_id = ${room.teamId}::uuid`
  const { rows } = await sql<{ uid: string; unread: number }>`
    with gone as (
      delete from notifications
      where ${isAbout} and sequence = any(${sequences}::bigint[]) and user_id <> all(${kept}::uuid[])
      returning id, user_id, read_at
    )
    select user_id as uid, (
      select count(*)::int from notifications
      where notifications.user_id = gone.user_id and read_at is null and id not in (select id from gone) and ${isRecent}
    ) as unread
    from gone where read_at is null group by user_id
  `.execute(trx)
  return rows
}

/** Deletes a member's notifications of what another did; answers whether there were any. */
export async function deleteNotificationsBy(
  trx: DatabaseTransaction,
  uid: string,
  authorId: string,
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('notifications')
    .where('user_id', '=', uid)
    .where('author_id', '=', authorId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Deletes notifications that are 90 days old, a thousand at most. */
export async function deleteOldNotifications(database: Database): Promise<void> {
  await sql`
    delete from notifications where id in (
      select id from notifications
      where created_at < now() - interval '90 days' limit 1000 for update skip locked
    )`.execute(database)
}
