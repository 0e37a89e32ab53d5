import type { HistoryEntry, PrivateChat, ReactionCount } from './chat.routes.ts'
import { publicRoomId, type ReactionKind } from './chat.rules.ts'

/** The topic that carries a conversation's news. */
export function conversationTopic(conversationId: string): string {
  return `chat:${conversationId}`
}

/** The topic of the public room's head, without its messages: for pages that don't show it. */
export const roomHeadTopic = `head:${publicRoomId}`

/** A message was stored. Sent to everybody who watches its conversation, the sender included. */
export type MessageSent = {
  type: 'chat.message_sent'
  message: HistoryEntry
  authorCount: number
  /** The changes of the conversation when it was stored: its quote may lack later ones. */
  changes: number
}

/**
 * Messages changed: `changed` has, as they are now, those with a change above `after`, up to `changes`. Sent to everybody who
 * watches their conversation.
 */
export type MessagesChanged = {
  type: 'chat.messages_changed'
  conversationId: string
  after: number
  changes: number
  changed: (HistoryEntry | ReactionsChanged)[]
}

/** Of a message that nothing changed but its reactions. */
export type ReactionsChanged = { sequence: number; change: number; reactions: ReactionCount[] }

/** The member's own reactions to a message changed. One with a smaller `change` than is known is old. Sent to them alone. */
export type OwnReactionsChanged = {
  type: 'chat.own_reactions_changed'
  conversationId: string
  sequence: number
  change: number
  own: ReactionKind[]
}

/** The member's unread mentions in the public room became more or fewer. Sent to them alone. */
export type MentionsChanged = { type: 'chat.mentions_changed' }

/**
 * The partner of a private conversation has read it up to this sequence; null: whether the member may know that has changed,
 * and a page says it. Sent to the member alone, and only while both are friends and show it.
 */
export type PartnerRead = { type: 'chat.partner_read'; conversationId: string; sequence: number | null }

/**
 * Members are writing in a conversation: some of them, and how many more. Nothing of it is stored, and a member who is not named
 * again within `typingLifetime` has stopped. Sent to everybody who watches the conversation, the writing ones included.
 */
export type Typing = {
  type: 'chat.typing'
  conversationId: string
  people: { uid: string; displayName: string }[]
  more: number
}

/** A message was stored in a private conversation. Sent to each of the two alone, as the list shows it to them. */
export type LastMessageChanged = { type: 'chat.last_message_changed'; chat: PrivateChat }

/** A private conversation of the member became unread or read, or its last message was removed. Sent to them alone. */
export type UnreadChanged = { type: 'chat.unread_changed'; conversationId: string; isUnread: boolean }
