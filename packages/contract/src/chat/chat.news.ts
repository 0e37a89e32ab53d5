import type { NewsOf } from '../realtime.schemas.ts'
import type { ReactionCount } from './chat.routes.ts'
import { publicRoomId } from './chat.rules.ts'

/** The topic that carries a conversation's news. */
export function conversationTopic(conversationId: string): string {
  return `chat:${conversationId}`
}

/** The topic of a room's head, without its messages: for pages that don't show it. */
export function headTopic(conversationId: string): string {
  return `head:${conversationId}`
}

/** That of the public room. */
export const roomHeadTopic = headTopic(publicRoomId)

/** A message was stored. Sent to everybody who watches its conversation, the sender included. */
export type MessageSent = NewsOf<'chat.message_sent'>

/**
 * Messages changed: `changed` has, as they are now, those with a change above `after`, up to `changes`. Sent to everybody who
 * watches their conversation.
 */
export type MessagesChanged = NewsOf<'chat.messages_changed'>

/** Of a message that nothing changed but its reactions. */
export type ReactionsChanged = { sequence: number; change: number; reactions: ReactionCount[] }

/** The member's own reactions to a message changed. One with a smaller `change` than is known is old. Sent to them alone. */
export type OwnReactionsChanged = NewsOf<'chat.own_reactions_changed'>

/**
 * The partner of a private conversation has read it up to this sequence; null: whether the member may know that has changed,
 * and a page says it. Sent to the member alone, and only while both are friends and show it.
 */
export type PartnerRead = NewsOf<'chat.partner_read'>

/**
 * Members are writing in a conversation: some of them, and how many more. Nothing of it is stored, and a member who is not named
 * again within `typingLifetimeMs` has stopped. Sent to everybody who watches the conversation, the writing ones included.
 */
export type Typing = NewsOf<'chat.typing'>
