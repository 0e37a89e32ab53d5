import { setTimeout as delay } from 'node:timers/promises'
import { Hono } from 'hono'
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import type { HttpEnv } from './router.ts'

/** Milliseconds in which a database that serves answers. */
const patience = 3000

/** `live`: the process answers. `ready`: it can serve, which means that the database answers it. */
export function healthRoutes(database: Database) {
  const health = new Hono<HttpEnv>()
  health.get('/health/live', (context) => context.json({ status: 'ok' }))
  health.get('/health/ready', async (context) => {
    try {
      await Promise.race([sql`select 1`.execute(database), failAfter(patience)])
      return context.json({ status: 'ok', database: 'ok' })
    } catch {
      return context.json({ status: 'unavailable', database: 'unavailable' }, 503)
    }
  })
  return health
}

async function failAfter(milliseconds: number): Promise<never> {
  await delay(milliseconds, undefined, { ref: false })
  throw new Error('the database did not answer in time')
}
