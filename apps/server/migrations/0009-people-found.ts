import { type Kysely, sql } from 'kysely'

/** The people whom the search has shown to a member lately, so that one account can't copy the directory page by page. */
export async function up(database: Kysely<unknown>): Promise<void> {
  // Rows live for a day: one of a person who is gone needs no cascade.
  await sql`
    create table people_found (
      viewer_id uuid not null references users (id) on delete cascade,
      person_id uuid not null,
      by_email boolean not null,
      found_at timestamptz not null default now(),
      primary key (viewer_id, person_id)
    )`.execute(database)
  // Serves forgetting what is a day old.
  await sql`create index people_found_by_time on people_found (found_at)`.execute(database)
}
