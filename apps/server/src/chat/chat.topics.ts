import type { Topic } from '../platform/realtime/hub.ts'
import type { ChatService } from './chat.service.ts'

/** `chat:{conversationId}`: each member of the conversation may subscribe to it. */
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
