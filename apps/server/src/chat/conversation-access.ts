import { conversationKind, eventOfRoom, publicRoomId } from '@covo/contract/chat/chat.rules'
import { AppError } from '../platform/app-error.ts'
import { coalesceReads } from '../platform/coalesce-reads.ts'
import type { Database } from '../platform/database/database.ts'
import { type Conversation, findConversation } from './chat.store.ts'
import { insertEventRoom } from './event-rooms.store.ts'

export type AccessConversation = ReturnType<typeof createConversationAccess>

export function createConversationAccess(database: Database) {
  /** The row is the same for all members: concurrent requests share one read. */
  const findPublicRoom = coalesceReads(() => findConversation(database, publicRoomId, null))

  /**
   * The conversation, for a member who may read it (null: any member). The id is a name, never a permission.
   * @throws AppError `chat.conversation_not_found` for all others, whether it exists or not
   */
  return async function accessConversation(
    conversationId: string,
    viewerId: string | null,
  ): Promise<Conversation> {
    const conversation = await find(conversationId, viewerId)
    if (!conversation || conversation.writeRefusal === 'chat.conversation_not_found')
      throw new AppError('chat.conversation_not_found')
    return conversation
  }

  async function find(conversationId: string, viewerId: string | null): Promise<Conversation | undefined> {
    if (conversationKind(conversationId) === 'public') return await findPublicRoom()
    if (viewerId === null) return undefined
    const found = await findConversation(database, conversationId, viewerId)
    const eventId = eventOfRoom(conversationId)
    if (found || eventId === null) return found
    // Made by the first who asks for it.
    await insertEventRoom(database, eventId, viewerId)
    return await findConversation(database, conversationId, viewerId)
  }
}
