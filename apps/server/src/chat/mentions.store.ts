import type { UnreadMentions } from '@covo/contract/chat/chat.routes'
import { sql } from 'kysely'
import { literalLimit } from '../platform/database/cursor.ts'
import type { Database, DatabaseTransaction } from '../platform/database/database.ts'
import type { Hidden } from '../platform/viewer.ts'

/** The present names of members, by their uid; '' of members without one. */
export async function findNames(database: Database, uids: string[]): Promise<Map<string, string>> {
  const rows = await database
    .selectFrom('users')
    .select(['id', 'display_name as name'])
    .where('id', '=', sql<string>`any(${uids}::uuid[])`)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Those of the uids whose account was not removed. */
export async function findPresentMembers(database: Database, uids: string[]): Promise<Set<string>> {
  const rows = await database
    .selectFrom('users')
    .select('id')
    .where('id', '=', sql<string>`any(${uids}::uuid[])`)
    .where('erased_at', 'is', null)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** @param areRead whether they are stored as read: an edit notifies nobody */
export async function insertMentions(
  trx: DatabaseTransaction,
  conversationId: string,
  mentions: { uid: string; sequence: number }[],
  areRead = false,
): Promise<void> {
  if (mentions.length === 0) return
  await trx
    .insertInto('message_mentions')
    .values(
      mentions.map(({ uid, sequence }) => ({
        user_id: uid,
        conversation_id: conversationId,
        sequence,
        ...(areRead && { read_at: sql<Date>`now()` }),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Takes mentions back, but for some members; answers the members who had not read them. */
export async function deleteMentions(
  trx: DatabaseTransaction,
  conversationId: string,
  sequences: number[],
  kept: string[] = [],
): Promise<string[]> {
  const rows = await trx
    .deleteFrom('message_mentions')
    .where('conversation_id', '=', conversationId)
    .where('sequence', '=', sql<number>`any(${sequences}::bigint[])`)
    .where('user_id', '<>', sql<string>`all(${kept}::uuid[])`)
    .returning(['user_id as uid', 'read_at as readAt'])
    .execute()
  return [...new Set(rows.flatMap(({ uid, readAt }) => (readAt ? [] : [uid])))]
}

/**
 * A member's unread mentions by others than those who are hidden: how many in each conversation, and so many of them, the oldest of
 * each conversation before the second oldest of any.
 */
export async function findUnreadMentions(
  database: Database,
  uid: string,
  hidden: Hidden,
  limit: number,
): Promise<UnreadMentions> {
  const { rows } = await sql<UnreadMentions>`
    with unread as materialized (
      select conversation_id, sequence, row_number() over (partition by conversation_id order by sequence) as place
      from message_mentions
      where user_id = ${uid} and read_at is null
        and (cardinality(${[...hidden]}::uuid[]) = 0 or not exists (
          select from messages
          where messages.conversation_id = message_mentions.conversation_id
            and messages.sequence = message_mentions.sequence and sender_id = any(${[...hidden]}::uuid[])
        ))
    ), by_room as (
      select conversation_id, count(*) from unread group by conversation_id
    ), oldest as (
      select conversation_id, sequence from unread order by place, conversation_id limit ${literalLimit(limit)}
    )
    select
      (select count(*) from unread) as total,
      (select coalesce(json_object_agg(conversation_id, count), '{}') from by_room) as "byRoom",
      (select coalesce(json_agg(
        json_build_object('conversationId', conversation_id, 'sequence', sequence) order by conversation_id, sequence
      ), '[]') from oldest) as oldest`.execute(database)
  return rows[0] ?? { total: 0, byRoom: {}, oldest: [] }
}

/** Marks read that messages of a conversation call a member to, or one of them; whether any was unread. */
export async function markMentionsReadIn(
  trx: DatabaseTransaction,
  uid: string,
  conversationId: string,
  sequence?: number,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('message_mentions')
    .set({ read_at: sql`now()` })
    .where('user_id', '=', uid)
    .where('conversation_id', '=', conversationId)
    .$if(sequence !== undefined, (query) => query.where('sequence', '=', sequence as number))
    .where('read_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Marks all read that one member's messages call another to; whether any was unread. */
export async function markMentionsReadOf(
  trx: DatabaseTransaction,
  uid: string,
  authorId: string,
): Promise<boolean> {
  const { rows } = await sql`
    update message_mentions as mention set read_at = now()
    from messages
    where mention.user_id = ${uid} and read_at is null
      and messages.conversation_id = mention.conversation_id and messages.sequence = mention.sequence
      and messages.sender_id = ${authorId}
    returning 1`.execute(trx)
  return rows.length > 0
}
