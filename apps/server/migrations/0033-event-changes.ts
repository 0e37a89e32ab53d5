import { type Kysely, sql } from 'kysely'

/** Events that change: their version, a cancellation, the history of what changed, and who organizes besides the owner. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table events
      add status text not null default 'planned',
      add cancel_reason text not null default '',
      add cancelled_at timestamptz,
      add version integer not null default 0,
      add version_at timestamptz not null default now(),
      add update_number integer not null default 0,
      add had_participants boolean not null default false,
      add constraint events_status_known check (status in ('planned', 'cancelled')),
      add constraint events_cancelled_at_a_time check ((status = 'cancelled') = (cancelled_at is not null))
  `.execute(database)
  // Each joining and leaving has raised the revision.
  await sql`update events set version_at = created_at, had_participants = revision > 0`.execute(database)

  await sql`
    create table event_updates (
      event_id uuid not null references events (id) on delete cascade,
      number integer not null,
      kind text not null,
      author_id uuid not null references users (id),
      changes jsonb not null default '{}',
      is_weighty boolean not null,
      text text not null default '',
      client_id uuid,
      created_at timestamptz not null default now(),
      primary key (event_id, number),
      unique (event_id, client_id),
      constraint event_updates_kind_known
        check (kind in ('edited', 'cancelled', 'restored', 'handed_over', 'message'))
    )`.execute(database)

  await sql`
    create table event_organizers (
      event_id uuid not null references events (id) on delete cascade,
      user_id uuid not null references users (id),
      added_at timestamptz not null default now(),
      primary key (event_id, user_id)
    )`.execute(database)
  // Serves the events that a member organizes.
  await sql`create index event_organizers_by_user on event_organizers (user_id, event_id)`.execute(database)
}
