import { type DigestPace, nextDigest } from '@covo/contract/notifications/digest.rules'
import { type RawBuilder, sql } from 'kysely'
import { isBlockedBetween } from '../platform/database/block-filter.ts'
import type { Database, DatabaseTransaction } from '../platform/database/database.ts'
import { isDue, lease, type MailRow } from './mail-queue.store.ts'
import { findNotifications } from './notifications.store.ts'

/** How many there are, and the names of some. */
export type Counted = { count: number; names: string[] }

/** The unseen items of a member, by their kind. */
export type DigestNews = Record<'chats' | 'teams' | 'calls' | 'requests' | 'events', Counted>

/** A digest that was taken to be sent. `since`: older items were in the one before. */
export type DueDigest = {
  uid: string
  period: Date
  tries: number
  since: Date
  email: string
  /** Whether the member still wants it, may get it and was away. */
  isWanted: boolean
  notifyEvents: boolean
  notifyChat: boolean
  notifyFriendship: boolean
}

/** Hours of absence after which a member may get a digest. */
const hoursAway = 12

/** Hours after which a digest is too late: its server was away, or a backup of before it was restored. */
const hoursTimely = 6

/** Sets when the member's next digest is due, after their choice of it, or of their zone, changed. */
export async function scheduleDigest(trx: DatabaseTransaction, uid: string): Promise<void> {
  const row = await trx
    .selectFrom('notification_settings')
    .select(['digest', 'zone'])
    .where('user_id', '=', uid)
    .executeTakeFirst()
  if (row) await setDue(trx, uid, nextDigest(Date.now(), row.digest, row.zone))
}

async function setDue(trx: DatabaseTransaction, uid: string, due: number | null): Promise<void> {
  await trx
    .updateTable('notification_settings')
    .set({ digest_due_at: due === null ? null : new Date(due) })
    .where('user_id', '=', uid)
    .execute()
}

/** Queues the digests that are due, of so many members at most, and sets their next. Answers whether there may be more. */
export async function queueDigests(database: Database, limit = 100): Promise<boolean> {
  return await database.transaction().execute(async (trx) => {
    const { rows } = await sql<{ uid: string; digest: DigestPace; zone: string }>`
      with due as (
        select user_id, digest, zone, digest_due_at from notification_settings
        where digest_due_at <= now() order by digest_due_at limit ${limit} for update skip locked
      ),
      queued as (
        insert into digests (user_id, period)
        -- As exact as a Date.
        select user_id, date_trunc('milliseconds', digest_due_at) from due join users on users.id = user_id
        where ${mayGet} and digest_due_at > now() - ${hoursTimely} * interval '1 hour'
          and ${wasAway(sql`digest_due_at`)}
        on conflict do nothing
      )
      select user_id as uid, digest, zone from due`.execute(trx)
    for (const { uid, digest, zone } of rows) await setDue(trx, uid, nextDigest(Date.now(), digest, zone))
    return rows.length === limit
  })
}

const mayGet = sql`
  email_verified and erased_at is null and deletion_at is null and blocked_at is null
  and coalesce(suspended_until <= now(), true)`

function wasAway(period: RawBuilder<unknown>) {
  return sql`not exists (
    select from presences
    where presences.user_id = users.id and seen_at > ${period} - ${hoursAway} * interval '1 hour'
  )`
}

/** Takes one digest that is due; undefined where there is none. */
export async function claimDigest(database: Database): Promise<DueDigest | undefined> {
  const { rows } = await sql<DueDigest>`
    with taken as (
      update digests set tries = digests.tries + 1, taken_at = now(), ${lease}
      from (
        select user_id, period from digests
        where ${isDue}
        order by due_at limit 1 for update skip locked
      ) as due
      where (digests.user_id, digests.period) = (due.user_id, due.period)
      returning digests.*
    )
    select taken.user_id as uid, taken.period, taken.tries, email,
      coalesce(
        (select max(taken_at) from digests where user_id = taken.user_id and sent_at is not null),
        taken.period - case digest when 'weekly' then interval '7 days' else interval '1 day' end
      ) as since,
      ${mayGet} and digest <> 'never' and ${wasAway(sql`taken.period`)} as "isWanted",
      notify_events and digest_events as "notifyEvents", notify_chat and digest_chat as "notifyChat",
      notify_friendship and digest_friendship as "notifyFriendship"
    from taken
    join users on users.id = taken.user_id
    join notification_settings as settings on settings.user_id = taken.user_id`.execute(database)
  return rows[0]
}

