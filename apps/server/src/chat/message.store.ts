import { sql } from 'kysely'
import { AppError } from '../platform/app-error.ts'
import type { Database } from '../platform/database/database.ts'
import type { SerializedPublication } from '../platform/realtime/newsroom.ts'
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
 * Stores drafts of a room, in their order, and answers what is stored of each, in the same order. The
 * conversation's row lock makes the sequence dense and its order the order of commits: a reader who has seen a sequence can
 * never meet a smaller new one (a plain serial would allow it). A draft that was stored before is answered with what was
 * stored then. One statement, whose function stands in migration 24: outside a transaction it is one.
 */
export async function storeRoomMessages(
  database: Database,
  conversationId: string,
  drafts: Draft[],
): Promise<StoredDraft[]> {
  const { rows } = await sql<StoredDraft>`
    /* prepared */ select ${columns} from store_messages(${conversationId}, ${parametersOf(drafts)})
  `.execute(database)
  return rows
}

/** A draft with the beginning of its plain text, which the lists of chats show. */
export type PrivateDraft = Draft & { preview: string }

type StoredPrivateDraft = StoredDraft & {
  refusal: 'chat.conversation_not_found' | 'chat.partner_gone' | 'chat.not_friends' | null
  recorded: SerializedPublication[] | null
}

/**
 * Stores drafts of a private conversation like those of a room, marks it unread for those who didn't send them, and
 * records the news for the lists of the two. One statement and one transaction, whose function stands in migration 60.
 *
 * @throws AppError where the two may not write to each other at that moment; nothing is stored then
 */
export async function storePrivateMessages(
  database: Database,
  conversationId: string,
  drafts: PrivateDraft[],
): Promise<{ stored: StoredDraft[]; recorded: SerializedPublication[] }> {
  const previews = drafts.map(({ preview }) => preview)
  const { rows } = await sql<StoredPrivateDraft>`
    /* prepared */ select ${columns}, refusal, recorded
    from store_private_messages(${conversationId}, ${parametersOf(drafts)}, ${previews}::text[])
  `.execute(database)
  const refusal = rows[0]?.refusal
  if (refusal) throw new AppError(refusal)
  return { stored: rows, recorded: rows.at(-1)?.recorded ?? [] }
}

const columns = sql`
  (message).id, (message).conversation_id as "conversationId", (message).sequence, (message).client_id as "clientId",
  (message).sender_id as "senderId", (message).text, (message).sent_at as "sentAt", (message).removed_at as "removedAt",
  (message).removed_by as "removedBy", (message).edits, (message).edited_at as "editedAt",
  (message).reactions, (message).change, (message).reply_to as "replyTo",
  (quoted).text as "quotedText", (quoted).removed_at as "quotedRemovedAt", (quoted).sender_id as "quotedSenderId",
  quoted_name as "quotedSenderName", sender_name as "senderName", sender_photo as "senderPhoto", is_new as "isNew",
  authors as "authorCount", changes`

function parametersOf(drafts: Draft[]) {
  return sql`
    ${columnOf(drafts, 'senderId')}::uuid[],
    ${columnOf(drafts, 'clientId')}::uuid[],
    ${columnOf(drafts, 'text')}::text[],
    ${columnOf(drafts, 'replyTo')}::bigint[]`
}

function columnOf<Field extends Exclude<keyof Draft, 'people'>>(
  drafts: Draft[],
  field: Field,
): Draft[Field][] {
  return drafts.map((draft) => draft[field])
}
