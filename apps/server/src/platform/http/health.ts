import { setTimeout as delay } from 'node:timers/promises'
import { Hono } from 'hono'
import { sql } from 'kysely'
import { coalesceReads } from '../coalesce-reads.ts'
import type { Database } from '../database/database.ts'
import type { DiskSpace } from '../database/disk-space.ts'
import type { Replication } from '../database/replication.ts'
import type { HttpEnv } from './router.ts'

/** Milliseconds for the database to answer. */
const databaseTimeoutMs = 3000

/**
 * `live`: the process answers. `ready`: it can serve, because the database answers and has room to write, and a standby that its
 * commits wait for answers too.
 */
export function healthRoutes(database: Database, diskSpace: DiskSpace, { isAway }: Replication) {
  const health = new Hono<HttpEnv>()
  // Anybody may ask: all requests share one connection to the database.
  const checkDatabase = coalesceReads(async () => {
    await sql`select 1`.execute(database)
    return await diskSpace.isFree()
  })
  health.get('/health/live', (context) => context.json({ status: 'ok' }))
  health.get('/health/ready', async (context) => {
    try {
      const hasRoom = await Promise.race([checkDatabase(), failAfter(databaseTimeoutMs)])
      const writable = hasRoom && !isAway()
      return context.json(
        {
          status: writable ? 'ok' : 'unavailable',
          database: 'ok',
          writable,
          ...(isAway() && { standby: 'away' }),
        },
        writable ? 200 : 503,
      )
    } catch {
      return context.json({ status: 'unavailable', database: 'unavailable', writable: false }, 503)
    }
  })
  return health
}

async function failAfter(milliseconds: number): Promise<never> {
  await delay(milliseconds, undefined, { ref: false })
  throw new Error('the database did not answer in time')
}
