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

/** A message was removed by whoever runs the instance. Sent to everybody who watches its conversation. */
export type MessageRemoved = { type: 'chat.message_removed'; conversationId: string; sequence: number }

/** Something became unread or read in a private conversation of the member. Told to them alone. */
export type UnreadChanged = { type: 'chat.unread_changed'; conversationId: string; isUnread: boolean }
