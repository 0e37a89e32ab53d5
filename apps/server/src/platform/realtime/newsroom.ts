import { randomUUID } from 'node:crypto'
import type { SliceNews } from '@covo/contract/realtime'
import { z } from 'zod'
import type { Database, DatabaseTransaction } from '../database/database.ts'
import type { Redis } from '../redis/redis.ts'
import type { Hub } from './hub.ts'

/** Something to be told to the watchers of a topic; `sequence` where it is an entry of the topic's history. */
export type Piece = { topic: string; news: SliceNews; sequence?: number }

/** Adds to what is told once the transaction is committed. */
type Tell = (...pieces: Piece[]) => void

export type Newsroom = ReturnType<typeof createNewsroom>

/** A piece as it goes from process to process: its news is JSON, which nobody on the way has to read. */
const writtenPiece = z.object({
  topic: z.string(),
  body: z.string(),
  sequence: z.number().optional(),
  id: z.number().optional(),
})
const message = z.object({ from: z.string(), pieces: z.array(writtenPiece) })

export type WrittenPiece = z.infer<typeof writtenPiece>

/**
 * Tells what happened, at every process: at this one at once, at the others by a hint over Redis. Where a hint is lost, or
 * there is no Redis, they find it when they sweep.
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
  /** The ids of recorded news that was told here, in two ages: it may come by a hint and by a sweep. */
  let told = new Set<number>()
  let toldBefore = new Set<number>()

  function deliver(pieces: WrittenPiece[]): void {
    if (pieces.length === 0) return
    tellHere(pieces)
    redis?.publish(channel, JSON.stringify({ from: ownName, pieces })).catch(() => {})
  }

  function tellHere(pieces: WrittenPiece[]): void {
    for (const { topic, body, sequence, id } of pieces) {
      if (id !== undefined) {
        if (told.has(id) || toldBefore.has(id)) continue
        told.add(id)
      }
      hub.publish(topic, body, sequence)
    }
  }

  subscriber?.on('error', () => {})
  subscriber
    ?.connect()
    .then(() =>
      subscriber.subscribe(channel, (text) => {
        const { from, pieces } = message.parse(JSON.parse(text))
        if (from !== ownName) tellHere(pieces)
      }),
    )
    .catch(() => {})

  return {
    /** Runs a transaction, records with it what it tells, and tells it after the commit. */
    async transact<Result>(work: (trx: DatabaseTransaction, tell: Tell) => Promise<Result>): Promise<Result> {
      let recorded: WrittenPiece[] = []
      const result = await database.transaction().execute(async (trx) => {
        const pieces: Piece[] = []
        const answer = await work(trx, (...more) => pieces.push(...more))
        recorded = await recordNews(trx, pieces)
        return answer
      })
      deliver(recorded)
      return result
    },

    /** Tells, after the commit, what a topic's history has anyway: a sweep finds it there. */
    hint(...pieces: Required<Piece>[]): void {
      deliver(pieces.map(({ topic, news, sequence }) => ({ topic, body: JSON.stringify(news), sequence })))
    },

    /** Tells what was recorded, unless it was told here before. */
    tellHere,

    /** Forgets what was told before the last call. */
    forgetOlder(): void {
      toldBefore = told
      told = new Set()
    },

    stop(): void {
      subscriber?.destroy()
    },
  }
}

/** Writes down what a transaction makes true. Servers tell it within the time of a sweep, whoever wrote it. */
export async function recordNews(trx: DatabaseTransaction, pieces: Piece[]): Promise<WrittenPiece[]> {
  if (pieces.length === 0) return []
  const written = pieces.map(({ topic, news }) => ({ topic, body: JSON.stringify(news) }))
  const rows = await trx.insertInto('news').values(written).returning('id').execute()
  return written.map((piece, index) => ({ ...piece, id: rows[index]?.id }))
}
