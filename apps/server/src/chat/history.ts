import type { ChangedMessages, HistoryEntry, Message, MessagePage } from '@covo/contract/chat/chat.routes'
import {
  conversationKind,
  messagePageSize,
  missedPageSize,
  partnerOf,
  publicRoomId,
} from '@covo/contract/chat/chat.rules'
import { AppError } from '../platform/app-error.ts'
import { coalesceReads } from '../platform/coalesce-reads.ts'
import { fittingRows } from '../platform/database/cursor.ts'
import type { Database } from '../platform/database/database.ts'
import type { PrimaryPool } from '../platform/database/primary-pool.ts'
import { type SerializedJson, serializeJson } from '../platform/http/serialized-json.ts'
import type { FindHidden, Hidden } from '../platform/viewer.ts'
import type { AreFriends } from './chat.policy.ts'
import type { AccessConversation } from './conversation-access.ts'
import {
  findMessage,
  findMessagesAfter,
  findMessagesAround,
  findMessagesBefore,
  findMessagesChangedAfter,
  findNewestPageVersion,
} from './history.store.ts'
import { noteOpened } from './read-positions.store.ts'
import { findPartnerRead } from './read-receipts.store.ts'
import { isHidden, redactMessage, redactQuote } from './redact-messages.ts'
import { type StoredMessage, toMessages } from './stored-message.ts'

/** At most one of `before`, `after` and `around`; without them, the newest page. */
export type PageRequest = {
  before?: number | undefined
  after?: number | undefined
  around?: number | undefined
  limit: number
}

