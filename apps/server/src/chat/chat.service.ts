import type { Message, MessagePage, UnreadChat } from '@covo/contract/chat/chat.routes'
import {
  maximumUnreadChats,
  messagePageSize,
  missedPageSize,
  parseMessage,
  partnerOf,
  privateConversationId,
  publicRoomId,
} from '@covo/contract/chat/chat.rules'
import { fittingRows } from '../platform/database/cursor.ts'
import type { Database } from '../platform/database/database.ts'
import { AppError } from '../platform/http/app-error.ts'
import type { Limits } from '../platform/limits/limits.ts'
import type { Newsroom } from '../platform/realtime/newsroom.ts'
import { createSharedReads } from '../platform/shared-reads.ts'
import { messageSent, unreadChanged } from './chat.news.ts'
import { isNamedIn, mayTakePart } from './chat.policy.ts'
import {
  type Conversation,
  type Draft,
  findConversation,
  findHeads,
  findMessagesAfter,
  findMessagesBefore,
  findNewestPageState,
  findPerson,
  findUnreadChats,
  insertPrivateConversation,
  type StoredMessage,
  storeMessages,
  updateLastRead,
} from './chat.store.ts'
import { createMessageBatches } from './message-batches.ts'

export type ChatService = ReturnType<typeof createChatService>

type ChatDependencies = {
  database: Database
  limits: Limits
  /** Friendship is the friends slice's to know. */
  areFriends: (uid: string, other: string) => Promise<boolean>
  newsroom: Newsroom
}

export type PageRequest = { before?: number | undefined; after?: number | undefined; limit: number }

