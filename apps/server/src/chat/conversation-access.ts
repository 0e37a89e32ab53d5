import { conversationKind, eventOfRoom, publicRoomId } from '@covo/contract/chat/chat.rules'
import { AppError } from '../platform/app-error.ts'
import { coalesceReads } from '../platform/coalesce-reads.ts'
import type { Database } from '../platform/database/database.ts'
import { isNamedIn, mayTakePart } from './chat.policy.ts'
import { type Conversation, findConversation } from './chat.store.ts'
import { findEventRoom } from './event-rooms.store.ts'

export type AccessConversation = ReturnType<typeof createConversationAccess>

export function createConversationAccess(database: Database) {
  /** The row is the same for all members: concurrent requests share one read. */
  const findPublicRoom = coalesceReads(() => findConversation(database, publicRoomId, null))

  /**
   * The conversation, for a member who takes part in it (null: any member).
   * @throws AppError `chat.conversation_not_found` for all others, whether it exists or not
   */
  return async function accessConversation(
    conversationId: string,
    viewerId: string | null,
  ): Promise<Conversation> {
    const conversation = await find(conversationId, viewerId)
    if (!conversation || !mayTakePart(conversation)) throw new AppError('chat.conversation_not_found')
    return conversation
  }

  async function find(conversationId: string, viewerId: string | null): Promise<Conversation | undefined> {
    if (conversationKind(conversationId) === 'public') return await findPublicRoom()
    if (viewerId === null) return undefined
    const eventId = eventOfRoom(conversationId)
    if (eventId !== null) return await findEventRoom(database, eventId, viewerId)
    return isNamedIn(conversationId, viewerId)
      ? await findConversation(database, conversationId, viewerId)
      : undefined
  }
}
