import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import type { StoredMessage } from './stored-message.ts'

/**
 * A message to be stored. The pair of sender and client id names it within its conversation. `replyTo`: the sequence of a message
 * that is stored; `people`: other members for whom it is.
 */
export type Draft = {
  senderId: string
  clientId: string
  text: string
  replyTo: number | null
  people: string[]
}

/**
 * `isNew` where this draft was stored, not an earlier one with the same client id; `authorCount` with this batch's authors;
 * `changes` of the conversation then.
 */
export type StoredDraft = StoredMessage & { isNew: boolean; authorCount: number; changes: number }

/**
 * Stores drafts of one conversation, in their order, and answers what is stored of each, in the same order. The
 * conversation's row lock makes the sequence dense and its order the order of commits: a reader who has seen a sequence can
 * never meet a smaller new one (a plain serial would allow it). A draft that was stored before is answered with what was
 * stored then. One statement, whose function stands in migration 24: outside a transaction it is one.
 */
export async function storeMessages(
  database: Database,
  conversationId: string,
  drafts: Draft[],
): Promise<StoredDraft[]> {
  const { rows } = await sql<StoredDraft>`
    /* prepared */ select
      (message).id, (message).conversation_id as "conversationId", (message).sequence, (message).client_id as "clientId",
      (message).sender_id as "senderId", (message).text, (message).sent_at as "sentAt", (message).removed_at as "removedAt",
      (message).removed_by as "removedBy", (message).edits, (message).edited_at as "editedAt",
      (message).reactions, (message).change, (message).reply_to as "replyTo",
      (quoted).text as "quotedText", (quoted).removed_at as "quotedRemovedAt", (quoted).sender_id as "quotedSenderId",
      quoted_name as "quotedSenderName", sender_name as "senderName", sender_photo as "senderPhoto", is_new as "isNew",
      authors as "authorCount", changes
    from store_messages(
      ${conversationId},
      ${columnOf(drafts, 'senderId')}::uuid[],
      ${columnOf(drafts, 'clientId')}::uuid[],
      ${columnOf(drafts, 'text')}::text[],
      ${columnOf(drafts, 'replyTo')}::bigint[]
    )`.execute(database)
  return rows
}

function columnOf<Field extends Exclude<keyof Draft, 'people'>>(
  drafts: Draft[],
  field: Field,
): Draft[Field][] {
  return drafts.map((draft) => draft[field])
}
