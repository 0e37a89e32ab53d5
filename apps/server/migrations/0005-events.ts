import { type Kysely, sql } from 'kysely'

/** Events and who takes part in them. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table events (
      id uuid primary key default gen_random_uuid(),
      title text not null,
      description text not null,
      starts_at timestamptz not null,
      ends_at timestamptz not null,
      link text not null,
      category text not null,
      duration text not null,
      organizer_id uuid not null references users (id),
      participant_count integer not null default 0,
      revision integer not null default 0,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      searchable text not null generated always as (lower(title || E'\n' || description || E'\n' || link)) stored,
      constraint events_category_known check (category in ('ctf', 'hackathon', 'contest', 'other')),
      constraint events_ends_after_start check (ends_at >= starts_at)
    )`.execute(database)
  // Serves the next event and the list of what is to come.
  await sql`create index events_by_start on events (starts_at, id)`.execute(database)
  // Serves the same list of one category.
  await sql`create index events_by_category_and_start on events (category, starts_at, id)`.execute(database)
  // Serves what is going on: it contains the present, however long ago it began.
  await sql`create index events_by_period on events using gist (tstzrange(starts_at, ends_at, '[]'))`.execute(
    database,
  )
  // Serves the list of what is over, the newest first.
  await sql`create index events_by_end on events (ends_at, id)`.execute(database)
  // Serves the search.
  await sql`create index events_searchable on events using gin (searchable gin_trgm_ops)`.execute(database)
  // Serves a member's own events.
  await sql`create index events_by_organizer on events (organizer_id, starts_at)`.execute(database)

  await sql`
    create table event_participants (
      event_id uuid not null references events (id) on delete cascade,
      user_id uuid not null references users (id),
      joined_at timestamptz not null default now(),
      primary key (event_id, user_id)
    )`.execute(database)
  // Serves the events that a member takes part in.
  await sql`create index event_participants_by_user on event_participants (user_id, event_id)`.execute(
    database,
  )
}
