import { sql } from 'kysely'
import { expect, inject, it, onTestFinished, vi } from 'vitest'
import { runTestApp } from '../../../test/test-app.ts'
import { openDatabase } from '../database/database.ts'
import { createLog } from '../log/log.ts'
import { createLimits, defaultLimits } from './limits.ts'

const app = runTestApp()

async function keys(): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`select key from rate_limits order by key`.execute(app.database)
  return rows.map(({ key }) => key)
}

it('deletes counters of every kind an hour after their end, every five minutes', async () => {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(app.database)
  const { pool, close } = openDatabase({ ...inject('cluster'), database: rows[0]?.name }, createLog('silent'))
  onTestFinished(close)
  // Nothing is awaited in between: servers that earlier files ended in this process have timers too.
  const timers = vi.spyOn(globalThis, 'setTimeout')
  createLimits({ pool, redis: null, instanceKey: '', table: defaultLimits })
  const clearings = timers.mock.calls.filter(([, milliseconds]) => milliseconds === 300_000)
  timers.mockRestore()
  expect(clearings).toHaveLength(1)

  const hoursAgo = (hours: number) => Date.now() - hours * 3_600_000
  await sql`
    insert into rate_limits (key, points, expire) values
      ('a:ended', 1, ${hoursAgo(1.1)}), ('b:ended', 1, ${hoursAgo(100)}),
      ('c:just ended', 1, ${hoursAgo(0.5)}), ('d:counting', 1, ${hoursAgo(-1)})
  `.execute(app.database)
  clearings[0]?.[0]()
  await expect.poll(keys).toEqual(['c:just ended', 'd:counting'])
})
