import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  // Serves the search for events with the link of one that is being entered.
  await sql`create index events_by_link on events using hash (link)`.execute(database)
}
