import { type Kysely, sql } from 'kysely'

/** Lets authors edit and remove their messages. Earlier texts are not kept. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table messages
      add column edits integer not null default 0,
      add column edited_at timestamptz,
      add column removed_by text constraint messages_removed_by check (removed_by in ('author', 'operator'))
  `.execute(database)
}
