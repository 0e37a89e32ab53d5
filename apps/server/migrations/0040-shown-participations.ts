import { type Kysely, sql } from 'kysely'

/** Whether members let others see in which events they take part. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column show_participation boolean not null default true`.execute(database)
  // A copy of the member's choice, for the index. Members who joined before this migration had no choice: organizers alone see
  // them (false), and nobody does in events that are over (null).
  await sql`alter table event_participants add is_shown boolean default false`.execute(database)
  await sql`
    update event_participants set is_shown = null
    from events where events.id = event_id and ends_at < now()`.execute(database)
  // Serve the list of who takes part, for others and for organizers.
  await sql`
    create index event_participants_shown on event_participants (event_id, joined_at, user_id)
    where state = 'joined' and is_shown`.execute(database)
  await sql`
    create index event_participants_joined on event_participants (event_id, joined_at, user_id)
    where state = 'joined' and is_shown is not null`.execute(database)
}
