import { sql } from 'kysely'
import type { Database } from '../src/platform/database/database.ts'

/** Lets a member moderate, with a second factor that no code opens, and that is older than their sessions. */
export async function makeModerator(database: Database, uid: string): Promise<void> {
  await sql`
    with made as (update users set is_moderator = true where id = ${uid} returning id)
    insert into second_factors (user_id, sealed_seed, key_id, is_on, created_at)
    select id, '', '', true, '-infinity' from made
  `.execute(database)
}
