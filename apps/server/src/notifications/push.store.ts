import type { MessageFile } from '@covo/contract/files/message-files'
import { maximumPushSubscriptions } from '@covo/contract/notifications/push.routes'
import type { QuietHours } from '@covo/contract/notifications/quiet-hours.rules'
import { type RawBuilder, sql } from 'kysely'
import { filesOfMessage } from '../chat/files-of-message.ts'
import { isBlockedBetween } from '../platform/database/block-filter.ts'
import type { Database, DatabaseTransaction } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { Viewer } from '../platform/viewer.ts'

export type PushKind = Tables['pushes']['kind']

/** The subject of a push: a conversation, a member, an event or a team by its id; all reports together. */
export type PushSubject = { kind: PushKind; subject: string }

export type Subscription = { endpoint: string; p256dh: string; auth: string }

/** A push that was taken to be sent, with what it needs of its member. */
export type DuePush = PushSubject &
  Subscription & {
    sessionId: string
    uid: string
    /** Changes when somebody asks for it meanwhile. */
    asked: number
    tries: number
    /** Whether the member still has the session and may use it. */
    isPresent: boolean
    notifyEvents: boolean
    notifyChat: boolean
    notifyFriendship: boolean
    showText: boolean
    quietHours: QuietHours
    zone: string
  }

/** How long a push waits for its member to read in the app; also the least time between two pushes of one subject. */
const unreadAfter = sql`interval '3 seconds'`
const apart = sql`interval '10 seconds'`

/** The time for which nobody else sends a push that was taken: longer than a push service is waited for. */
const lease = sql`interval '30 seconds'`

/** Stores the device of a session, in the place of its own or another session's before; false where the member has too many. */
export async function saveSubscription(
  trx: DatabaseTransaction,
  { uid, sessionId }: Viewer,
  { endpoint, p256dh, auth }: Subscription,
): Promise<boolean> {
  // So that the devices of a member are counted one after the other.
  await sql`select from users where id = ${uid} for no key update`.execute(trx)
  await trx
    .deleteFrom('push_subscriptions')
    .where((row) => row.or([row('session_id', '=', sessionId), row('endpoint', '=', endpoint)]))
    .execute()
  const { rows } = await sql`
    insert into push_subscriptions (session_id, endpoint, p256dh, auth)
    select id, ${endpoint}, ${p256dh}, ${auth} from sessions
    where id = ${sessionId} and (
      select count(*) from push_subscriptions join sessions as others on others.id = session_id
      where others.user_id = ${uid}
    ) < ${maximumPushSubscriptions}
    on conflict do nothing
    returning 1`.execute(trx)
  return rows.length > 0
}

/** Deletes the device of a session; of a given endpoint only, where one is given. */
export async function deleteSubscription(
  database: Database,
  sessionId: string,
  endpoint?: string,
): Promise<void> {
  await database
    .deleteFrom('push_subscriptions')
    .where('session_id', '=', sessionId)
    .$if(endpoint !== undefined, (own) => own.where('endpoint', '=', endpoint ?? ''))
    .execute()
}

/** Has a push sent at once; false where the session has no device. */
export async function queueTest(database: Database, sessionId: string): Promise<boolean> {
  const { rows } = await sql`
    insert into pushes (session_id, kind, subject, due_at)
    select session_id, 'test', '', now() from push_subscriptions where session_id = ${sessionId} for key share
    on conflict (session_id, kind, subject) do update set due_at = now(), asked = pushes.asked + 1, tries = 0
    returning 1`.execute(database)
  return rows.length > 0
}

/**
 * Queues pushes to the devices of members, who get them unless they read the subject within three seconds. They are stored in
 * the transaction of their subject, so that a killed server loses none. Private messages do the same by a trigger (migration 55).
 */
export async function queuePushes(
  trx: DatabaseTransaction,
  { kind, subject }: PushSubject,
  uids: readonly string[],
): Promise<void> {
  if (uids.length === 0) return
  await sql`
    /* prepared */ select queue_pushes(${uids}::uuid[], ${kind}, ${subject}, ${unreadAfter})`.execute(trx)
}

