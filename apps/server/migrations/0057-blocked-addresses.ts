import { type Kysely, sql } from 'kysely'

/** Addresses of members who were erased while they were blocked or suspended: by hash, without anything else of them. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table blocked_addresses (
      address_hash text primary key,
      kept_since timestamptz not null default now()
    )`.execute(database)
  // Serves the deletion of old ones.
  await sql`create index blocked_addresses_kept_since on blocked_addresses (kept_since)`.execute(database)
}
