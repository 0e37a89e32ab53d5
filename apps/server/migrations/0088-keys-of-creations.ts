import { type Kysely, sql } from 'kysely'

/** A repeated request to create an event finds the one that the first created. */
export async function up(database: Kysely<unknown>): Promise<void> {
  // Made of the member and the request's key; null where there was none, and after a day.
  await sql`alter table events add column creation_key text`.execute(database)
  await sql`create unique index events_creation_key on events (creation_key)`.execute(database)
}
