import { conversationTopic } from '@covo/contract/chat/chat.news'
import type { Message } from '@covo/contract/chat/chat.routes'
import { memberTopic, type Topic } from '../platform/realtime/hub.ts'
import type { Piece } from '../platform/realtime/newsroom.ts'
import type { ChatService } from './chat.service.ts'

/** Tells everybody who watches the conversation, the sender's own tabs included. */
export function messageSent(message: Message, authorCount: number): Required<Piece> {
  const { conversationId, sequence } = message
  return {
    topic: conversationTopic(conversationId),
    news: { type: 'chat.message_sent', message, authorCount },
    sequence,
  }
}

/** Tells the member's own tabs and devices. */
export function unreadChanged(uid: string, conversationId: string, isUnread: boolean): Piece {
  return { topic: memberTopic(uid), news: { type: 'chat.unread_changed', conversationId, isUnread } }
}

/** `chat:{conversationId}`: may be watched by whoever takes part in the conversation. */
export function conversationTopics(chat: ChatService): Topic {
  return {
    prefix: 'chat',
    readHead: async (conversationId, { uid }) => {
      const { head } = await chat.accessConversation(conversationId, uid)
      return head
    },
    readHeads: chat.readHeads,
  }
}
