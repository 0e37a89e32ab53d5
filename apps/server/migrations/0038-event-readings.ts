import { type Kysely, sql } from 'kysely'

/** The number of the first update that each member of an event is notified of, and of the last one that they have read. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table event_participants add told_from integer not null default 0`.execute(database)
  await sql`alter table event_organizers add told_from integer not null default 0`.execute(database)
  await sql`
    create table event_readings (
      user_id uuid not null references users (id),
      event_id uuid not null references events (id) on delete cascade,
      number integer not null,
      primary key (user_id, event_id)
    )`.execute(database)
  // Serves removing an event.
  await sql`create index event_readings_event_id on event_readings (event_id)`.execute(database)
  // To the millisecond, as the API has it: what is read up to an instant includes its own. The updates of an event are stored
  // one after the other, under its lock.
  await sql`update event_updates set created_at = date_trunc('milliseconds', created_at)`.execute(database)
  await sql`
    alter table event_updates
    alter created_at set default date_trunc('milliseconds', clock_timestamp())`.execute(database)
  // Serves what those who take part are told.
  await sql`
    create index event_updates_weighty on event_updates (event_id, created_at desc) where is_weighty`.execute(
    database,
  )
}
