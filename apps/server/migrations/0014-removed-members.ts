import { type Kysely, sql } from 'kysely'

/** When an operator removed an account. Its row stays, without personal data, for the rows that refer to it. */
export async function up(database: Kysely<unknown>): Promise<void> {
  // Not `removed_at`, which messages have: queries of the release before name that column without its table.
  await sql`alter table users add column erased_at timestamptz`.execute(database)
}
