import type { FoundMessages } from '@covo/contract/chat/chat.routes'
import { conversationKind, publicRoomId } from '@covo/contract/chat/chat.rules'
import { excerptAround, parseSearch, searchedText, searchPageSize } from '@covo/contract/chat/search.rules'
import { z } from 'zod'
import { AppError } from '../platform/app-error.ts'
import { cursorInstant, cursorText, decodeCursor, encodeCursor, pageOf } from '../platform/database/cursor.ts'
import type { Database } from '../platform/database/database.ts'
import type { Limits } from '../platform/limits/limits.ts'
import type { FindHidden } from '../platform/viewer.ts'
import type { AccessConversation } from './conversation-access.ts'
import { findMessagesAt } from './history.store.ts'
import { anonymousName, namesOfMentioned } from './mentioned-names.ts'
import {
  findByTrigrams,
  findInBlocks,
  findNewestTexts,
  findOwnConversations,
  findOwnRooms,
  findSequenceAt,
  type Place,
  type SearchedConversation,
  type Wanted,
} from './message-search.store.ts'
import { indexForSearch } from './search-index.ts'

type Search = {
  query: string
  conversationId?: string | undefined
  userId?: string | undefined
  since?: string | undefined
  until?: string | undefined
  before?: string | undefined
}

/** Maximum rows that a request reads: of the newest messages by primary key, and of the matches in the index. */
const newestRows = 4000
const indexedRows = 1000
/** Rows of one read, and the minimum that a read counts as, since many short chats mean many reads. */
const blockRows = 500
const leastRows = 160

/** Rows that are sampled to find the rare parts of a query. */
const sampledRows = 200

/** The index knows three letters in succession. */
const trigram = /[\p{L}\p{N}]{3}/u

/** Where the search of one conversation is: `edge` is what it has looked at last; `next`, null before the first read, is below it. */
type Walk = { conversation: SearchedConversation; edge: Place; next: number | null }

type Dependencies = {
  database: Database
  limits: Limits
  findHidden: FindHidden
  accessConversation: AccessConversation
}

