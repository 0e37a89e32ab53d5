import type { Message } from '@covo/contract/chat/chat.routes'
import type { Newsroom } from '../platform/realtime/newsroom.ts'
import { messageSent, unreadChanged } from './chat.news.ts'
import { type Draft, storeMessages } from './message.store.ts'
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
 * batch: the row lock, the commit and its flush to disk are paid once for many. A draft of an idle conversation is stored
 * at once.
 */
export function createMessageWriter(newsroom: Newsroom) {
  const queues = new Map<string, WaitingDraft[]>()
  let storedCount = 0

  async function drain(conversationId: string, queue: WaitingDraft[]): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.splice(0, maximumBatch)
      try {
        const drafts = batch.map(({ draft }) => draft)
        settle(batch, await storeBatch(conversationId, drafts))
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    queues.delete(conversationId)
  }

  /** The news of unread chats is recorded by the transaction; messages are found again by their sequence. */
  async function storeBatch(conversationId: string, drafts: Draft[]): Promise<Message[]> {
    const { stored, authorCount } = await newsroom.transact(async (trx, publish) => {
      const batch = await storeMessages(trx, conversationId, drafts)
      const fresh = batch.stored.filter(({ isNew }) => isNew)
      if (batch.kind === 'private' && fresh.length > 0) {
        const unreadFor = await markUnread(trx, conversationId, fresh)
        publish(...unreadFor.map((uid) => unreadChanged(uid, conversationId, true)))
      }
      return batch
    })
    const fresh = stored.filter(({ isNew }) => isNew).map(toMessage)
    storedCount += fresh.length
    newsroom.publishBestEffort(...fresh.map((message) => messageSent(message, authorCount)))
    return stored.map(toMessage)
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

function settle(batch: WaitingDraft[], messages: Message[]): void {
  const byDraft = new Map(messages.map((message) => [`${message.userId} ${message.clientId}`, message]))
  for (const { draft, resolve, reject } of batch) {
    const message = byDraft.get(`${draft.senderId} ${draft.clientId}`)
    if (message) resolve(message)
    else reject(new Error('a draft was neither stored nor found'))
  }
}
