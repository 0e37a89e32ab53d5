import { conversationKind, publicRoomId } from '@covo/contract/chat/chat.rules'
import { AppError } from '../platform/app-error.ts'
import { coalesceReads } from '../platform/coalesce-reads.ts'
import type { Database } from '../platform/database/database.ts'
import { isNamedIn, mayTakePart } from './chat.policy.ts'
import { type Conversation, findConversation } from './chat.store.ts'

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
    const conversation = await (conversationKind(conversationId) === 'public'
      ? findPublicRoom()
      : isNamedIn(conversationId, viewerId) && findConversation(database, conversationId, viewerId))
    if (!conversation || !mayTakePart(conversation)) throw new AppError('chat.conversation_not_found')
    return conversation
  }
}
