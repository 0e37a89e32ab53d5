import { sql } from 'kysely'
import type { DatabaseTransaction } from '../platform/database/database.ts'
import { lockConversation } from './chat.store.ts'

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
  await lockConversation(trx, conversationId)
  const { rows } = await sql<{ wasUnread: boolean; isUnread: boolean }>`
      /* prepared */ with present as (
        select greatest(last_read, least(${sequence}::bigint, head)) as last_read, is_unread
        from conversation_members join conversations on conversations.id = conversation_id
        where conversation_id = ${conversationId} and user_id = ${viewerId}
      ),
      next as (
        select last_read, is_unread as was_unread, exists (
          select from messages
          where conversation_id = ${conversationId} and sequence > present.last_read and sender_id <> ${viewerId}
            and removed_at is null
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

/** Marks a private conversation read; answers whether it was unread. Hold the conversation's row lock. */
export async function markAllRead(
  trx: DatabaseTransaction,
  conversationId: string,
  uid: string,
): Promise<boolean> {
  const { rows } = await sql`
    update conversation_members as own
    set is_unread = false, last_read = head
    from conversations
    where own.conversation_id = ${conversationId} and own.user_id = ${uid} and own.is_unread
      and conversations.id = own.conversation_id
    returning 1`.execute(trx)
  return rows.length > 0
}
