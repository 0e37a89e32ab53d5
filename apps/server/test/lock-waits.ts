import { sql } from 'kysely'
import type { Database } from '../src/platform/database/database.ts'

/** How many statements of the test's database wait for a lock. */
export async function lockWaits(database: Database): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
  `.execute(database)
  return rows.length
}