/** Updates of events that one transaction queues pushes of. */
const maximumUpdates = 20

/**
 * Queues the pushes of organizers' updates, to members who take part, wait or organize. Behind their transaction, whose time must
 * not grow with the event.
 */
export async function queueUpdatePushes(database: Database): Promise<void> {
  await database.transaction().execute(async (trx) => {
    const { rows } = await sql<{ eventId: string; number: number }>`
      select event_id as "eventId", number from event_updates
      where is_weighty and not are_pushes_queued
      order by event_id, number limit ${maximumUpdates} for update skip locked`.execute(trx)
    for (const { eventId, number } of rows) {
      await sql`
        select queue_pushes(array(
          select sessions.user_id
          from push_subscriptions
          join sessions on sessions.id = session_id
          join event_updates as own on own.event_id = ${eventId}::uuid and own.number = ${number}
          where own.author_id is distinct from sessions.user_id
            and not (own.kind = 'message' and ${isBlockedBetween(sql`own.author_id`, sql`sessions.user_id`)})
            and sessions.user_id in (
              select user_id from event_participants where event_id = ${eventId}::uuid and told_from < ${number}
              union all select user_id from event_organizers where event_id = ${eventId}::uuid and told_from < ${number}
              union all select organizer_id from events where id = ${eventId}::uuid
            )
        ), 'event', ${eventId}, interval '0')`.execute(trx)
      await trx
        .updateTable('event_updates')
        .set({ are_pushes_queued: true })
        .where('event_id', '=', eventId)
        .where('number', '=', number)
        .execute()
    }
  })
}

/** Takes pushes that are due, the oldest first. One whose process is killed is taken again after the lease. */
export async function claimPushes(database: Database, limit: number): Promise<DuePush[]> {
  const { rows } = await sql<DuePush>`
    /* prepared */ with due as (
      select session_id, kind, subject from pushes
      where due_at <= now() order by due_at limit ${limit} for update skip locked
    ),
    taken as (
      update pushes set due_at = now() + ${lease}, tries = tries + 1
      from due where (pushes.session_id, pushes.kind, pushes.subject) = (due.session_id, due.kind, due.subject)
      returning pushes.*
    )
    select
      session_id as "sessionId", kind, subject, asked, tries, endpoint, p256dh, auth, sessions.user_id as uid,
      expires_at > now() and blocked_at is null and erased_at is null and deletion_at is null
        and coalesce(suspended_until <= now(), true) as "isPresent",
      coalesce(notify_events and push_events, true) as "notifyEvents",
      coalesce(notify_chat and push_chat, true) as "notifyChat",
      coalesce(notify_friendship and push_friendship, true) as "notifyFriendship", coalesce(show_text, true) as "showText",
      json_build_object(
        'isOn', coalesce(has_quiet_hours, false), 'from', coalesce(quiet_from, ''), 'to', coalesce(quiet_to, '')
      ) as "quietHours", coalesce(zone, '') as zone
    from taken
    join push_subscriptions using (session_id)
    join sessions on sessions.id = session_id
    join users on users.id = sessions.user_id
    left join notification_settings on notification_settings.user_id = users.id`.execute(database)
  return rows
}

/** Nothing of a push is due any more, unless somebody asked for it after it was taken. */
export async function settlePush(database: Database, push: DuePush, wasSent: boolean): Promise<void> {
  await sql`
    update pushes set
      sent_at = case when ${wasSent} then now() else sent_at end,
      tries = 0,
      due_at = case
        when asked = ${push.asked} then null
        when ${wasSent} then now() + ${apart}
        else now() + ${unreadAfter}
      end
    where session_id = ${push.sessionId} and kind = ${push.kind} and subject = ${push.subject}`.execute(
    database,
  )
}

