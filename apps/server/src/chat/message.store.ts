import { sql } from 'kysely'
import { AppError } from '../platform/app-error.ts'
import type { Database } from '../platform/database/database.ts'
import { prepareStatement } from '../platform/database/prepared-statements.ts'
import type { SerializedPublication } from '../platform/realtime/newsroom.ts'
import { filesOfMessage } from './files-of-message.ts'
import type { NamedFile } from './message-files.store.ts'
import type { StoredMessage } from './stored-message.ts'

/**
 * A message to be stored. The pair of sender and client id names it within its conversation. `replyTo`: the sequence of a message
 * that is stored; `people`: the other members whom it notifies.
 */
export type Draft = {
  senderId: string
  clientId: string
  text: string
  replyTo: number | null
  people: string[]
  files: NamedFile[]
}

/**
 * `isNew` where this draft was stored, not an earlier one with the same client id; `authorCount` with this batch's authors;
 * `changes` of the conversation then.
 */
export type StoredDraft = StoredMessage & { isNew: boolean; authorCount: number; changes: number }

/** Of the answers to drafts: the others are refusals. */
export function isStored(answer: unknown): answer is StoredDraft {
  return typeof answer === 'object' && !(answer instanceof AppError)
}

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
  return await storeInRoom(database, conversationId, ...listsOf(drafts))
}

/**
 * Stores drafts as `storeRoomMessages` does where each of their senders may write to the conversation, which is asked behind its row
 * lock; else stores nothing, and answers undefined. One statement, whose function stands in migration 115.
 */
export async function storeAllowedMessages(
  database: Database,
  conversationId: string,
  drafts: Draft[],
): Promise<StoredDraft[] | undefined> {
  const stored = await storeWhereAllowed(database, conversationId, ...listsOf(drafts))
  return stored.length > 0 ? stored : undefined
}

/** A draft with its conversation and the beginning of its plain text, which the lists of chats show. */
export type PrivateDraft = Draft & { conversationId: string; preview: string }

type StoredPrivateDraft = StoredDraft & {
  chat: string
  refusal: 'chat.conversation_not_found' | 'chat.partner_gone' | 'chat.not_friends' | 'locked' | null
  recorded: SerializedPublication[] | null
}

/**
 * Stores drafts of private conversations like those of a room, marks the conversations unread for those who didn't send them, and
 * records the news for the lists of chats. Drafts of a conversation whose two members may not write to each other at that moment
 * are refused, and hinder no others. One statement and one transaction, whose functions stand in migrations 60 and 85.
 *
 * @param waits for locked rows of conversations; without it their drafts are not stored, and answered as 'locked'
 * @returns an answer for each draft, in their order, and the recorded news
 */
export async function storePrivateMessages(
  database: Database,
  drafts: PrivateDraft[],
  { waits }: { waits: boolean },
): Promise<{ answers: (StoredDraft | AppError | 'locked')[]; recorded: SerializedPublication[] }> {
  const chats = drafts.map(({ conversationId }) => conversationId)
  const previews = drafts.map(({ preview }) => preview)
  const rows = await storeInPrivate(database, waits, chats, previews, ...listsOf(drafts))
  const rowsOf = Map.groupBy(rows, ({ chat }) => chat)
  const answers = chats.map((chat) => {
    const [first, ...rest] = rowsOf.get(chat) as [StoredPrivateDraft, ...StoredPrivateDraft[]]
    if (first.refusal === 'locked') return first.refusal
    if (first.refusal) return new AppError(first.refusal)
    rowsOf.set(chat, rest)
    return first
  })
  return { answers, recorded: rows.flatMap(({ recorded }) => recorded ?? []) }
}

const columns = sql`
  (message).id, (message).conversation_id as "conversationId", (message).sequence, (message).client_id as "clientId",
  (message).sender_id as "senderId", (message).text, (message).sent_at as "sentAt", (message).removed_at as "removedAt",
  (message).removed_by as "removedBy", (message).edits, (message).edited_at as "editedAt",
  (message).reactions, (message).change, (message).reply_to as "replyTo", ${filesOfMessage(sql`message`)} as files,
  (quoted).text as "quotedText", (quoted).removed_at as "quotedRemovedAt", (quoted).sender_id as "quotedSenderId",
  ${filesOfMessage(sql`quoted`)} as "quotedFiles", quoted_name as "quotedSenderName", sender_name as "senderName", sender_photo as "senderPhoto", is_new as "isNew",
  authors as "authorCount", changes`

/** The fields of drafts, each as a list. */
type DraftLists = [senders: string[], clients: string[], texts: string[], replies: (number | null)[]]

function listsOf(drafts: Draft[]): DraftLists {
  return [
    drafts.map(({ senderId }) => senderId),
    drafts.map(({ clientId }) => clientId),
    drafts.map(({ text }) => text),
    drafts.map(({ replyTo }) => replyTo),
  ]
}

function parametersOf([senders, clients, texts, replies]: DraftLists) {
  return sql`${senders}::uuid[], ${clients}::uuid[], ${texts}::text[], ${replies}::bigint[]`
}

const storeInRoom = prepareStatement(
  (_, conversationId: string, ...drafts: DraftLists) =>
    sql<StoredDraft>`select ${columns} from store_messages(${conversationId}, ${parametersOf(drafts)})`,
)

const storeWhereAllowed = prepareStatement(
  (_, conversationId: string, ...drafts: DraftLists) =>
    sql<StoredDraft>`select ${columns} from store_allowed_messages(${conversationId}, ${parametersOf(drafts)})`,
)

const storeInPrivate = prepareStatement(
  (_, waits: boolean, chats: string[], previews: string[], ...drafts: DraftLists) => sql<StoredPrivateDraft>`
    select ${columns}, chat, refusal, recorded
    from store_private_batches(${waits}, ${chats}::text[], ${parametersOf(drafts)}, ${previews}::text[])`,
)
