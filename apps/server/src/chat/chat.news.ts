import { conversationTopic } from '@covo/contract/chat/chat.news'
import type { Message } from '@covo/contract/chat/chat.routes'
import { type Hub, memberTopic, type Topic } from '../platform/realtime/hub.ts'
import type { ChatService } from './chat.service.ts'

/** Tells everybody who watches the conversation, the sender's own tabs included. */
export function publishMessageSent(hub: Hub, message: Message, authorCount: number): void {
  hub.publish(conversationTopic(message.conversationId), { type: 'chat.message_sent', message, authorCount })
}

/** Tells the member's own tabs and devices. */
export function publishUnreadChanged(hub: Hub, uid: string, conversationId: string, isUnread: boolean): void {
  hub.publish(memberTopic(uid), { type: 'chat.unread_changed', conversationId, isUnread })
}

/** `chat:{conversationId}`: may be watched by whoever takes part in the conversation. */
export function conversationTopics(chat: ChatService): Topic {
  return {
    prefix: 'chat',
    readHead: async (conversationId, { uid }) => {
      const { head } = await chat.accessConversation(conversationId, uid)
      return head
    },
  }
}