export function createMessageSearch({ database, limits, findHidden, accessConversation }: Dependencies) {
  /**
   * A page of messages with certain words; see the contract's `searchMessagesRoute`. The newest messages are compared one by one,
   * the others found by an index: a common word is found by the one, a rare one by the other (docs/decisions/0033).
   */
  return async function searchMessages(viewerId: string, search: Search): Promise<FoundMessages> {
    const { query, conversationId, userId } = search
    const [since, until] = [toInstant(search.since), toInstant(search.until)]
    const { value: words, problem } = parseSearch(query)
    if (problem) throw AppError.of(problem)
    const start = search.before === undefined ? undefined : placeOf(search.before)
    const conversations = await findConversations(viewerId, conversationId)
    const seconds = await limits.take('messageSearches', viewerId)
    if (seconds) throw new AppError('chat.too_many_searches', { seconds })

    await indexForSearch(
      database,
      conversations.filter(({ isIndexed }) => !isIndexed).map(({ id }) => id),
    )
    const wanted = { words, userId, since, until, hidden: await findHidden(viewerId) }
    const newest = await searchNewest(conversations, wanted, start)
    let { places, edge } = newest
    if (edge && words.some((word) => trigram.test(word))) {
      const rooms = conversations
        .map(({ id }) => id)
        .filter((id) => ['room', 'event', 'team'].includes(conversationKind(id)))
      const scope = conversationId === undefined ? { viewerId, rooms } : { conversationId }
      const parts = await findRareParts(edge.conversationId, words)
      const indexed = await findByTrigrams(database, scope, edge, wanted, parts, indexedRows + 1)
      if (indexed.length <= indexedRows) {
        places = [...places, ...indexed.toSorted(newestFirst)]
        edge = null
      }
    }
    const { page, nextCursor } = pageOf(places, searchPageSize, cursorOf)
    const next = nextCursor ?? (edge && encodeCursor(cursorOf(edge)))
    return { results: await readResults(page, words), next }
  }

  /**
   * Those parts of the words between spaces which few of the newest messages hold. The index compares each place of a rare part
   * with all other parts: a part that most messages hold costs much there, and leaves nothing out.
   */
  async function findRareParts(conversationId: string, words: string[]): Promise<string[]> {
    const texts = await findNewestTexts(database, conversationId, sampledRows)
    return words
      .flatMap((word) => word.split(' '))
      .filter((part) => trigram.test(part))
      .filter((part) => texts.filter((text) => text.includes(part)).length <= texts.length / 4)
  }

  async function findConversations(
    viewerId: string,
    conversationId: string | undefined,
  ): Promise<SearchedConversation[]> {
    const { id, head } = await accessConversation(conversationId ?? publicRoomId, viewerId)
    const one = { id, head, newestAt: null, isIndexed: false }
    if (conversationId !== undefined) return [one]
    const own = await Promise.all([
      findOwnConversations(database, viewerId),
      findOwnRooms(database, viewerId),
    ])
    return [one, ...own.flat()]
  }

  /**
   * The wanted ones of the newest messages below `start`, the newest first, more than a page of them where there are. `edge`: how far
   * it came; null where that is the end, or far enough.
   */
  async function searchNewest(
    conversations: SearchedConversation[],
    wanted: Wanted,
    start: Place | undefined,
  ): Promise<{ places: Place[]; edge: Place | null }> {
    const limit = start ?? startOf(wanted)
    let walks = conversations.map((conversation) => toWalk(conversation, limit))
    const found: Place[] = []
    let rows = 0
    // One block may be enough; else each statement reads those of twice as many conversations.
    for (let count = 1; ; count *= 2) {
      const next = walks.toSorted((one, other) => newestFirst(one.edge, other.edge))
      const [walk] = next
      const isOver = !walk || (wanted.since !== undefined && walk.edge.at < wanted.since)
      const places = found
        .filter((place) => isOver || newestFirst(place, walk.edge) <= 0)
        .toSorted(newestFirst)
      if (isOver || places.length > searchPageSize) return { places, edge: null }
      if (rows >= newestRows) return { places, edge: await edgeOf(walk, limit) }
      const allowed = Math.ceil((newestRows - rows) / blockRows)
      rows += await searchBlocks(next.slice(0, Math.min(count, allowed)), wanted, limit, found)
      walks = walks.filter((one) => one.next !== 1)
    }
  }

  /** Looks at the next messages of some conversations, and answers as how many they count. */
  async function searchBlocks(
    walks: Walk[],
    wanted: Wanted,
    limit: Place | undefined,
    found: Place[],
  ): Promise<number> {
    const reads: { walk: Walk; id: string; before: number }[] = []
    // One after the other: a search takes no more than one of the database's connections.
    for (const walk of walks) {
      const before = walk.next ?? (await findStart(walk.conversation, limit))
      reads.push({ walk, id: walk.conversation.id, before })
    }
    const blocks = await findInBlocks(database, reads, wanted, blockRows)
    let rows = 0
    for (const { walk, id, before } of reads) {
      const block = blocks.get(id)
      if (block) found.push(...block.found)
      walk.next = block?.last?.sequence ?? 1
      walk.edge = block?.last ?? walk.edge
      rows += Math.max(leastRows, Math.min(blockRows, before - walk.next))
    }
    return rows
  }

  /** Where a search goes on: in a conversation that was not read yet, below what earlier pages have. */
  async function edgeOf({ conversation, edge, next }: Walk, limit: Place | undefined): Promise<Place> {
    return next === null ? { ...edge, sequence: await findStart(conversation, limit) } : edge
  }

  /** The sequence below which a conversation's messages are older than a place. */
  async function findStart(conversation: SearchedConversation, limit: Place | undefined): Promise<number> {
    if (!limit) return Number.MAX_SAFE_INTEGER
    if (limit.conversationId === conversation.id) return limit.sequence
    const isIncluded = conversation.id < limit.conversationId
    return 1 + (await findSequenceAt(database, conversation, limit.at, isIncluded))
  }

  async function readResults(page: Place[], words: string[]): Promise<FoundMessages['results']> {
    const stored = await findMessagesAt(database, page)
    const nameOf = await namesOfMentioned(
      database,
      stored.map(({ text }) => text),
    )
    return page.flatMap(({ conversationId, sequence }) => {
      const message = stored.find(
        (one) => one.conversationId === conversationId && one.sequence === sequence && !one.removedAt,
      )
      if (!message) return []
      // A text that changed since it was indexed may have lost the words.
      const text = searchedText(message.text)
      if (!words.every((word) => text.includes(word))) return []
      return {
        conversationId,
        sequence,
        userId: message.senderId,
        userName: message.senderName || anonymousName,
        timestamp: message.sentAt.toISOString(),
        excerpt: excerptAround(message.text, words, nameOf),
      }
    })
  }
}

function toWalk(conversation: SearchedConversation, limit: Place | undefined): Walk {
  const newestAt = conversation.newestAt?.toISOString() ?? '9999'
  const at = limit && limit.at < newestAt ? limit.at : newestAt
  return {
    conversation,
    edge: { at, conversationId: conversation.id, sequence: Number.MAX_SAFE_INTEGER },
    next: null,
  }
}

/** Messages before an instant come before its first place. */
function startOf({ until }: Wanted): Place | undefined {
  return until === undefined ? undefined : { at: until, conversationId: '', sequence: 0 }
}

/** In one form: places are compared as texts. */
function toInstant(time: string | undefined): string | undefined {
  return time && new Date(time).toISOString()
}

function newestFirst(one: Place, other: Place): number {
  return (
    compare(other.at, one.at) ||
    compare(other.conversationId, one.conversationId) ||
    other.sequence - one.sequence
  )
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}

function cursorOf({ at, conversationId, sequence }: Place): string[] {
  return [at, conversationId, String(sequence)]
}

function placeOf(cursor: string): Place {
  const sequenceText = z.string().regex(/^\d{1,16}$/)
  const [at, conversationId, sequence] = decodeCursor(
    cursor,
    z.tuple([cursorInstant, cursorText, sequenceText]),
  )
  return { at, conversationId, sequence: Number(sequence) }
}
