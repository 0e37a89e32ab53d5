import { eventRoomId } from '@covo/contract/chat/chat.rules'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../platform/database/database.ts'
import { lockConversation } from './chat.store.ts'

/**
 * Locks the row of an event's room until the transaction ends, made where it is missing: else a first message could be stored
 * beside what the lock is for.
 */
export async function lockEventRoom(trx: DatabaseTransaction, eventId: string): Promise<void> {
  await insertEventRoom(trx, eventId, null)
  await lockConversation(trx, eventRoomId(eventId))
}

/** Makes the row of an event's room, unless there is one; given a member, where they take part. */
export async function insertEventRoom(
  database: Database,
  eventId: string,
  uid: string | null,
): Promise<void> {
  await sql`
    /* prepared */ insert into conversations (id, kind)
    select ${eventRoomId(eventId)}, 'event' from events
    where id = ${eventId}::uuid and (${uid}::uuid is null or takes_part(id, ${uid}::uuid))
    on conflict do nothing`.execute(database)
}

/** Messages that one statement deletes. */
const deletedAtOnce = 5000

/**
 * Deletes the room of an event or a team that is gone, unless a decision of moderation that may be reverted removed the event. Answers
 * whether there was one.
 */
export async function deleteOrphanedRoom(database: Database): Promise<boolean> {
  return await database.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: string; head: number }>`
      select id, head from conversations
      where kind = 'team' and not exists (select from teams where conversation_id = conversations.id)
        or kind = 'event' and not exists (select from events where 'evento-' || events.id = conversations.id)
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
