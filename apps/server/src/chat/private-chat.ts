import type { PrivateChat, UnreadChat } from '@covo/contract/chat/chat.routes'
import { plainText } from '@covo/contract/chat/markup.text'
import type { PrivateChatRow } from './private-chats.store.ts'

/** Code points of a last message that lists get: they show one line of it. */
const previewLength = 300

/** What the list of unread chats shows of a conversation. */
export function toUnreadChat(row: PrivateChatRow): UnreadChat {
  const { conversationId, uid, displayName, photoURL, lastMessage, lastMessageAt } = row
  return {
    conversationId,
    partner: { uid, displayName, photoURL },
    lastMessage: previewOf(lastMessage ?? ''),
    lastMessageTimestamp: (lastMessageAt ?? new Date(0)).toISOString(),
  }
}

/** A conversation as the contract's list has it. */
export function toPrivateChat(row: PrivateChatRow): PrivateChat {
  const { sequence, isLastOwn, isUnread } = row
  return { ...toUnreadChat(row), sequence, isLastOwn, isUnread }
}

/** Made from the whole text: the beginning of a spoiler without its end would show what it hides. */
function previewOf(source: string): string {
  // Two units of UTF-16 at most make a code point.
  const beginning = plainText(source).slice(0, 2 * previewLength)
  return [...beginning].slice(0, previewLength).join('')
}
