import { type Kysely, sql } from 'kysely'

/** Where an event takes place. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table events
      add venue text not null default 'none',
      add address text not null default '',
      add constraint events_venue_known check (venue in ('none', 'online', 'place', 'both'))
  `.execute(database)
}