/** Lets a push be tried again after so many seconds. */
export async function postponePush(database: Database, push: DuePush, seconds: number): Promise<void> {
  await sql`
    update pushes set due_at = now() + ${seconds} * interval '1 second'
    where session_id = ${push.sessionId} and kind = ${push.kind} and subject = ${push.subject}`.execute(
    database,
  )
}

/** Lets a push wait until an instant, if its member still has quiet hours. Nobody tried to send it. */
export async function suspendPush(database: Database, push: DuePush, until: Date): Promise<void> {
  await sql`
    update pushes set tries = 0, due_at = case
      when exists (select from notification_settings where user_id = ${push.uid} and has_quiet_hours) then ${until}
      else now()
    end
    where session_id = ${push.sessionId} and kind = ${push.kind} and subject = ${push.subject}`.execute(
    database,
  )
}

/** Makes what waits for the end of a member's quiet hours due: these are others now, or none. */
export async function releasePushes(trx: DatabaseTransaction, uid: string): Promise<void> {
  await sql`
    update pushes set due_at = now()
    where (session_id, kind, subject) in (
      select session_id, kind, subject from pushes
      where session_id in (select id from sessions where user_id = ${uid}) and tries = 0
        and due_at > now() + ${unreadAfter} + ${apart}
      for update skip locked
    )`.execute(trx)
}

/** The subjects of a device's pushes that its member has not read, without events; the newest first. */
export async function findUnreadSubjects(
  database: Database,
  { sessionId, uid }: DuePush,
  limit: number,
): Promise<PushSubject[]> {
  const { rows } = await sql<PushSubject>`
    select kind, subject from pushes
    where session_id = ${sessionId} and (sent_at is not null or due_at is not null) and case kind
      when 'chat' then exists (
        select from conversation_members as own
        where own.conversation_id = subject and own.user_id = ${uid} and own.is_unread
      ) or exists (
        select from memberships as own join conversations on conversations.id = own.conversation_id
        where own.conversation_id = subject and own.user_id = ${uid} and read_up_to < head
      )
      when 'mention' then exists (
        select from message_mentions as own
        where own.user_id = ${uid} and own.conversation_id = subject and own.read_at is null
      )
      when 'request' then exists (
        select from friend_requests where sender_id = subject::uuid and recipient_id = ${uid}
      )
      when 'event' then true
      when 'team' then exists (
        select from notifications as own
        where own.user_id = ${uid} and own.team_id = subject::uuid and own.sequence is null and own.read_at is null
      )
      when 'report' then ${isReportUnread(sql`${uid}`)}
      else sent_at > now() - interval '1 day'
    end
    order by asked_at desc limit ${limit}`.execute(database)
  return rows
}

/** Unread messages: whose the newest is, how many there are, and what the newest says. */
export type UnreadCount = { name: string; count: number; text: string; files: MessageFile[] | null }

/**
 * The other's messages in a private chat that a member has not read: the other's name, their count, and the newest text. Nothing
 * where the member has answered, from a device that did not mark them as read.
 */
export async function findUnreadChat(database: Database, uid: string, conversationId: string) {
  const { rows } = await sql<UnreadCount>`
    select display_name as name, count, text, files
    from conversation_members as own
    join users as partner on partner.id = partner_id
    cross join lateral (
      select
        count(*) filter (where sender_id = partner_id)::integer as count,
        (array_agg(newest.text order by sequence desc))[1] as text,
        (array_agg(newest.files order by sequence desc))[1] as files,
        (array_agg(sender_id order by sequence desc))[1] as last_sender_id
      from (
        select sequence, sender_id, messages.text, ${filesOfMessage(sql`messages`)} as files from messages
        where messages.conversation_id = own.conversation_id and sequence > own.last_read and removed_at is null
        order by sequence desc limit 100
      ) as newest
    ) as unread
    where own.conversation_id = ${conversationId} and own.user_id = ${uid} and is_unread
      and last_sender_id = partner_id and not ${isBlockedBetween(sql`own.user_id`, sql`partner_id`)}`.execute(
    database,
  )
  return rows[0]
}

