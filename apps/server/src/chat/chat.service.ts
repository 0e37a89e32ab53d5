import type { Message, MessagePage } from '@covo/contract/chat/chat.routes'
import { firstMessageProblem } from '@covo/contract/chat/chat.rules'
import { cleanText } from '@covo/contract/text'
import type { Database } from '../platform/database/database.ts'
import { AppError } from '../platform/http/app-error.ts'
import type { Limits } from '../platform/limits/limits.ts'
import { mayRead } from './chat.policy.ts'
import {
  type Conversation,
  findConversation,
  findMessagesAfter,
  findMessagesBefore,
  type StoredBatch,
  type StoredMessage,
  storeMessages,
} from './chat.store.ts'
import { createMessageBatches } from './message-batches.ts'

export type ChatService = ReturnType<typeof createChatService>

type ChatDependencies = {
  database: Database
  limits: Limits
  publishMessageSent: (message: Message, authorCount: number) => void
}

export type PageRequest = { before?: number | undefined; after?: number | undefined; limit: number }

export function createChatService({ database, limits, publishMessageSent }: ChatDependencies) {
  const storeMessage = createMessageBatches(
    (conversationId, drafts) => storeMessages(database, conversationId, drafts),
    publishBatch,
  )

  function publishBatch({ messages, newlyStored, authorCount }: StoredBatch): void {
    for (const message of messages) {
      if (newlyStored.has(message.id)) publishMessageSent(toMessage(message), authorCount)
    }
  }

  /** The conversation, for a member who may read it; others are told that there is none. */
  async function accessConversation(conversationId: string): Promise<Conversation> {
    const conversation = await findConversation(database, conversationId)
    if (!conversation || !mayRead(conversation)) throw new AppError('chat.conversation_not_found')
    return conversation
  }

  /** A page of history; see the contract's `listMessagesRoute`. */
  async function listMessages(
    conversationId: string,
    { before, after, limit }: PageRequest,
  ): Promise<MessagePage> {
    const conversation = await accessConversation(conversationId)
    const rows =
      after === undefined
        ? await findMessagesBefore(database, conversationId, before ?? Number.MAX_SAFE_INTEGER, limit)
        : await findMessagesAfter(database, conversationId, after, limit)
    return {
      messages: rows.map(toMessage),
      head: Math.max(conversation.head, rows.at(-1)?.sequence ?? 0),
      authorCount: conversation.authorCount,
    }
  }

  /** Stores a message once, however often it is sent with one client id, and answers it after the commit. */
  async function sendMessage(
    senderId: string,
    conversationId: string,
    draft: { clientId: string; text: string },
  ): Promise<Message> {
    await accessConversation(conversationId)
    const problem = firstMessageProblem(draft.text)
    if (problem) throw new AppError(problem)
    for (const name of ['messageBurst', 'messagesSustained'] as const) {
      const seconds = await limits.take(name, senderId)
      if (seconds) throw new AppError('chat.too_fast', { seconds })
    }
    const { clientId } = draft
    return toMessage(await storeMessage(conversationId, { senderId, clientId, text: cleanText(draft.text) }))
  }

  return { accessConversation, listMessages, sendMessage }
}

function toMessage(stored: StoredMessage): Message {
  return {
    id: stored.id,
    conversationId: stored.conversationId,
    sequence: stored.sequence,
    clientId: stored.clientId,
    userId: stored.senderId,
    userName: stored.senderName,
    photoURL: stored.senderPhoto,
    text: stored.text,
    timestamp: stored.sentAt.toISOString(),
  }
}
