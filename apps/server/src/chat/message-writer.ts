import type { ReactionsChanged } from '@covo/contract/chat/chat.news'
import type { Message } from '@covo/contract/chat/chat.routes'
import { publicRoomId } from '@covo/contract/chat/chat.rules'
import { AppError } from '../platform/app-error.ts'
import type { Database, DatabaseTransaction } from '../platform/database/database.ts'
import type { Newsroom, Publish } from '../platform/realtime/newsroom.ts'
import { createChangeNews } from './change-news.ts'
import { lastMessageChanged, mentionsChanged, messageSent, unreadChanged } from './chat.news.ts'
import { type AreFriends, requireFriends } from './chat.policy.ts'
import { lockConversation } from './chat.store.ts'
import { insertMentions } from './mentions.store.ts'
import { type Draft, type StoredDraft, storeMessages } from './message.store.ts'
import { toPrivateChats } from './private-chat.ts'
import { toMessages } from './stored-message.ts'
import { markUnread } from './unread.store.ts'

/**
 * Changes a stored message behind the row lock of its conversation. `changed` is what its readers are told, or null where
 * nothing changed. An AppError refuses it, before anything is written.
 */
type Change<Answer> = (
  trx: DatabaseTransaction,
  publish: Publish,
) => Promise<{ answer: Answer; changed: Message | ReactionsChanged | null }>

/** A draft or a change that waits for its turn. */
type Waiting = {
  work: Draft | Change<unknown>
  /** Takes the message of a draft, the answer of a change. */
  resolve: (answer: never) => void
  reject: (error: unknown) => void
}

/** The most drafts that one statement stores, and changes that one transaction makes. */
const maximumBatch = 200

export type MessageWriter = ReturnType<typeof createMessageWriter>

/**
 * Stores messages and their changes, and publishes them. What arrives while a batch of its conversation is being stored goes
 * with the next one, in the order of arrival: the row lock, the commit and its flush to disk are paid once for many. The next
 * batch is stored when the news of the last has been sent: writers don't outrun the readers. A draft of an idle conversation
 * is stored at once.
 */
export function createMessageWriter(database: Database, newsroom: Newsroom, areFriends: AreFriends) {
  const queues = new Map<string, Waiting[]>()
  const changeNews = createChangeNews(newsroom)
  let storedCount = 0

  async function drain(conversationId: string, queue: Waiting[]): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.splice(0, lengthOfBatch(queue))
      try {
        const results = await storeBatch(
          conversationId,
          batch.map(({ work }) => work),
        )
        for (const [place, { resolve, reject }] of batch.entries()) {
          const result = results[place]
          if (result instanceof AppError) reject(result)
          else resolve(result as never)
        }
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
      await newsroom.whenSent()
    }
    queues.delete(conversationId)
  }

  /** Answers in the order of the batch, which is of one kind. */
  async function storeBatch(conversationId: string, batch: (Draft | Change<unknown>)[]): Promise<unknown[]> {
    const changes = batch.filter((work) => typeof work === 'function')
    return changes.length > 0
      ? await storeChanges(conversationId, changes)
      : await storeDrafts(
          conversationId,
          batch.filter((work) => typeof work !== 'function'),
        )
  }

  /** One that is refused hinders no other; any other failure ends the transaction. */
  async function storeChanges(conversationId: string, changes: Change<unknown>[]): Promise<unknown[]> {
    const told: (Message | ReactionsChanged)[] = []
    const answers = await newsroom.transact(async (trx, publish) => {
      await lockConversation(trx, conversationId)
      const decided: unknown[] = []
      for (const change of changes) {
        try {
          const { answer, changed } = await change(trx, publish)
          decided.push(answer)
          if (changed) told.push(changed)
        } catch (error) {
          if (!(error instanceof AppError)) throw error
          decided.push(error)
        }
      }
      return decided
    })
    changeNews.add(conversationId, told)
    return answers
  }

  async function storeDrafts(conversationId: string, drafts: Draft[]): Promise<Message[]> {
    const stored = await (conversationId === publicRoomId
      ? storePublicMessages(drafts)
      : storePrivateMessages(conversationId, drafts))
    const messages = await toMessages(database, stored)
    const fresh = messages.flatMap((message, place) => {
      const { isNew, authorCount, changes } = stored[place] as StoredDraft
      return isNew ? [messageSent(message, { authorCount, changes })] : []
    })
    storedCount += fresh.length
    // Not recorded with the transaction: a sweep finds messages by their sequence.
    newsroom.publishBestEffort(...fresh)
    return messages
  }

  async function storePublicMessages(drafts: Draft[]): Promise<StoredDraft[]> {
    if (drafts.every(({ people }) => people.length === 0))
      return await storeMessages(database, publicRoomId, drafts)
    return await newsroom.transact(async (trx, publish) => {
      const stored = await storeMessages(trx, publicRoomId, drafts)
      const mentions = stored.flatMap(({ isNew, sequence }, place) =>
        isNew ? (drafts[place]?.people.map((uid) => ({ uid, sequence })) ?? []) : [],
      )
      await insertMentions(trx, publicRoomId, mentions)
      publish(...new Set(mentions.map(({ uid }) => uid)).values().map(mentionsChanged))
      return stored
    })
  }

  async function storePrivateMessages(conversationId: string, drafts: Draft[]): Promise<StoredDraft[]> {
    return await newsroom.transact(async (trx, publish) => {
      const stored = await storeMessages(trx, conversationId, drafts)
      await requireFriends(areFriends, conversationId, trx)
      const [first, ...others] = stored.filter(({ isNew }) => isNew)
      if (first) {
        const sides = await markUnread(trx, conversationId, [first, ...others])
        const chats = await toPrivateChats(trx, sides)
        publish(...chats.map((chat, place) => lastMessageChanged(sides[place]?.viewerId ?? '', chat)))
        // Pages that were opened before an upgrade know this news alone.
        const unread = sides.filter(({ isUnread }) => isUnread)
        publish(...unread.map(({ viewerId }) => unreadChanged(viewerId, conversationId, true)))
      }
      return stored
    })
  }

  function wait<Answer>(conversationId: string, work: Draft | Change<Answer>): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const waiting = { work, resolve, reject }
      const queue = queues.get(conversationId)
      if (queue) {
        queue.push(waiting)
        return
      }
      const started = [waiting]
      queues.set(conversationId, started)
      void drain(conversationId, started)
    })
  }

  return {
    /** Stores a draft once, however often it is sent, and resolves with its message after the commit. */
    write: (conversationId: string, draft: Draft) => wait<Message>(conversationId, draft),

    /** Makes a change, and resolves with its answer after the commit. */
    change: <Answer>(conversationId: string, change: Change<Answer>) => wait(conversationId, change),

    /** Messages that this process stored since its start. */
    countStored: () => storedCount,
  }
}

/** How many of a kind wait in succession. */
function lengthOfBatch(queue: Waiting[]): number {
  const kind = typeof queue[0]?.work
  const end = queue.findIndex(({ work }) => typeof work !== kind)
  return Math.min(end === -1 ? queue.length : end, maximumBatch)
}
