import { type Kysely, sql } from 'kysely'

/** A limited number of seats, and a list of who waits for one. Numbers of the list are given once, under the event's row lock. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table events
      add map_link text not null default '',
      add capacity integer,
      add join_deadline timestamptz,
      add waiting_count integer not null default 0,
      add next_queue_number integer not null default 1,
      add constraint events_capacity_known check (capacity between 1 and 100000)
  `.execute(database)
  await sql`
    alter table event_participants
      add state text not null default 'joined',
      add queue_number integer,
      add constraint event_participants_state_known check (state in ('joined', 'waiting')),
      add constraint event_participants_queued check ((state = 'waiting') = (queue_number is not null))
  `.execute(database)
  await sql`
    create unique index event_participants_waiting on event_participants (event_id, queue_number)
    where state = 'waiting'
  `.execute(database)
}
