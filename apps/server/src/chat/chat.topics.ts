import { publicRoomId } from '@covo/contract/chat/chat.rules'
import { AppError } from '../platform/app-error.ts'
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

/**
 * `head:generale`: how far the public room goes. Nothing is published to it: each sweep broadcasts the head where it is
 * newer, so that all members cost one small frame in two seconds, however much is written there.
 */
export function roomHeadTopics(chat: ChatService): Topic {
  return {
    prefix: 'head',
    readHead: async (id, { uid }) => {
      if (id !== publicRoomId) throw new AppError('common.not_found')
      const { head } = await chat.accessConversation(id, uid)
      return head
    },
    readHeads: chat.readHeads,
  }
}
