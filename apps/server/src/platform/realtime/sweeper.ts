import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import type { Log } from '../log/log.ts'
import { frameOf, type Hub, type Topic } from './hub.ts'
import type { Newsroom, WrittenPiece } from './newsroom.ts'

/** Milliseconds between two sweeps. */
const interval = 2000
/** Milliseconds for which recorded news is kept. Who did not sweep for half as long may have missed some. */
const newsLifetime = 60_000

type SweeperOptions = { database: Database; hub: Hub; topics: Topic[]; newsroom: Newsroom; log: Log }

/**
 * Finds what no hint told of: entries of conversations that are watched here, by their heads, and news that other
 * processes recorded. A lost hint costs the time until the next sweep, never news. Resolves when nothing that is told from
 * then on can be missed.
 */
export async function startSweeper({ database, hub, topics, newsroom, log }: SweeperOptions) {
  let horizon = await readHorizon(database)
  let sweptAt = performance.now()
  let forgottenAt = performance.now()
  let sweeping: Promise<void> | null = null

  async function sweep(): Promise<void> {
    const startedAt = performance.now()
    // Taken before the rows are read: what is committed in between is read twice rather than never.
    const next = await readHorizon(database)
    newsroom.tellHere(await findNewsSince(database, horizon))
    horizon = next
    await compareHeads()
    if (startedAt - sweptAt > newsLifetime / 2) resync()
    sweptAt = startedAt
    if (startedAt - forgottenAt > newsLifetime) {
      newsroom.forgetOlder()
      await deleteOldNews(database)
      forgottenAt = startedAt
    }
  }

  async function compareHeads(): Promise<void> {
    for (const { prefix, readHeads } of topics) {
      const known = hub.knownTopics(prefix)
      if (!readHeads || known.length === 0) continue
      for (const [id, head] of await readHeads(known)) hub.tellHead(`${prefix}:${id}`, head)
    }
  }

  /** Anything may have been missed: everybody asks anew for what they show. */
  function resync(): void {
    newsroom.forgetOlder()
    newsroom.forgetOlder()
    hub.broadcast(frameOf({ type: 'live.stale' }))
  }

  const timer = setInterval(() => {
    sweeping ??= sweep()
      .catch((error: unknown) => log.warn({ err: error }, 'news not swept'))
      .finally(() => {
        sweeping = null
      })
  }, interval)

  return {
    resync,
    /** Seconds since the begin of the last sweep that came to its end. */
    age: () => (performance.now() - sweptAt) / 1000,
    async stop(): Promise<void> {
      clearInterval(timer)
      await sweeping
    },
  }
}

/** The oldest transaction that is not over: what older ones did can be seen already. */
async function readHorizon(database: Database): Promise<string> {
  const { rows } = await sql<{ horizon: string }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as horizon
  `.execute(database)
  return rows[0]?.horizon ?? '0'
}

/** What was recorded by transactions that were not over at the horizon, or began after it. */
async function findNewsSince(database: Database, horizon: string): Promise<WrittenPiece[]> {
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
    .where('recorded_at', '<', sql<Date>`now() - ${newsLifetime} * interval '1 millisecond'`)
    .execute()
}
