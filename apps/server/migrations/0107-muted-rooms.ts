import { type Kysely, sql } from 'kysely'

/** Until when a member wants no marks of a room's messages; 'infinity': always. The instant is compared, and no job ends it. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table memberships add column muted_until timestamptz`.execute(database)
}