/** Names that are read at most. */
const maximumNames = 10

const nothing: Counted = { count: 0, names: [] }

/** The news that a member has not seen since an instant, of the kinds that are on; null where there is none. */
export async function readNews(database: Database, digest: DueDigest): Promise<DigestNews | null> {
  const { uid, since } = digest
  const news = {
    chats: digest.notifyChat ? await countChats(database, uid, since) : nothing,
    teams: digest.notifyChat ? await countTeams(database, uid, since) : nothing,
    calls: digest.notifyChat ? await countCalls(database, uid, since) : nothing,
    requests: digest.notifyFriendship ? await countRequests(database, uid, since) : nothing,
    events: digest.notifyEvents ? await countEvents(database, uid, since) : nothing,
  }
  return Object.values(news).some(({ count }) => count > 0) ? news : null
}

async function countChats(database: Database, uid: string, since: Date): Promise<Counted> {
  return await countPeople(
    database,
    sql`
    select partner_id as id, last_message_at as at from conversation_members
    where user_id = ${uid} and is_unread and last_message_at > ${since}
      and not ${isBlockedBetween(sql`partner_id`, sql`${uid}::uuid`)}`,
  )
}

/** The member's teams with unread messages, without muted teams. */
async function countTeams(database: Database, uid: string, since: Date): Promise<Counted> {
  const { rows } = await sql<{ name: string; count: number }>`
    select name, count(*) over ()::integer as count
    from memberships as own join teams using (conversation_id)
    where own.user_id = ${uid} and coalesce(muted_until <= now(), true) and exists (
      select from messages
      where messages.conversation_id = own.conversation_id and sequence > read_up_to and sent_at > ${since}
        and removed_at is null and sender_id <> ${uid}
        and not ${isBlockedBetween(sql`sender_id`, sql`${uid}::uuid`)}
    )
    order by name_key limit ${maximumNames}`.execute(database)
  return { count: rows[0]?.count ?? 0, names: rows.map(({ name }) => name) }
}

async function countRequests(database: Database, uid: string, since: Date): Promise<Counted> {
  return await countPeople(
    database,
    sql`
    select sender_id as id, created_at as at from friend_requests
    where recipient_id = ${uid} and created_at > ${since} and not ${isBlockedBetween(sql`sender_id`, sql`${uid}::uuid`)}`,
  )
}

/** Counts people, and reads the names of those of the newest `at`. */
async function countPeople(database: Database, people: RawBuilder<unknown>): Promise<Counted> {
  const { rows } = await sql<{ name: string; count: number }>`
    select display_name as name, count from (
      select id, at, count(*) over ()::integer as count from (${people}) as all_of_them
      order by at desc limit ${maximumNames}
    ) as newest join users using (id) order by at desc`.execute(database)
  return { count: rows[0]?.count ?? 0, names: rows.map(({ name }) => name) }
}

/** In the public room and rooms by subject together. */
async function countCalls(database: Database, uid: string, since: Date): Promise<Counted> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count
    from message_mentions as own join messages using (conversation_id, sequence)
    where own.user_id = ${uid} and read_at is null and removed_at is null
      and sent_at > ${since} and not ${isBlockedBetween(sql`sender_id`, sql`${uid}::uuid`)}`.execute(database)
  return { count: rows[0]?.count ?? 0, names: [] }
}

/** Lines of 'Notifiche' that are looked at. */
const maximumLines = 50

async function countEvents(database: Database, uid: string, since: Date): Promise<Counted> {
  const lines = await findNotifications(database, uid, null, maximumLines)
  const titles = new Map(
    lines.flatMap(({ eventId, title, at, isRead }) =>
      eventId !== null && title !== null && !isRead && at > since ? [[eventId, title]] : [],
    ),
  )
  return { count: titles.size, names: [...titles.values()] }
}

export function digestRow({ uid, period }: DueDigest): MailRow {
  return { table: 'digests', condition: sql`user_id = ${uid} and period = ${period}` }
}

/** Deletes digests of a month ago: each member's newest are what the next one counts from. */
export async function deleteOldDigests(database: Database): Promise<void> {
  await sql`
    delete from digests where (user_id, period) in (
      select user_id, period from digests
      where period < now() - interval '30 days' limit 1000 for update skip locked
    )`.execute(database)
}
