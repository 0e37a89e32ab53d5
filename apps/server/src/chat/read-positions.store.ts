import type { OwnRooms } from '@covo/contract/chat/chat.routes'
import { type MutedUntil, maximumOwnRooms } from '@covo/contract/chat/chat.rules'
import { sql } from 'kysely'
import { literalLimit } from '../platform/database/cursor.ts'
import type { Database, DatabaseTransaction } from '../platform/database/database.ts'
import type { Hidden } from '../platform/viewer.ts'
import { mutedUntil } from './muted-until.ts'

/** A row of `memberships` as its member sees it. */
export type OwnPosition = { readUpTo: number; mutedUntil: MutedUntil }

/**
 * Stores how far a member has read a room: never less than before, and never beyond its head. Answers the new position, or
 * nothing where it is the old one: clients repeat the request.
 */
export async function raiseReadPosition(
  trx: DatabaseTransaction,
  conversationId: string,
  uid: string,
  sequence: number,
): Promise<OwnPosition | undefined> {
  const { rows } = await sql<OwnPosition>`
    /* prepared */ insert into memberships (conversation_id, user_id, read_up_to)
    select id, ${uid}, least(${sequence}::bigint, head) from conversations where id = ${conversationId}
    on conflict (user_id, conversation_id) do update set read_up_to = excluded.read_up_to
    where memberships.read_up_to < excluded.read_up_to
    returning read_up_to as "readUpTo", ${mutedUntil} as "mutedUntil"`.execute(trx)
  return rows[0]
}

/** The same of a room by subject or of a team, whose members alone have a row: a position makes nobody a member. */
export async function raiseMembersPosition(
  trx: DatabaseTransaction,
  conversationId: string,
  uid: string,
  sequence: number,
): Promise<OwnPosition | undefined> {
  const { rows } = await sql<OwnPosition>`
    /* prepared */ update memberships set read_up_to = least(${sequence}::bigint, head)
    from conversations
    where conversations.id = ${conversationId} and conversation_id = conversations.id and user_id = ${uid}
      and read_up_to < least(${sequence}::bigint, head)
    returning read_up_to as "readUpTo", ${mutedUntil} as "mutedUntil"`.execute(trx)
  return rows[0]
}

/** Makes the row of a member's position in the room of an event, which changes nothing of what is unread: they have read what was there when they joined. */
export async function insertPosition(
  trx: DatabaseTransaction,
  conversationId: string,
  uid: string,
): Promise<void> {
  await sql`
    insert into memberships (conversation_id, user_id, read_up_to)
    select own.conversation_id, ${uid}, coalesce((
      select sequence from messages
      where messages.conversation_id = own.conversation_id and sent_at <= own.since order by sequence desc limit 1
    ), 0)
    from rooms_of(${uid}) as own where own.conversation_id = ${conversationId}
    on conflict do nothing`.execute(trx)
}

/** Stores until when a member mutes a room. Answers up to which sequence they have read it; nothing where they have no row of it. */
export async function updateMuting(
  trx: DatabaseTransaction,
  conversationId: string,
  uid: string,
  until: MutedUntil,
): Promise<number | undefined> {
  const row = await trx
    .updateTable('memberships')
    .set({ muted_until: sql<Date>`${until === 'always' ? 'infinity' : until}::timestamptz` })
    .where('conversation_id', '=', conversationId)
    .where('user_id', '=', uid)
    .returning('read_up_to as readUpTo')
    .executeTakeFirst()
  return row?.readUpTo
}

/**
 * The rooms in which one may still write of the five events nearest to now: running events first, then upcoming ones by start,
 * then ended ones, the latest first. A cancelled event counts as ended. Messages from before the member joined are not unread.
 */
export async function findNearestRooms(
  database: Database,
  uid: string,
  hidden: Hidden,
): Promise<OwnRooms['rooms']> {
  const { rows } = await sql<OwnRooms['rooms'][number]>`
    /* prepared */ with nearest as materialized (
      select conversation_id, events.id, title, since, row_number() over (order by
        case when ended_at <= now() then 2 when starts_at <= now() then 0 else 1 end,
        case when ended_at <= now() then now() - ended_at else starts_at - now() end,
        events.id
      ) as place
      from rooms_of(${uid}) as own join events on events.id = own.event_id
      cross join lateral (select least(ends_at, cancelled_at) as ended_at) as ending
      where room_closes_at(events) > now()
      order by place limit ${literalLimit(maximumOwnRooms)}
    )
    select nearest.conversation_id as "conversationId", nearest.id as "eventId", title, read_up_to as "readUpTo",
      coalesce(
        case when read_up_to is not null or seen.sent_at > nearest.since then seen.sequence end, read_up_to, 0
      ) as head,
      coalesce(conversations.head, 0) as newest, ${mutedUntil} as "mutedUntil"
    from nearest
    left join conversations on conversations.id = nearest.conversation_id
    left join memberships on memberships.conversation_id = conversations.id and memberships.user_id = ${uid}
    left join lateral (
      select sequence, sent_at from messages
      where messages.conversation_id = conversations.id and sequence > coalesce(read_up_to, 0)
        and removed_at is null and sender_id <> ${uid} and sender_id <> all(${[...hidden]}::uuid[])
      order by sequence desc limit 1
    ) as seen on true
    order by place`.execute(database)
  return rows
}

/**
 * The open rooms that a member is in, in the order of all rooms, and those of their teams, as `rooms_of` has them: joined to their
 * memberships again, its rows made the database compare each with each.
 */
export async function findEnteredRooms(
  database: Database,
  uid: string,
  hidden: Hidden,
): Promise<OwnRooms['rooms']> {
  const { rows } = await sql<OwnRooms['rooms'][number]>`
    /* prepared */ select conversations.id as "conversationId", null as "eventId", coalesce(rooms.name, teams.name) as title,
      read_up_to as "readUpTo", coalesce(seen.sequence, read_up_to) as head, conversations.head as newest,
      ${mutedUntil} as "mutedUntil"
    from memberships join conversations on conversations.id = conversation_id
    left join rooms using (conversation_id)
    left join teams using (conversation_id)
    left join lateral (
      select sequence from messages
      where conversations.head > read_up_to and messages.conversation_id = conversations.id and sequence > read_up_to
        and removed_at is null and sender_id <> ${uid} and sender_id <> all(${[...hidden]}::uuid[])
      order by sequence desc limit 1
    ) as seen on true
    where user_id = ${uid} and (rooms.slug is not null and archived_at is null or teams.id is not null)
    order by place, slug, teams.name_key`.execute(database)
  return rows
}

/** Keeps that a member has opened a team's page or room, once a day. */
export async function noteOpened(database: Database, conversationId: string, uid: string): Promise<void> {
  await sql`
    /* prepared */ update memberships set opened_on = current_date
    where conversation_id = ${conversationId} and user_id = ${uid} and opened_on < current_date`.execute(
    database,
  )
}
