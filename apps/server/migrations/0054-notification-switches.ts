import { type Kysely, sql } from 'kysely'

/** Which kinds of notifications a member wants, and whether their pushes show the texts of others. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table notification_settings
      add column notify_events boolean not null default true,
      add column notify_chat boolean not null default true,
      add column notify_friendship boolean not null default true,
      add column show_text boolean not null default true
  `.execute(database)
}
