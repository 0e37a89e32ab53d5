import { Hono } from 'hono'
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import type { HttpEnv } from './router.ts'

/** `live`: the process answers. `ready`: it can serve, which means that the database answers it. */
export function healthRoutes(database: Database) {
  const health = new Hono<HttpEnv>()
  health.get('/health/live', (context) => context.json({ status: 'ok' }))
  health.get('/health/ready', async (context) => {
    try {
      await sql`select 1`.execute(database)
      return context.json({ status: 'ok', database: 'ok' })
    } catch {
      return context.json({ status: 'unavailable', database: 'unavailable' }, 503)
    }
  })
  return health
}
