import { sql } from 'kysely'
import { AppError } from '../app-error.ts'
import type { Database } from '../database/database.ts'
import type { Log } from '../log/log.ts'
import { frameOf, type Hub, type Topic } from './hub.ts'
import type { Newsroom, SerializedPublication } from './newsroom.ts'

/** Milliseconds between two sweeps. */
const intervalMs = 2000
/** Milliseconds for which recorded news is kept. A process that did not sweep for half as long may have missed some. */
const newsLifetimeMs = 60_000

export type Sweeper = Awaited<ReturnType<typeof startSweeper>>

type SweeperOptions = { database: Database; hub: Hub; topics: Topic[]; newsroom: Newsroom; log: Log }

/**
 * Polls the database for news that no message over Redis brought: entries of conversations with subscribers here and their
 * changes, by their numbers, and news that other processes recorded. A lost message delays news until the next sweep, and loses none. Resolves
 * when no news that is published from then on can be missed.
 */
export async function startSweeper({ database, hub, topics, newsroom, log }: SweeperOptions) {
  let horizon = await readHorizon(database)
  let sweptAt = performance.now()
  let forgottenAt = performance.now()
  let sweeping: Promise<void> | null = null
  /** Of each personal topic, the head of the last sweep. */
  const sentHeads = new Map<string, number>()

  async function sweep(): Promise<void> {
    const startedAt = performance.now()
    // Before the rows are read: a row that is committed in between is read twice rather than never.
    const next = await readHorizon(database)
    newsroom.deliverLocally(await findNewsSince(database, horizon))
    horizon = next
    await comparePositions()
    if (startedAt - sweptAt > newsLifetimeMs / 2) resync()
    sweptAt = startedAt
    if (startedAt - forgottenAt > newsLifetimeMs) {
      newsroom.rotateDelivered()
      await deleteOldNews(database)
      forgottenAt = startedAt
    }
  }

  async function comparePositions(): Promise<void> {
    for (const topic of topics) {
      const { name, prefix, readPositions, readMoves } = topic
      const moves = readMoves && hub.watchersOf(name).length > 0 ? await readMoves() : null
      if (moves) hub.publish(name, JSON.stringify(moves))
      const known = hub.knownTopics(prefix)
      if (!readPositions || known.length === 0) continue
      for (const [id, position] of await readPositions(known)) {
        hub.advance(`${prefix}:${id}`, position)
        if (topic.isPersonal) await sendOwnPositions(topic, id, position.head)
      }
    }
  }

  /** Subscribers who do not see some members are sent how far a topic goes for them. */
  async function sendOwnPositions({ prefix, readPosition }: Topic, id: string, head: number): Promise<void> {
    const topic = `${prefix}:${id}`
    if (sentHeads.get(topic) === head) return
    sentHeads.set(topic, head)
    for (const connection of hub.hidingWatchers(topic)) {
      const position = await readPosition(id, connection.viewer).catch(ifRefused)
      if (position) connection.send(frameOf({ type: 'live.head', topic, ...position }))
    }
  }

  /**
   * Any news may have been missed: all clients refetch what they show. After a promotion the new primary may reuse transaction ids
   * and message sequences that this process has seen already.
   */
  function resync(): void {
    horizon = '0'
    newsroom.clearDelivered()
    hub.times.forget()
    hub.forgetPositions()
    sentHeads.clear()
    hub.broadcast(frameOf({ type: 'live.stale' }))
  }

  const timer = setInterval(() => {
    sweeping ??= sweep()
      .catch((error: unknown) => log.warn({ err: error }, 'news not swept'))
      .finally(() => {
        sweeping = null
      })
  }, intervalMs)

  return {
    resync,
    /** Seconds since the start of the last sweep that succeeded. */
    age: () => (performance.now() - sweptAt) / 1000,
    async stop(): Promise<void> {
      clearInterval(timer)
      await sweeping
    },
  }
}

/** A subscriber may lose their right while a sweep is under way. */
function ifRefused(error: unknown): null {
  if (error instanceof AppError) return null
  throw error
}

/** The oldest transaction that is not over: the rows of older ones are visible already. */
async function readHorizon(database: Database): Promise<string> {
  const { rows } = await sql<{ horizon: string }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as horizon
  `.execute(database)
  return rows[0]?.horizon ?? '0'
}

/** News of transactions that were not over at the horizon, or began after it. */
async function findNewsSince(database: Database, horizon: string): Promise<SerializedPublication[]> {
  return await database
    .selectFrom('news')
    .select(['id', 'topic', 'body'])
    .where('transaction', '>=', sql<string>`${horizon}::xid8`)
    .orderBy('id')
    .execute()
}

async function deleteOldNews(database: Database): Promise<void> {
  await database
    .deleteFrom('news')
    .where('recorded_at', '<', sql<Date>`now() - ${newsLifetimeMs} * interval '1 millisecond'`)
    .execute()
}
