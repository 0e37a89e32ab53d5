import { type Kysely, sql } from 'kysely'

/** Actions of the operator on accounts and messages, with their times. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column blocked_at timestamptz`.execute(database)
  // A removed message keeps its place in the sequence, and nothing of its text.
  await sql`
    alter table messages
      add column removed_at timestamptz,
      add constraint messages_removed_without_text check (removed_at is null or text = '')
  `.execute(database)
}