export function createChatService(dependencies: ChatDependencies) {
  const { database, limits, areFriends, newsroom } = dependencies
  const storeMessage = createMessageBatches(storeBatch)
  let storedCount = 0

  /** Stores messages and tells of them. What became unread is told by the transaction, the messages by their sequence. */
  async function storeBatch(conversationId: string, drafts: Draft[]): Promise<StoredMessage[]> {
    const { messages, newlyStored, authorCount } = await newsroom.transact(async (trx, tell) => {
      const batch = await storeMessages(trx, conversationId, drafts)
      tell(...batch.unreadFor.map((uid) => unreadChanged(uid, conversationId, true)))
      return batch
    })
    const fresh = messages.filter(({ id }) => newlyStored.has(id))
    storedCount += fresh.length
    newsroom.hint(...fresh.map((message) => messageSent(toMessage(message), authorCount)))
    return messages
  }

  /** To everybody it is the same: whoever asks at once shares a look. */
  const findPublicRoom = createSharedReads(() => findConversation(database, publicRoomId, null))

  /** The conversation, for a member who takes part in it (null: any member); others are told that there is none. */
  async function accessConversation(conversationId: string, viewerId: string | null): Promise<Conversation> {
    const conversation = await (conversationId === publicRoomId
      ? findPublicRoom()
      : isNamedIn(conversationId, viewerId) && findConversation(database, conversationId, viewerId))
    if (!conversation || !mayTakePart(conversation)) throw new AppError('chat.conversation_not_found')
    return conversation
  }

  /** A page of history; see the contract's `listMessagesRoute`. */
  async function listMessages(
    viewerId: string | null,
    conversationId: string,
    { before, after, limit }: PageRequest,
  ): Promise<MessagePage> {
    const conversation = await accessConversation(conversationId, viewerId)
    // A page that would be too large ends early on the side that is farther from where it begins.
    const rows =
      after === undefined
        ? fittingRows(
            await findMessagesBefore(database, conversationId, before ?? Number.MAX_SAFE_INTEGER, limit),
          ).toReversed()
        : fittingRows(await findMessagesAfter(database, conversationId, after, limit))
    return {
      messages: rows.map(toMessage),
      head: Math.max(conversation.head, rows.at(-1)?.sequence ?? 0),
      authorCount: conversation.authorCount,
    }
  }

  let ready: { state: string | undefined; page: Uint8Array<ArrayBuffer> } | null = null

  /**
   * The newest page of the public room as the bytes of its JSON: what every member opens the chat with. All who ask at
   * once share one look at whether the page at hand is still what the tables hold.
   */
  const readNewestPublicPage = createSharedReads(async () => {
    // Before the page: what is written between the two shows in it already, and makes it be read once more.
    const state = await findNewestPageState(database, publicRoomId, messagePageSize)
    if (ready && ready.state === state) return ready.page
    const page = await listMessages(null, publicRoomId, { limit: messagePageSize })
    ready = { state, page: new TextEncoder().encode(JSON.stringify(page)) }
    return ready.page
  })

  /** What follows a sequence in the public room, alike: after a restart everybody missed the same. */
  const readMissedPublicPage = createSharedReads(async (after: number) => {
    const page = await listMessages(null, publicRoomId, { after, limit: missedPageSize })
    return new TextEncoder().encode(JSON.stringify(page))
  })

  /** Stores a message once, however often it is sent with one client id, and answers it after the commit. */
  async function sendMessage(
    senderId: string,
    conversationId: string,
    draft: { clientId: string; text: string },
  ): Promise<Message> {
    // The public room is every member's: its row is looked at when it is locked.
    if (conversationId !== publicRoomId) {
      const { isPartnerGone } = await accessConversation(conversationId, senderId)
      if (isPartnerGone) throw new AppError('chat.partner_gone')
    }
    const { value: text, problem } = parseMessage(draft.text)
    if (problem) throw new AppError(problem.code)
    for (const name of ['messageBurst', 'messagesSustained'] as const) {
      const seconds = await limits.take(name, senderId)
      if (seconds) throw new AppError('chat.too_fast', { seconds })
    }
    const { clientId } = draft
    return toMessage(await storeMessage(conversationId, { senderId, clientId, text }))
  }

  /** Opens the conversation with a friend; two who do it at once open the same. */
  async function openPrivateChat(uid: string, other: string): Promise<string> {
    const conversationId = privateConversationId(uid, other)
    const present = await findConversation(database, conversationId, uid)
    if (present) return conversationId
    if (!(await areFriends(uid, other))) throw new AppError('chat.not_friends')
    await insertPrivateConversation(database, conversationId, uid, other)
    return conversationId
  }

  /** The partner, for the head of a private conversation that the viewer takes part in. */
  async function readPartner(viewerId: string, conversationId: string) {
    if (partnerOf(conversationId, viewerId) === null) throw new AppError('chat.partner_invalid')
    const conversation = await findConversation(database, conversationId, viewerId)
    const partner = conversation?.partnerId && (await findPerson(database, conversation.partnerId))
    if (!partner) throw new AppError('chat.partner_not_found')
    return partner
  }

  async function markRead(viewerId: string, conversationId: string, sequence: number): Promise<void> {
    const conversation = await accessConversation(conversationId, viewerId)
    if (conversation.partnerId === null) return
    await newsroom.transact(async (trx, tell) => {
      const change = await updateLastRead(trx, conversationId, viewerId, sequence)
      if (change && change.wasUnread !== change.isUnread)
        tell(unreadChanged(viewerId, conversationId, change.isUnread))
    })
  }

  async function listUnreadChats(viewerId: string): Promise<{ chats: UnreadChat[]; total: number }> {
    const { chats, total } = await findUnreadChats(database, viewerId, maximumUnreadChats)
    return {
      chats: chats.map(({ conversationId, uid, displayName, photoURL, lastMessage, lastMessageAt }) => ({
        conversationId,
        partner: { uid, displayName, photoURL },
        lastMessage: lastMessage ?? '',
        lastMessageTimestamp: (lastMessageAt ?? new Date(0)).toISOString(),
      })),
      total,
    }
  }

  return {
    accessConversation,
    readHeads: (ids: string[]) => findHeads(database, ids),
    listMessages,
    readNewestPublicPage,
    readMissedPublicPage,
    sendMessage,
    openPrivateChat,
    readPartner,
    markRead,
    listUnreadChats,
    /** Messages that this process stored since its start. */
    countStored: () => storedCount,
  }
}

function toMessage(stored: StoredMessage): Message {
  return {
    id: stored.id,
    conversationId: stored.conversationId,
    sequence: stored.sequence,
    clientId: stored.clientId,
    userId: stored.senderId,
    userName: stored.senderName || 'Utente Anonimo',
    photoURL: stored.senderPhoto,
    text: stored.text,
    timestamp: stored.sentAt.toISOString(),
    ...(stored.removedAt ? { isRemoved: true } : {}),
  }
}
