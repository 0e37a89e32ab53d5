import type { Message } from './chat.routes.ts'

/** The topic that carries a conversation's news. */
export function conversationTopic(conversationId: string): string {
  return `chat:${conversationId}`
}

/** A message was stored. Sent to everybody who watches its conversation, the sender included. */
export type MessageSent = {
  type: 'chat.message_sent'
  message: Message
  authorCount: number
}

/** The operator removed a message. Sent to everybody who watches its conversation. */
export type MessageRemoved = { type: 'chat.message_removed'; conversationId: string; sequence: number }

/** A private conversation of the member became unread or read. Sent to them alone. */
export type UnreadChanged = { type: 'chat.unread_changed'; conversationId: string; isUnread: boolean }
