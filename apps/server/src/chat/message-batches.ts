import type { Draft, StoredMessage } from './chat.store.ts'

type Waiting = {
  draft: Draft
  resolve: (message: StoredMessage) => void
  reject: (error: unknown) => void
}

/** The most drafts that one statement stores. */
const maximumBatch = 200

/**
 * Collects the messages that arrive for a conversation while its last batch is being stored, and stores them together:
 * the row lock, the commit and its flush to disk are paid once for many. An idle conversation waits for nothing.
 *
 * @param store stores a batch durably, in order, and tells of it; the next batch of a conversation waits for it
 */
export function createMessageBatches(
  store: (conversationId: string, drafts: Draft[]) => Promise<StoredMessage[]>,
) {
  const waiting = new Map<string, Waiting[]>()

  async function storeWaiting(conversationId: string, queue: Waiting[]): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.splice(0, maximumBatch)
      try {
        const stored = await store(
          conversationId,
          batch.map(({ draft }) => draft),
        )
        settle(batch, stored)
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    waiting.delete(conversationId)
  }

  return function storeMessage(conversationId: string, draft: Draft): Promise<StoredMessage> {
    return new Promise((resolve, reject) => {
      const entry = { draft, resolve, reject }
      const queue = waiting.get(conversationId)
      if (queue) {
        queue.push(entry)
        return
      }
      const started = [entry]
      waiting.set(conversationId, started)
      void storeWaiting(conversationId, started)
    })
  }
}

function settle(batch: Waiting[], messages: StoredMessage[]): void {
  const stored = new Map(messages.map((message) => [`${message.senderId} ${message.clientId}`, message]))
  for (const { draft, resolve, reject } of batch) {
    const message = stored.get(`${draft.senderId} ${draft.clientId}`)
    if (message) resolve(message)
    else reject(new Error('a draft was neither stored nor found'))
  }
}
