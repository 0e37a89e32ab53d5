import { type Kysely, sql } from 'kysely'

/** Recent searches for a part of an email, so that nobody reads an address out letter by letter. */
export async function up(database: Kysely<unknown>): Promise<void> {
  // Both are hashed: neither what somebody looks for nor where they are is anybody's business.
  await sql`
    create table email_searches (
      viewer_id uuid not null references users (id) on delete cascade,
      query text not null,
      address text not null,
      searched_at timestamptz not null default now(),
      primary key (viewer_id, query)
    )`.execute(database)
  // Serves counting the searches of one address.
  await sql`create index email_searches_by_address on email_searches (address, searched_at)`.execute(database)
  // Serves forgetting what is a day old.
  await sql`create index email_searches_by_time on email_searches (searched_at)`.execute(database)
}