/**
 * The others' messages in a team's room that a member has not read: who wrote the newest, the team's name, their count, and the newest
 * text. Of a muted team only messages that mention the member or reply to them count. Undefined where the member wrote the newest message,
 * or has left the team.
 */
export async function findUnreadOfTeam(database: Database, uid: string, conversationId: string) {
  const { rows } = await sql<UnreadCount & { team: string }>`
    select teams.name as team, display_name as name, count, text, files
    from memberships as own
    join teams on teams.conversation_id = own.conversation_id
    cross join lateral (
      select
        count(*)::integer as count,
        (array_agg(newest.text order by sequence desc))[1] as text,
        (array_agg(newest.files order by sequence desc))[1] as files,
        (array_agg(sender_id order by sequence desc))[1] as last_sender_id
      from (
        select sequence, sender_id, messages.text, ${filesOfMessage(sql`messages`)} as files from messages
        where messages.conversation_id = own.conversation_id and sequence > own.read_up_to and removed_at is null
          and (coalesce(own.muted_until <= now(), true) or exists (
            select from notifications as line
            where line.user_id = own.user_id and line.team_id = teams.id and line.sequence = messages.sequence
          ))
          and not ${isBlockedBetween(sql`own.user_id`, sql`sender_id`)}
        order by sequence desc limit 100
      ) as newest
    ) as unread
    join users as sender on sender.id = last_sender_id
    where own.conversation_id = ${conversationId} and own.user_id = ${uid} and last_sender_id <> own.user_id`.execute(
    database,
  )
  return rows[0]
}

/**
 * The unread messages of a room that call a member: the newest's author, their count, the newest's text and
 * sequence; the room's name and address where it is one by subject.
 */
export async function findUnreadCalls(database: Database, uid: string, conversationId: string) {
  const { rows } = await sql<UnreadCount & { sequence: number; room: string | null; slug: string | null }>`
    select rooms.name as room, slug, display_name as name, count(*) over ()::integer as count, text, ${filesOfMessage(sql`messages`)} as files, sequence
    from message_mentions as own
    join messages using (conversation_id, sequence)
    join users as sender on sender.id = sender_id
    left join rooms on rooms.conversation_id = own.conversation_id
    where own.user_id = ${uid} and own.conversation_id = ${conversationId} and read_at is null and removed_at is null
      and not ${isBlockedBetween(sql`own.user_id`, sql`sender_id`)}
    order by sequence desc limit 1`.execute(database)
  return rows[0]
}

/** Whether a member has not read that something was reported. */
function isReportUnread(uid: RawBuilder<unknown>) {
  return sql<boolean>`exists (
    select from notifications where user_id = ${uid} and kind = 'report_received' and read_at is null
  )`
}

export async function hasUnreadReport(database: Database, uid: string): Promise<boolean> {
  const { rows } = await sql<{ isUnread: boolean }>`
    select ${isReportUnread(sql`${uid}::uuid`)} as "isUnread"`.execute(database)
  return rows[0]?.isUnread ?? false
}

/** The name of a sender who waits for the member's answer, or of a friend; undefined where they do not (any more). */
export async function findPerson(
  database: Database,
  uid: string,
  { kind, subject }: PushSubject,
): Promise<string | undefined> {
  const relation =
    kind === 'request'
      ? sql`exists (select from friend_requests where sender_id = users.id and recipient_id = ${uid})`
      : sql`exists (select from friendships where user_id = users.id and friend_id = ${uid})`
  const { rows } = await sql<{ name: string }>`
    select display_name as name from users
    where id = ${subject}::uuid and ${relation} and not ${isBlockedBetween(sql`users.id`, sql`${uid}::uuid`)}`.execute(
    database,
  )
  return rows[0]?.name
}

/** Deletes pushes of a week ago, which no device shows. */
export async function deleteOldPushes(database: Database): Promise<void> {
  await sql`
    delete from pushes where (session_id, kind, subject) in (
      select session_id, kind, subject from pushes
      where due_at is null and asked_at < now() - interval '7 days' limit 1000 for update skip locked
    )`.execute(database)
}
