import { type Kysely, sql } from 'kysely'

/**
 * Teams at events: which have entered, who of them plays (one team an event), and who looks for one. A line-up's row refers to the entry,
 * the membership and the participation, and falls with any of them; participants, once they have a seat, never wait again.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table events
      add team_size integer,
      add constraint events_team_size check (team_size between 1 and 50)`.execute(database)
  await sql`
    create table team_entries (
      event_id uuid not null references events (id) on delete cascade,
      team_id uuid not null references teams (id) on delete cascade,
      entered_at timestamptz not null default now(),
      primary key (event_id, team_id)
    )`.execute(database)
  // Serves the boards of an event, the latest to enter first.
  await sql`create index team_entries_of_event on team_entries (event_id, entered_at desc, team_id)`.execute(
    database,
  )
  // Serves the events of a team, and its end.
  await sql`create index team_entries_of_team on team_entries (team_id)`.execute(database)
  await sql`
    create table team_lineups (
      event_id uuid not null,
      user_id uuid not null,
      team_id uuid not null,
      conversation_id text not null generated always as ('squadra-' || team_id::text) stored,
      since timestamptz not null default date_trunc('milliseconds', now()),
      primary key (event_id, user_id),
      constraint team_lineups_entry foreign key (event_id, team_id)
        references team_entries (event_id, team_id) on delete cascade,
      constraint team_lineups_membership foreign key (user_id, conversation_id)
        references memberships (user_id, conversation_id) on delete cascade,
      constraint team_lineups_participation foreign key (event_id, user_id)
        references event_participants (event_id, user_id) on delete cascade
    )`.execute(database)
  // Serve the line-up of a team at an event, and what a member plays.
  await sql`create index team_lineups_of_team on team_lineups (event_id, team_id, user_id)`.execute(database)
  await sql`create index team_lineups_of_member on team_lineups (user_id, conversation_id)`.execute(database)
  await sql`
    create table event_seekers (
      event_id uuid not null,
      user_id uuid not null,
      text text not null,
      since timestamptz not null default date_trunc('milliseconds', now()),
      primary key (event_id, user_id),
      constraint event_seekers_participation foreign key (event_id, user_id)
        references event_participants (event_id, user_id) on delete cascade
    )`.execute(database)
  // Serve the board of an event, the latest first, and a member's own data.
  await sql`create index event_seekers_of_event on event_seekers (event_id, since desc, user_id)`.execute(
    database,
  )
  await sql`create index event_seekers_of_member on event_seekers (user_id)`.execute(database)
}
