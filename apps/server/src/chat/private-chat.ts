import type { PrivateChat, UnreadChat } from '@covo/contract/chat/chat.routes'
import type { PrivateChatRow } from './private-chats.store.ts'

/** What the list of unread chats shows of a conversation. */
export function toUnreadChat(row: PrivateChatRow): UnreadChat {
  const { conversationId, uid, displayName, photoURL, lastMessage, lastMessageAt } = row
  return {
    conversationId,
    partner: { uid, displayName, photoURL },
    lastMessage: lastMessage ?? '',
    lastMessageTimestamp: (lastMessageAt ?? new Date(0)).toISOString(),
  }
}

/** A conversation as the contract's list has it. */
export function toPrivateChat(row: PrivateChatRow): PrivateChat {
  const { sequence, isLastOwn, isUnread } = row
  return { ...toUnreadChat(row), sequence, isLastOwn, isUnread }
}
