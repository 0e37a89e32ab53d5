import { type Kysely, sql } from 'kysely'

/** Every process is notified of a session's end when it is committed, by a logout, a reset or an operator's SQL. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function tell_session_ended() returns trigger language plpgsql as $$
    begin
      perform pg_notify('session_ended', old.id::text);
      return null;
    end $$
  `.execute(database)
  await sql`
    create trigger sessions_tell_end after delete on sessions
      for each row execute function tell_session_ended()
  `.execute(database)
}
