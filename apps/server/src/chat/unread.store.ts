import { sql } from 'kysely'
import type { DatabaseTransaction } from '../platform/database/database.ts'
import { lockConversation } from './chat.store.ts'
import type { PrivateChatRow } from './private-chats.store.ts'
import type { StoredMessage } from './stored-message.ts'

/**
 * Stores the last message for the lists of chats, and marks a private conversation unread for each member who didn't send
 * one of the messages. Answers the conversation as each of the two has it in their list: a sender who replies from another
 * device without reading has their own words there, unread.
 */
export async function markUnread(
  trx: DatabaseTransaction,
  conversationId: string,
  messages: [StoredMessage, ...StoredMessage[]],
): Promise<(PrivateChatRow & { viewerId: string })[]> {
  const { text, sentAt, sequence, senderId } = messages.at(-1) ?? messages[0]
  const senders = [...new Set(messages.map((message) => message.senderId))]
  const { rows } = await sql<PrivateChatRow & { viewerId: string }>`
    /* prepared */ with conversation as (
      update conversations set last_message = ${text}, last_message_at = ${sentAt} where id = ${conversationId}
    )
    update conversation_members as own
    set is_unread = is_unread or partner_id = any(${senders}::uuid[]), last_message_at = ${sentAt}
    from users as partner
    where conversation_id = ${conversationId} and partner.id = partner_id
    returning
      user_id as "viewerId", is_unread as "isUnread", conversation_id as "conversationId", partner.id as uid,
      partner.display_name as "displayName", coalesce(partner.photo_url, '') as "photoURL",
      ${text}::text as "lastMessage", last_message_at as "lastMessageAt",
      ${sequence}::bigint as sequence, user_id = ${senderId} as "isLastOwn"
  `.execute(trx)
  return rows
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
