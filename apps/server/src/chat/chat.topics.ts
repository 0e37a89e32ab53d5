import { headTopic } from '@covo/contract/chat/chat.news'
import { conversationKind } from '@covo/contract/chat/chat.rules'
import { AppError } from '../platform/app-error.ts'
import type { Topic } from '../platform/realtime/hub.ts'
import type { ChatService } from './chat.service.ts'

/** `chat:{conversationId}`: each member of the conversation may subscribe to it. */
export function conversationTopics(chat: ChatService): Topic {
  return {
    prefix: 'chat',
    name: 'chat:{conversationId}',
    description: 'The messages of a conversation, their changes, and who is writing.',
    scope: 'chat:read',
    readPosition: async (conversationId, { uid }) => {
      const { head, changes } = await chat.accessConversation(conversationId, uid)
      return { head, changes }
    },
    readPositions: chat.readPositions,
  }
}

/**
 * `head:{conversationId}`: how far a room goes, for those who may read it. Nothing is published to it: each sweep broadcasts the
 * head where it is newer, so that all subscribers cost one small frame in two seconds, however much is written there. They don't
 * show changes. A subscriber who does not see some members gets the newest message that they see: others are no news to them.
 */
export function roomHeadTopics(chat: ChatService): Topic {
  return {
    prefix: 'head',
    name: headTopic('{conversationId}'),
    description: 'How far the public room or the room of an event goes, every two seconds at most.',
    scope: 'chat:read',
    readPosition: async (id, { uid }) => {
      if (conversationKind(id) === 'private') throw new AppError('common.not_found')
      return { head: await chat.readSeenHead(id, uid), changes: 0 }
    },
    isPersonal: true,
    readPositions: async (ids) => {
      const positions = await chat.readPositions(ids)
      return new Map([...positions].map(([id, { head }]) => [id, { head, changes: 0 }]))
    },
  }
}
