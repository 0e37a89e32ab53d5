import { type Kysely, sql } from 'kysely'

/** The number of an event at CTFtime, from which its fields were taken. Not unique: two members may enter the same event. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table events
      add ctftime_id text not null default '',
      add constraint events_ctftime_id_digits check (ctftime_id ~ '^([1-9][0-9]{0,6})?$')
  `.execute(database)
  // Whether the event that is looked up is here already (findByCtftimeId).
  await sql`create index events_ctftime_id on events (ctftime_id) where ctftime_id <> ''`.execute(database)
}
