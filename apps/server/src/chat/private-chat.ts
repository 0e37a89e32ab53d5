import type { PrivateChat, UnreadChat } from '@covo/contract/chat/chat.routes'
import { type NameOf, plainText } from '@covo/contract/chat/markup.text'
import { fileSummary, type SummarizedFile } from '@covo/contract/files/file-summary'
import type { Database } from '../platform/database/database.ts'
import { namesOfMentioned } from './mentioned-names.ts'
import type { PrivateChatRow } from './private-chats.store.ts'

/** Code points of a last message that lists get: they show one line of it. */
const previewLength = 300

/** The conversations as the list of unread chats shows them. */
export async function toUnreadChats(
  database: Database,
  rows: readonly PrivateChatRow[],
): Promise<UnreadChat[]> {
  const nameOf = await namesOfMentioned(
    database,
    rows.map(({ lastMessage }) => lastMessage ?? ''),
  )
  return rows.map((row) => toUnreadChat(row, nameOf))
}

/** Conversations as the contract's list has them. */
export async function toPrivateChats(
  database: Database,
  rows: readonly PrivateChatRow[],
): Promise<PrivateChat[]> {
  const chats = await toUnreadChats(database, rows)
  return rows.map(({ sequence, isLastOwn, isUnread }, place) => ({
    ...(chats[place] as UnreadChat),
    sequence,
    isLastOwn,
    isUnread,
  }))
}

function toUnreadChat(row: PrivateChatRow, nameOf: NameOf): UnreadChat {
  const { conversationId, uid, displayName, photoURL, lastMessage, lastMessageAt } = row
  return {
    conversationId,
    partner: { uid, displayName, photoURL },
    lastMessage: previewOf({ text: lastMessage ?? '', files: row.lastFiles ?? [] }, nameOf),
    lastMessageTimestamp: (lastMessageAt ?? new Date(0)).toISOString(),
  }
}

/** Made from the whole text: the beginning of a spoiler without its end would show what it hides. */
export function previewOf(
  { text, files }: { text: string; files: SummarizedFile[] },
  nameOf: NameOf,
): string {
  // Two units of UTF-16 at most make a code point.
  const beginning = (plainText(text, nameOf) || fileSummary(files)).slice(0, 2 * previewLength)
  return [...beginning].slice(0, previewLength).join('')
}
