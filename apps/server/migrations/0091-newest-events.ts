import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  // Serves the feed of the newest events.
  await sql`create index events_by_creation on events (created_at desc, id)`.execute(database)
}
