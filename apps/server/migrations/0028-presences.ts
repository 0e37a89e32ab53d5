import { type Kysely, sql } from 'kysely'

/**
 * When members were last connected to a server, found by the primary key. Unlogged: after a crash nobody is online until they are
 * noted again. Without a reference to the members: one who is gone must not keep the others from being noted.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  // Each row is written twice a minute: the room in its page lets it stay there.
  await sql`
    create unlogged table presences (
      user_id uuid primary key,
      seen_at timestamptz not null
    ) with (fillfactor = 50)`.execute(database)
}
