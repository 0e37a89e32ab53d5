import type { Message } from '@covo/contract/chat/chat.routes'
import { membersOf, publicRoomId } from '@covo/contract/chat/chat.rules'
import { AppError } from '../platform/app-error.ts'
import type { Database } from '../platform/database/database.ts'
import type { Newsroom } from '../platform/realtime/newsroom.ts'
import { lastMessageChanged, messageSent, unreadChanged } from './chat.news.ts'
import type { AreFriends } from './chat.policy.ts'
import { type Draft, type StoredDraft, storeMessages } from './message.store.ts'
import { toPrivateChat } from './private-chat.ts'
import { toMessage } from './stored-message.ts'
import { markUnread } from './unread.store.ts'

type WaitingDraft = {
  draft: Draft
  resolve: (message: Message) => void
  reject: (error: unknown) => void
}

/** The most drafts that one statement stores. */
const maximumBatch = 200

/**
 * Stores messages and publishes them. Drafts that arrive while a batch of their conversation is being stored form the next
 * batch: the row lock, the commit and its flush to disk are paid once for many. The next batch is stored when the news of
 * the last has been sent: writers don't outrun the readers. A draft of an idle conversation is stored at once.
 */
export function createMessageWriter(database: Database, newsroom: Newsroom, areFriends: AreFriends) {
  const queues = new Map<string, WaitingDraft[]>()
  let storedCount = 0

  async function drain(conversationId: string, queue: WaitingDraft[]): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.splice(0, maximumBatch)
      try {
        const messages = await storeBatch(
          conversationId,
          batch.map(({ draft }) => draft),
        )
        for (const [place, { resolve }] of batch.entries()) resolve(messages[place] as Message)
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
      await newsroom.whenSent()
    }
    queues.delete(conversationId)
  }

  async function storeBatch(conversationId: string, drafts: Draft[]): Promise<Message[]> {
    const stored = await (conversationId === publicRoomId
      ? storeMessages(database, conversationId, drafts)
      : storePrivateMessages(conversationId, drafts))
    const fresh = stored.filter(({ isNew }) => isNew)
    storedCount += fresh.length
    // Not recorded with the transaction: a sweep finds messages by their sequence.
    newsroom.publishBestEffort(...fresh.map((one) => messageSent(toMessage(one), one.authorCount)))
    return stored.map(toMessage)
  }

  async function storePrivateMessages(conversationId: string, drafts: Draft[]): Promise<StoredDraft[]> {
    return await newsroom.transact(async (trx, publish) => {
      const stored = await storeMessages(trx, conversationId, drafts)
      // Behind the row lock, which the end of a friendship takes too: it comes before the batch or after it.
      if (!(await areFriends(...membersOf(conversationId), trx))) throw new AppError('chat.not_friends')
      const [first, ...others] = stored.filter(({ isNew }) => isNew)
      if (first) {
        const sides = await markUnread(trx, conversationId, [first, ...others])
        publish(...sides.map((side) => lastMessageChanged(side.viewerId, toPrivateChat(side))))
        // Pages that were opened before an upgrade know this news alone.
        const unread = sides.filter(({ isUnread }) => isUnread)
        publish(...unread.map(({ viewerId }) => unreadChanged(viewerId, conversationId, true)))
      }
      return stored
    })
  }

  return {
    /** Stores a draft once, however often it is sent, and resolves with its message after the commit. */
    write(conversationId: string, draft: Draft): Promise<Message> {
      return new Promise((resolve, reject) => {
        const waiting = { draft, resolve, reject }
        const queue = queues.get(conversationId)
        if (queue) {
          queue.push(waiting)
          return
        }
        const started = [waiting]
        queues.set(conversationId, started)
        void drain(conversationId, started)
      })
    },

    /** Messages that this process stored since its start. */
    countStored: () => storedCount,
  }
}
