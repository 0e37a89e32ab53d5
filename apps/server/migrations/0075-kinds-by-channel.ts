import { type Kysely, sql } from 'kysely'

/** Of the kinds of notifications that a member wants, those sent by push, and those in the digest. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table notification_settings
      add column push_events boolean not null default true,
      add column push_chat boolean not null default true,
      add column push_friendship boolean not null default true,
      add column digest_events boolean not null default true,
      add column digest_chat boolean not null default true,
      add column digest_friendship boolean not null default true
  `.execute(database)
}
