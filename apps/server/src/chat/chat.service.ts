import type { OwnRooms, Partner, PrivateChatPage, UnreadChat } from '@covo/contract/chat/chat.routes'
import {
  conversationKind,
  type MutedUntil,
  parseMessage,
  partnerOf,
  privateChatPageSize,
  privateConversationId,
} from '@covo/contract/chat/chat.rules'
import type { SentFile } from '@covo/contract/files/message-files'
import { z } from 'zod'
import { AppError } from '../platform/app-error.ts'
import { cursorInstant, cursorText, decodeCursor, pageOf } from '../platform/database/cursor.ts'
import type { Database, DatabaseTransaction } from '../platform/database/database.ts'
import type { PrimaryPool } from '../platform/database/primary-pool.ts'
import type { Limits } from '../platform/limits/limits.ts'
import type { Newsroom, Publish } from '../platform/realtime/newsroom.ts'
import type { FindHidden } from '../platform/viewer.ts'
import type { WithdrawNotifications } from './changes.store.ts'
import { mentionsChanged, ownRoomChanged, partnerRead, unreadChanged } from './chat.news.ts'
import { type AreFriends, isNamedIn, requireOpen, requireWriter } from './chat.policy.ts'
import {
  type Conversation,
  findConversation,
  findPerson,
  findPositions,
  insertPrivateConversation,
} from './chat.store.ts'
import { createConversationAccess } from './conversation-access.ts'
import { findMessage, findNewestSeen } from './history.store.ts'
import { createHistory } from './history.ts'
import { type LimitNew, limitLinks } from './link-limit.ts'
import { markMentionsReadIn, markMentionsReadOf } from './mentions.store.ts'
import { createMentions } from './mentions.ts'
import { createMessageChanges } from './message-changes.ts'
import { findReadableFile } from './message-files.store.ts'
import { parseFiles } from './message-files.ts'
import { createMessageSearch } from './message-search.ts'
import {
  createMessageWriter,
  type NotifyOfMessage,
  type NotifyOfTeamMessage,
  type QueuePushes,
  type Sent,
} from './message-writer.ts'
import { toPrivateChats, toUnreadChats } from './private-chat.ts'
import { findPrivateChats, findUnreadChats, type PrivateChatPosition } from './private-chats.store.ts'
import { createReactions } from './reactions.ts'
import {
  findEnteredRooms,
  findNearestRooms,
  insertPosition,
  noteOpened,
  raiseMembersPosition,
  raiseReadPosition,
  updateMuting,
} from './read-positions.store.ts'
import { findPartnerRead, findReceiptPartners } from './read-receipts.store.ts'
import { isHidden, redactQuote } from './redact-messages.ts'
import { createTyping } from './typing.ts'
import { markAllRead, updateLastRead } from './unread.store.ts'

export type ChatService = ReturnType<typeof createChatService>

/** Conversations whose partners are notified at once when a member shows their read receipts, or hides them. */
const maximumReceipts = 1000

type SentMessage = {
  clientId: string
  text: string
  replyTo?: number | undefined
  files?: SentFile[] | undefined
}

type ChatDependencies = {
  database: Database
  pool: PrimaryPool
  limits: Limits
  limitNew: LimitNew
  areFriends: AreFriends
  findHidden: FindHidden
  /** Whether the first of two members has blocked the second. */
  hasBlocked: (uid: string, other: string) => Promise<boolean>
  newsroom: Newsroom
  queuePushes: QueuePushes
  notifyOfMessage: NotifyOfMessage
  notifyOfTeamMessage: NotifyOfTeamMessage
  withdrawNotifications: WithdrawNotifications
}

