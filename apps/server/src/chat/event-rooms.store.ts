import { eventOfRoom, eventRoomId } from '@covo/contract/chat/chat.rules'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../platform/database/database.ts'
import { type Conversation, lockConversation } from './chat.store.ts'

/** The room of an event that the member takes part in; its row is made by the first who asks for it. */
export async function findEventRoom(
  database: Database,
  eventId: string,
  uid: string,
): Promise<Conversation | undefined> {
  const { rows } = await sql<{ [Field in keyof Conversation]: Conversation[Field] | null }>`
    /* prepared */ select conversations.id, 'event' as kind, head, changes, author_count as "authorCount",
      null as "partnerId", false as "isPartnerGone", room_closes_at(events) <= now() as "isReadOnly"
    from events left join conversations on conversations.id = ${eventRoomId(eventId)}
    where events.id = ${eventId}::uuid and takes_part(events.id, ${uid}::uuid)`.execute(database)
  const [room] = rows
  if (!room) return undefined
  if (room.id !== null) return room as Conversation
  await insertEventRoom(database, eventId)
  return await findEventRoom(database, eventId, uid)
}

/**
 * Locks the row of an event's room until the transaction ends, made where it is missing: else a first message could be stored
 * beside what the lock is for.
 */
export async function lockEventRoom(trx: DatabaseTransaction, eventId: string): Promise<void> {
  await insertEventRoom(trx, eventId)
  await lockConversation(trx, eventRoomId(eventId))
}

async function insertEventRoom(database: Database, eventId: string): Promise<void> {
  await sql`
    /* prepared */ insert into conversations (id, kind)
    select ${eventRoomId(eventId)}, 'event' from events where id = ${eventId}::uuid
    on conflict do nothing`.execute(database)
}

/** Those of the members who take part in the event of a room. */
export async function findTakingPart(
  database: Database,
  conversationId: string,
  uids: string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ uid: string }>`
    /* prepared */ select uid from unnest(${uids}::uuid[]) as uid
    where takes_part(${eventOfRoom(conversationId)}::uuid, uid)`.execute(database)
  return new Set(rows.map(({ uid }) => uid))
}

/** Messages that one statement deletes. */
const deletedAtOnce = 5000

/**
 * Deletes the room of an event that is gone, unless a decision of moderation that may be reverted removed the event. Answers
 * whether there was one.
 */
export async function deleteOrphanedRoom(database: Database): Promise<boolean> {
  return await database.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: string; head: number }>`
      select id, head from conversations
      where kind = 'event' and not exists (select from events where 'evento-' || events.id = conversations.id)
        and not exists (
          select from decisions
          where subject_kind = 'event' and removed is not null and 'evento-' || subject_id = conversations.id
        )
      limit 1 for update skip locked`.execute(trx)
    const [room] = rows
    if (!room) return false
    for (let upTo = deletedAtOnce; upTo < room.head + deletedAtOnce; upTo += deletedAtOnce)
      for (const table of ['message_reactions', 'message_mentions', 'messages'] as const)
        await trx
          .deleteFrom(table)
          .where('conversation_id', '=', room.id)
          .where('sequence', '<=', upTo)
          .execute()
    for (const table of ['searched_conversations', 'conversation_authors'] as const)
      await trx.deleteFrom(table).where('conversation_id', '=', room.id).execute()
    await trx.deleteFrom('conversations').where('id', '=', room.id).execute()
    return true
  })
}
