import { randomUUID } from 'node:crypto'
import type { LiveHead, SliceNews } from '@covo/contract/realtime'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Database, DatabaseTransaction } from '../database/database.ts'
import { prepareStatement } from '../database/prepared-statements.ts'
import type { Redis } from '../redis/redis.ts'
import type { Hub, Position } from './hub.ts'

/** News for the subscribers of a topic. */
export type Publication = { topic: string; news: SliceNews }

/** News of a topic's history, which goes up to this position at least. */
export type HistoryPublication = { topic: string; news: SliceNews | LiveHead; position: Position }

/** Adds news that is published once the transaction is committed. */
export type Publish = (...publications: Publication[]) => void

export type Newsroom = ReturnType<typeof createNewsroom>

/** A publication as it goes from process to process: its news is JSON, which nothing on the way has to parse. */
const serializedPublication = z.object({
  topic: z.string(),
  body: z.string(),
  position: z.object({ head: z.number(), changes: z.number() }).partial().optional(),
  id: z.number().optional(),
})
const message = z.object({
  from: z.string(),
  publications: z.array(serializedPublication),
  hint: z.object({ name: z.string(), body: z.unknown() }).optional(),
})

export type SerializedPublication = z.infer<typeof serializedPublication>

/**
 * Publishes news in every process: in this one at once, in the others by a message over Redis. Where that is lost, or there
 * is no Redis, the others find the news in the database when they sweep.
 */
export function createNewsroom({
  database,
  redis,
  instanceKey,
  hub,
}: {
  database: Database
  redis: Redis | null
  instanceKey: string
  hub: Hub
}) {
  // The number of a database in the setting's address separates no channels.
  const channel = `covo:${instanceKey}:news`
  const ownName = randomUUID()
  const subscriber = redis?.duplicate()
  /** The ids of recorded news that was delivered here, in two generations: it may arrive over Redis and by a sweep. */
  let delivered = new Set<number>()
  let deliveredBefore = new Set<number>()
  const hintHandlers = new Map<string, (body: unknown) => void>()

  function deliver(publications: SerializedPublication[]): void {
    if (publications.length === 0) return
    deliverLocally(publications)
    redis?.publish(channel, JSON.stringify({ from: ownName, publications })).catch(() => {})
  }

  function deliverLocally(publications: SerializedPublication[]): void {
    for (const { topic, body, position, id } of publications) {
      if (id !== undefined) {
        if (delivered.has(id) || deliveredBefore.has(id)) continue
        delivered.add(id)
      }
      hub.publish(topic, body, position)
    }
  }

  subscriber?.on('error', () => {})
  subscriber
    ?.connect()
    .then(() =>
      subscriber.subscribe(channel, (text) => {
        const { from, publications, hint } = message.parse(JSON.parse(text))
        if (from === ownName) return
        deliverLocally(publications)
        if (hint) hintHandlers.get(hint.name)?.(hint.body)
      }),
    )
    .catch(() => {})

  return {
    /** Runs a transaction, records with it the news that it publishes, and delivers the news after the commit. */
    async transact<Result>(
      work: (trx: DatabaseTransaction, publish: Publish) => Promise<Result>,
    ): Promise<Result> {
      let recorded: SerializedPublication[] = []
      const result = await database.transaction().execute(async (trx) => {
        const publications: Publication[] = []
        const answer = await work(trx, (...more) => publications.push(...more))
        recorded = await recordNews(trx, publications)
        return answer
      })
      deliver(recorded)
      return result
    },

    /** Resolves when what was published has been sent to the subscribers of this process; see the hub. */
    whenSent: hub.whenSent,

    /** Publishes news of topics' histories, after its commit and without recording: a sweep finds it in the history. */
    publishBestEffort(...publications: HistoryPublication[]): void {
      deliver(publications.map(({ news, ...rest }) => ({ ...rest, body: JSON.stringify(news) })))
    },

    /** Publishes news that a statement recorded with what it stored, after its commit. */
    publishRecorded: deliver,

    /** Publishes news that is not stored to this process's subscribers alone. */
    publishHere(topic: string, news: SliceNews): void {
      hub.publish(topic, JSON.stringify(news))
    },

    /**
     * Handles the hints of a name from other processes, of states that aren't stored and may be lost. Without Redis there are
     * none. Answers the function that sends one, as JSON.
     */
    openHints(name: string, handle: (body: unknown) => void): (body: unknown) => void {
      hintHandlers.set(name, handle)
      return (body) => {
        const hinted = { from: ownName, publications: [], hint: { name, body } }
        redis?.publish(channel, JSON.stringify(hinted)).catch(() => {})
      }
    },

    /** Delivers recorded news to this process's subscribers, unless it was delivered here before. */
    deliverLocally,

    /** Forgets what was delivered before the last call. */
    rotateDelivered(): void {
      deliveredBefore = delivered
      delivered = new Set()
    },

    clearDelivered(): void {
      deliveredBefore = new Set()
      delivered = new Set()
    },

    stop(): void {
      subscriber?.destroy()
    },
  }
}

/** Records news with the transaction that makes it true. Each server delivers it at its next sweep, whichever process wrote it. */
export async function recordNews(
  trx: DatabaseTransaction,
  publications: Publication[],
): Promise<SerializedPublication[]> {
  if (publications.length === 0) return []
  const serialized = publications.map(({ topic, news }) => ({ topic, body: JSON.stringify(news) }))
  const topics = serialized.map(({ topic }) => topic)
  const bodies = serialized.map(({ body }) => body)
  const rows = await insertNews(trx, topics, bodies)
  return serialized.map((publication, index) => ({ ...publication, id: rows[index]?.id }))
}

const insertNews = prepareStatement(
  (_, topics: string[], bodies: string[]) => sql<{ id: number }>`
    insert into news (topic, body) select * from unnest(${topics}::text[], ${bodies}::text[]) returning id`,
)
