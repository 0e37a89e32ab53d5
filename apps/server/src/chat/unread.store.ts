import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../platform/database/database.ts'
import type { StoredMessage } from './stored-message.ts'

/**
 * Stores the last message for the lists of chats, and marks a private conversation unread for each member who didn't send
 * one of the messages. Answers all members for whom it is unread: a sender who replies from another device without reading
 * sees their own words as the last ones.
 */
export async function markUnread(
  trx: DatabaseTransaction,
  conversationId: string,
  messages: StoredMessage[],
): Promise<string[]> {
  const last = messages.at(-1)
  await trx
    .updateTable('conversations')
    .set({ last_message: last?.text ?? null, last_message_at: last?.sentAt ?? null })
    .where('id', '=', conversationId)
    .execute()
  const senders = [...new Set(messages.map(({ senderId }) => senderId))]
  const { rows } = await sql<{ user_id: string; is_unread: boolean }>`
    update conversation_members
    set is_unread = is_unread or partner_id = any(${senders}::uuid[]), last_message_at = ${last?.sentAt}
    where conversation_id = ${conversationId}
    returning user_id, is_unread
  `.execute(trx)
  return rows.filter((row) => row.is_unread).map((row) => row.user_id)
}

/**
 * Stores how far a member has read, never less than before, and whether the partner wrote more than that. Writes and
 * answers nothing where neither changes: clients repeat the request. The conversation's row lock serializes this with the
 * storing of messages.
 */
export async function updateLastRead(
  trx: DatabaseTransaction,
  conversationId: string,
  viewerId: string,
  sequence: number,
): Promise<{ wasUnread: boolean; isUnread: boolean } | undefined> {
  await trx.selectFrom('conversations').select('id').where('id', '=', conversationId).forUpdate().execute()
  const { rows } = await sql<{ wasUnread: boolean; isUnread: boolean }>`
      with present as (
        select greatest(last_read, least(${sequence}::bigint, head)) as last_read, is_unread
        from conversation_members join conversations on conversations.id = conversation_id
        where conversation_id = ${conversationId} and user_id = ${viewerId}
      ),
      next as (
        select last_read, is_unread as was_unread, exists (
          select from messages
          where conversation_id = ${conversationId} and sequence > present.last_read and sender_id <> ${viewerId}
        ) as is_unread
        from present
      )
      update conversation_members as own
      set last_read = next.last_read, is_unread = next.is_unread
      from next
      where conversation_id = ${conversationId} and user_id = ${viewerId}
        and (own.last_read, own.is_unread) is distinct from (next.last_read, next.is_unread)
      returning was_unread as "wasUnread", own.is_unread as "isUnread"
    `.execute(trx)
  return rows[0]
}

/** A member's private conversations with something unread, the newest first, and how many there are in all. */
export async function findUnreadChats(database: Database, viewerId: string, limit: number) {
  const chats = await database
    .selectFrom('conversation_members as own')
    .innerJoin('conversations', 'conversations.id', 'own.conversation_id')
    .innerJoin('users as partner', 'partner.id', 'own.partner_id')
    .select([
      'own.conversation_id as conversationId',
      'partner.id as uid',
      'partner.display_name as displayName',
      sql<string>`coalesce(partner.photo_url, '')`.as('photoURL'),
      // One line of it is shown.
      sql<string | null>`left(conversations.last_message, 300)`.as('lastMessage'),
      'conversations.last_message_at as lastMessageAt',
    ])
    .where('own.user_id', '=', viewerId)
    .where('own.is_unread', '=', true)
    .orderBy('own.last_message_at', 'desc')
    .limit(limit)
    .execute()
  const { total } = await database
    .selectFrom('conversation_members')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('user_id', '=', viewerId)
    .where('is_unread', '=', true)
    .executeTakeFirstOrThrow()
  return { chats, total }
}
