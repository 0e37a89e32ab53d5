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

/** Something became unread or read in a private conversation of the member. Told to them alone. */
export type UnreadChanged = { type: 'chat.unread_changed'; conversationId: string; isUnread: boolean }