export function createChatService(dependencies: ChatDependencies) {
  const { database, pool, limits, limitNew, areFriends, findHidden, hasBlocked } = dependencies
  const { newsroom, queuePushes, notifyOfMessage, notifyOfTeamMessage } = dependencies
  const accessConversation = createConversationAccess(database)
  const history = createHistory(database, accessConversation, areFriends, findHidden, pool)
  const writer = createMessageWriter(database, newsroom, queuePushes, notifyOfMessage, notifyOfTeamMessage)
  const mentions = createMentions({ database, limits, newsroom, accessConversation, findHidden })
  const typing = createTyping({ database, limits, newsroom, accessConversation })
  const parts = { mentions, database, limits, limitNew, findHidden, accessConversation, writer }

  /** Stores a message once, however often it is sent with one client id, and resolves with it after the commit. */
  async function sendMessage(
    senderId: string,
    conversationId: string,
    { clientId, replyTo, ...sent }: SentMessage,
  ): Promise<Sent> {
    // Who may write is asked by the writer, behind the row's lock. What is not for all is asked for first: an answer must tell
    // nothing of it.
    const kind = conversationKind(conversationId)
    if (kind === 'private' && !isNamedIn(conversationId, senderId))
      throw new AppError('chat.conversation_not_found')
    // Also makes the row of an event's room, which the writer locks.
    if (kind === 'event' || kind === 'team') requireOpen(await accessConversation(conversationId, senderId))
    const files = parseFiles(sent.files ?? [])
    const { value: text, problem } = parseMessage(sent.text, files.length > 0)
    if (problem) throw AppError.of(problem)
    for (const name of ['messageBurst', 'messagesSustained'] as const) {
      const seconds = await limits.take(name, senderId)
      if (seconds) throw new AppError('chat.too_fast', { seconds })
    }
    const hidden = await findHidden(senderId)
    const target = replyTo && (await findMessage(database, conversationId, replyTo))
    if (replyTo !== undefined && (!target || isHidden(target, hidden)))
      throw new AppError('chat.reply_target_not_found')
    const mentioned = await mentions.requireMentionable(conversationId, text)
    const people = [...new Set([...mentioned, ...(target ? [target.senderId] : [])])].filter(
      (uid) => uid !== senderId,
    )
    await mentions.takeMentions(senderId, people)
    await limitLinks(limitNew, senderId, text)
    // Members who do not see the sender may be named, and aren't notified.
    const notified = people.filter((uid) => !hidden.has(uid))
    const draft = { senderId, clientId, text, replyTo: replyTo ?? null, people: notified, files }
    const { message, isNew } = await writer.write(conversationId, draft)
    typing.stopTyping(senderId, conversationId)
    return { message: redactQuote(message, hidden), isNew }
  }

  /**
   * Asks whether a member may write to a conversation now. What is stored there asks again, behind the conversation's lock.
   * @throws AppError as `sendMessage` does
   */
  async function requireMayWrite(conversationId: string, uid: string): Promise<void> {
    requireOpen(await accessConversation(conversationId, uid))
    await requireWriter(database, conversationId, uid)
  }

  /**
   * A file of a message that the viewer may read now.
   * @throws AppError `files.not_found` for all others, whether they exist or not
   */
  async function readFile(viewerId: string, id: string) {
    const file = await findReadableFile(database, id, viewerId)
    if (!file || isHidden(file, await findHidden(viewerId))) throw new AppError('files.not_found')
    return file
  }

  /** Opens the conversation with a friend; two members who do it at once open the same one. */
  async function openPrivateChat(viewerId: string, friendId: string): Promise<string> {
    const conversationId = privateConversationId(viewerId, friendId)
    const present = await findConversation(database, conversationId, viewerId)
    if (present) return conversationId
    if (!(await areFriends(viewerId, friendId))) throw new AppError('chat.not_friends')
    await insertPrivateConversation(database, conversationId, viewerId, friendId)
    return conversationId
  }

  /** The partner, for the header of a private conversation that the viewer takes part in. */
  async function readPartner(viewerId: string, conversationId: string): Promise<Partner> {
    const partnerId = partnerOf(conversationId, viewerId)
    if (partnerId === null) throw new AppError('chat.partner_invalid')
    const conversation = await findConversation(database, conversationId, viewerId)
    const partner = conversation && (await findPerson(database, partnerId))
    if (!partner) throw new AppError('chat.partner_not_found')
    return { ...partner, writing: await readWriting(viewerId, partner.uid, conversation.writeRefusal) }
  }

  async function readWriting(
    viewerId: string,
    uid: string,
    refusal: Conversation['writeRefusal'],
  ): Promise<Partner['writing']> {
    if (refusal === null) return 'open'
    if (refusal === 'chat.partner_gone') return 'gone'
    return (await hasBlocked(viewerId, uid)) ? 'blocked_by_me' : 'not_friends'
  }

  /** Keeps how far a member has read a conversation; above the limit nothing is kept, nor refused. */
  async function markRead(viewerId: string, conversationId: string, sequence: number): Promise<void> {
    const { kind } = await accessConversation(conversationId, viewerId)
    if (kind === 'public' || (await limits.take('readPositions', viewerId))) return
    const partnerId = partnerOf(conversationId, viewerId)
    if (partnerId === null) return await markRoomRead(viewerId, conversationId, sequence)
    await newsroom.transact(async (trx, publish) => {
      const change = await updateLastRead(trx, conversationId, viewerId, sequence)
      if (!change) return
      if (change.wasUnread !== change.isUnread)
        publish(unreadChanged(viewerId, conversationId, change.isUnread))
      const shown = await findPartnerRead(trx, conversationId, partnerId, viewerId)
      if (shown !== undefined && (await areFriends(viewerId, partnerId, trx)))
        publish(partnerRead(partnerId, conversationId, shown))
    })
  }

  /** Keeps how far a member has read a room, and notifies their other pages; in one that they aren't in, nothing. */
  async function markRoomRead(viewerId: string, conversationId: string, sequence: number): Promise<void> {
    await newsroom.transact(async (trx, publish) => {
      const raise = conversationKind(conversationId) === 'event' ? raiseReadPosition : raiseMembersPosition
      const changed = await raise(trx, conversationId, viewerId, sequence)
      if (changed) publish(ownRoomChanged(viewerId, { conversationId, isMember: true, ...changed }))
    })
  }

  /**
   * Mutes a room for a member, and notifies their other pages.
   * @throws AppError `chat.conversation_not_found` also for a room that they read and aren't in, for the public room and for
   * private chats: nothing of those can be muted
   */
  async function mute(viewerId: string, conversationId: string, until: MutedUntil): Promise<void> {
    const { kind } = await accessConversation(conversationId, viewerId)
    const seconds = await limits.take('mutings', viewerId)
    if (seconds) throw new AppError('common.rate_limited', { seconds })
    await newsroom.transact(async (trx, publish) => {
      if (kind === 'event') await insertPosition(trx, conversationId, viewerId)
      const readUpTo = await updateMuting(trx, conversationId, viewerId, until)
      if (readUpTo === undefined) throw new AppError('chat.conversation_not_found')
      publish(ownRoomChanged(viewerId, { conversationId, isMember: true, readUpTo, mutedUntil: until }))
    })
  }

  /** The rooms of the member's nearest events, the rooms by subject that they entered and the rooms of their teams, each with the newest message that they see. */
  async function listOwnRooms(viewerId: string): Promise<OwnRooms> {
    const hidden = await findHidden(viewerId)
    const rooms = await Promise.all([
      findNearestRooms(database, viewerId, hidden),
      findEnteredRooms(database, viewerId, hidden),
    ])
    return { rooms: rooms.flat() }
  }

  /** Marks another's messages as read for a member, and publishes the member's new marks. */
  async function markAllReadFrom(
    trx: DatabaseTransaction,
    publish: Publish,
    uid: string,
    authorId: string,
  ): Promise<void> {
    const conversationId = privateConversationId(uid, authorId)
    if (await markAllRead(trx, conversationId, uid)) publish(unreadChanged(uid, conversationId, false))
    if (await markMentionsReadOf(trx, uid, authorId)) publish(mentionsChanged(uid))
  }

  /** Marks as read what waits for a member in one conversation. */
  async function readMentionsIn(
    trx: DatabaseTransaction,
    publish: Publish,
    uid: string,
    conversationId: string,
  ): Promise<void> {
    if (await markMentionsReadIn(trx, uid, conversationId)) publish(mentionsChanged(uid))
  }

  /** Makes the partners in the newest conversations refetch the member's read receipts, which they may now see, or no longer. */
  async function publishReceipts(trx: DatabaseTransaction, publish: Publish, uid: string): Promise<void> {
    for (const { conversationId, partnerId } of await findReceiptPartners(trx, uid, maximumReceipts))
      publish(partnerRead(partnerId, conversationId, null))
  }

  /** The newest message of a room that the viewer sees; 0 where there is none. */
  async function readSeenHead(conversationId: string, viewerId: string): Promise<number> {
    const { head } = await accessConversation(conversationId, viewerId)
    const hidden = await findHidden(viewerId)
    return hidden.size === 0 ? head : await findNewestSeen(database, conversationId, hidden)
  }

  async function listUnreadChats(viewerId: string): Promise<{ chats: UnreadChat[]; total: number }> {
    const { chats, total } = await findUnreadChats(database, viewerId)
    return { chats: await toUnreadChats(database, chats), total }
  }

  async function listPrivateChats(viewerId: string, cursor: string | undefined): Promise<PrivateChatPage> {
    const rows = await findPrivateChats(database, viewerId, {
      after: positionOf(cursor),
      limit: privateChatPageSize + 1,
    })
    const { page, nextCursor } = pageOf(rows, privateChatPageSize, (row) => [
      row.lastMessageAt?.toISOString() ?? '',
      row.conversationId,
    ])
    return { chats: await toPrivateChats(database, page), nextCursor }
  }

  return {
    accessConversation,
    readPositions: (ids: string[]) => findPositions(database, ids),
    ...history,
    sendMessage,
    requireMayWrite,
    findReadableFile: readFile,
    ...createMessageChanges({ ...parts, withdrawNotifications: dependencies.withdrawNotifications }),
    ...createReactions(parts),
    searchMessages: createMessageSearch(parts),
    listMentions: mentions.listMentions,
    readMention: mentions.readMention,
    noteTyping: typing.noteTyping,
    hideTyping: typing.hideTyping,
    publishReceipts,
    openPrivateChat,
    readPartner,
    readSeenHead,
    markRead,
    markAllReadFrom,
    readMentionsIn,
    listUnreadChats,
    listOwnRooms,
    mute,
    noteOpened: (conversationId: string, uid: string) => noteOpened(database, conversationId, uid),
    listPrivateChats,
    countStored: writer.countStored,
  }
}

function positionOf(cursor: string | undefined): PrivateChatPosition | null {
  if (cursor === undefined) return null
  const [at, conversationId] = decodeCursor(cursor, z.tuple([cursorInstant, cursorText]))
  return { at, conversationId }
}
