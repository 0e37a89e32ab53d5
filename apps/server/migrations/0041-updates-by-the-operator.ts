import { type Kysely, sql } from 'kysely'

/** Updates of an event that the operator made have no author. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table event_updates alter author_id drop not null`.execute(database)
}
