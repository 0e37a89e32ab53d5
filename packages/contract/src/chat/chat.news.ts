import type { Message, PrivateChat } from './chat.routes.ts'
import { publicRoomId } from './chat.rules.ts'

/** The topic that carries a conversation's news. */
export function conversationTopic(conversationId: string): string {
  return `chat:${conversationId}`
}

/** The topic that carries how far the public room goes, and nothing of what is said there: for pages that don't show it. */
export const roomHeadTopic = `head:${publicRoomId}`

/** A message was stored. Sent to everybody who watches its conversation, the sender included. */
export type MessageSent = {
  type: 'chat.message_sent'
  message: Message
  authorCount: number
}

/** The operator removed a message. Sent to everybody who watches its conversation. */
export type MessageRemoved = { type: 'chat.message_removed'; conversationId: string; sequence: number }

/** A message was stored in a private conversation. Sent to each of the two alone, as the list shows it to them. */
export type LastMessageChanged = { type: 'chat.last_message_changed'; chat: PrivateChat }

/** A private conversation of the member became unread or read, or its last message was removed. Sent to them alone. */
export type UnreadChanged = { type: 'chat.unread_changed'; conversationId: string; isUnread: boolean }