/** Pages of conversations; those of the public room, which many members request at once, as serialized JSON. */
export function createHistory(
  database: Database,
  accessConversation: AccessConversation,
  areFriends: AreFriends,
  findHidden: FindHidden,
  pool: Pick<PrimaryPool, 'epoch'>,
) {
  /** A page of history; see the contract's `listMessagesRoute`. */
  async function listMessages(
    viewerId: string | null,
    conversationId: string,
    request: PageRequest,
  ): Promise<MessagePage> {
    const conversation = await accessConversation(conversationId, viewerId)
    if (viewerId && conversationKind(conversationId) === 'team')
      await noteOpened(database, conversationId, viewerId)
    const partnerId = viewerId && partnerOf(conversationId, viewerId)
    const hidden = await findHiddenFrom(viewerId, conversationId)
    const [rows, readUpTo] = await Promise.all([
      findPage(conversationId, request, hidden),
      viewerId && partnerId ? readPartnerRead(conversationId, viewerId, partnerId) : undefined,
    ])
    return {
      messages: redactMessages(await toMessages(database, rows), hidden),
      head: Math.max(conversation.head, rows.at(-1)?.sequence ?? 0),
      authorCount: conversation.authorCount,
      changes: conversation.changes,
      ...(readUpTo !== undefined && { readUpTo }),
    }
  }

  /** One message; see the contract's `readMessageRoute`. */
  async function readMessage(viewerId: string, conversationId: string, sequence: number): Promise<Message> {
    await accessConversation(conversationId, viewerId)
    const [stored, hidden] = await Promise.all([
      findMessage(database, conversationId, sequence),
      findHiddenFrom(viewerId, conversationId),
    ])
    if (!stored || isHidden(stored, hidden)) throw new AppError('chat.message_not_found')
    const [message] = await toMessages(database, [stored])
    return redactQuote(message as Message, hidden)
  }

  /** The people whom the viewer does not see in a conversation; nobody where it is read for all. */
  async function findHiddenFrom(viewerId: string | null, conversationId: string): Promise<Hidden> {
    return viewerId && conversationKind(conversationId) !== 'private' ? await findHidden(viewerId) : new Set()
  }

  /** How far the partner has read, where the viewer may know it. */
  async function readPartnerRead(conversationId: string, viewerId: string, partnerId: string) {
    const [lastRead, isFriend] = await Promise.all([
      findPartnerRead(database, conversationId, viewerId, partnerId),
      areFriends(viewerId, partnerId),
    ])
    return isFriend ? lastRead : undefined
  }

  /** A page that would be too large ends early on the side that is farther from where it begins. */
  async function findPage(
    conversationId: string,
    { before, after, around, limit }: PageRequest,
    hidden: Hidden,
  ): Promise<StoredMessage[]> {
    if (around !== undefined) {
      const found = await findMessagesAround(database, conversationId, around, limit)
      const [target] = found.from
      if (target?.sequence !== around || hidden.has(target.senderId))
        throw new AppError('chat.message_not_found')
      return [...fittingRows(found.before).toReversed(), ...fittingRows(found.from)]
    }
    if (after !== undefined)
      return fittingRows(await findMessagesAfter(database, conversationId, after, limit))
    const newest = before ?? Number.MAX_SAFE_INTEGER
    return fittingRows(await findMessagesBefore(database, conversationId, newest, limit)).toReversed()
  }

  /** The changes after a number; see the contract's `listChangesRoute`. The number of changes is read before the messages. */
  async function listChanges(
    viewerId: string | null,
    conversationId: string,
    after: number,
  ): Promise<ChangedMessages> {
    const { changes } = await accessConversation(conversationId, viewerId)
    const found = await findMessagesChangedAfter(database, conversationId, after, missedPageSize)
    const rows = fittingRows(found)
    const hasMore = found.length === missedPageSize || rows.length < found.length
    const last = rows.at(-1)?.change ?? 0
    return {
      changed: redactMessages(
        await toMessages(database, rows),
        await findHiddenFrom(viewerId, conversationId),
      ),
      changes: hasMore ? last : Math.max(changes, last),
      hasMore,
    }
  }

  let cached: { version: string | undefined; page: SerializedJson<MessagePage> } | null = null

  /** The newest page of the public room, cached: concurrent readers share one check of its version. */
  const readNewestPublicPage = coalesceReads(async () => {
    // Before the page: a write between the two reads is in the page already and only invalidates it once more.
    const { epoch } = pool
    const version = `${epoch} ${await findNewestPageVersion(database, publicRoomId)}`
    if (cached && cached.version === version) return cached.page
    const page = serializeJson(await listMessages(null, publicRoomId, { limit: messagePageSize }))
    cached = { version, page }
    return page
  })

  /** The messages after a sequence in the public room: after a restart all clients request the same page. */
  const readMissedPublicPage = coalesceReads(async (after: number) =>
    serializeJson(await listMessages(null, publicRoomId, { after, limit: missedPageSize })),
  )

  /** The public room's changes: after a restart all clients request the same. */
  const readPublicChanges = coalesceReads(async (after: number) =>
    serializeJson(await listChanges(null, publicRoomId, after)),
  )

  /** A shared answer about the public room as the viewer sees it. */
  async function personal<Key extends 'messages' | 'changed', Page extends Record<Key, HistoryEntry[]>>(
    viewerId: string,
    key: Key,
    shared: Promise<SerializedJson<Page>>,
  ): Promise<SerializedJson<Page>> {
    const [hidden, answer] = await Promise.all([findHidden(viewerId), shared])
    if (hidden.size === 0) return answer
    return serializeJson({ ...answer.value, [key]: redactMessages(answer.value[key], hidden) })
  }

  return {
    listMessages,
    readMessage,
    listChanges,
    readNewestPublicPage: (viewerId: string) => personal(viewerId, 'messages', readNewestPublicPage()),
    readMissedPublicPage: (viewerId: string, after: number) =>
      personal(viewerId, 'messages', readMissedPublicPage(after)),
    readPublicChanges: (viewerId: string, after: number) =>
      personal(viewerId, 'changed', readPublicChanges(after)),
  }
}

function redactMessages(messages: HistoryEntry[], hidden: Hidden): HistoryEntry[] {
  return hidden.size === 0 ? messages : messages.map((message) => redactMessage(message, hidden))
}
