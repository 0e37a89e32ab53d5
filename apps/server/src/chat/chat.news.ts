import { conversationTopic } from '@covo/contract/chat/chat.news'
import type { Message } from '@covo/contract/chat/chat.routes'
import type { Hub, Topic } from '../platform/realtime/hub.ts'
import type { ChatService } from './chat.service.ts'

/** Tells everybody who watches the conversation, the sender's own tabs included. */
export function publishMessageSent(hub: Hub, message: Message, authorCount: number): void {
  hub.publish(conversationTopic(message.conversationId), { type: 'chat.message_sent', message, authorCount })
}

/** `chat:{conversationId}`: may be watched by whoever may read the conversation. */
export function conversationTopics(chat: ChatService): Topic {
  return {
    prefix: 'chat',
    readHead: async (conversationId) => (await chat.accessConversation(conversationId)).head,
  }
}
