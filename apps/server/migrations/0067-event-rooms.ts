import { type Kysely, sql } from 'kysely'

/** Rooms of those who take part in an event or organize it. Every process learns when somebody no longer does. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table conversations
      drop constraint conversations_kind_known,
      add constraint conversations_kind_known check (kind in ('public', 'private', 'event'))
  `.execute(database)

  // Each part is found by a primary key. Who waits for a seat does not take part.
  await sql`
    create function takes_part(event uuid, member uuid) returns boolean language sql stable as $$
      select exists (select from events where id = event and organizer_id = member)
        or exists (select from event_organizers where event_id = event and user_id = member)
        or exists (select from event_participants where event_id = event and user_id = member and state = 'joined')
    $$`.execute(database)

  // 30 days after the end, 7 after a cancellation. Hours: the length of a day hangs on the session's time zone.
  await sql`
    create function room_closes_at(event events) returns timestamptz language sql immutable as $$
      select least(event.ends_at + interval '720 hours', event.cancelled_at + interval '168 hours')
    $$`.execute(database)

  await sql`
    create function tell_event_left() returns trigger language plpgsql as $$
    begin
      perform pg_notify('event_left', event_id::text) from (select distinct event_id from gone) as left_events;
      return null;
    end $$`.execute(database)
  for (const table of ['event_participants', 'event_organizers'])
    await sql`
      create trigger ${sql.ref(`${table}_tell_left`)} after delete on ${sql.table(table)}
        referencing old table as gone for each statement execute function tell_event_left()
    `.execute(database)
  await sql`
    create function tell_owner_left() returns trigger language plpgsql as $$
    begin
      perform pg_notify('event_left', old.id::text);
      return null;
    end $$`.execute(database)
  await sql`
    create trigger events_tell_owner_left after delete or update of organizer_id on events
      for each row execute function tell_owner_left()
  `.execute(database)
}
