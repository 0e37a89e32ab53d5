import { type Kysely, sql } from 'kysely'

/** When the member of a session last showed who they are; a sign-in does. Sessions from before have to show it. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table sessions add column confirmed_at timestamptz`.execute(database)
  await sql`alter table sessions alter column confirmed_at set default now()`.execute(database)
  // A confirmed session goes on under another token: every process lets go of the old one.
  await sql`
    create function tell_session_renewed() returns trigger language plpgsql as $$
    begin
      perform pg_notify('session_ended', new.id || ' renewed');
      return null;
    end $$
  `.execute(database)
  await sql`
    create trigger sessions_tell_renewal after update of token on sessions
      for each row when (old.token <> new.token) execute function tell_session_renewed()
  `.execute(database)
}
