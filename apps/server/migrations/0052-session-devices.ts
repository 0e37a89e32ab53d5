import { type Kysely, sql } from 'kysely'

/** By what a member recognises a session of theirs: browser and system by name, how it began, and the day of its last use. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table sessions
      add column device text not null default '',
      add column method text constraint sessions_method_known check (method in ('password', 'provider')),
      add column last_used_on date not null default (now() at time zone 'utc')::date
  `.execute(database)
  await sql`update sessions set last_used_on = (updated_at at time zone 'utc')::date`.execute(database)
}
