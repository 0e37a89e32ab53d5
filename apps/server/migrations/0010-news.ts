import { type Kysely, sql } from 'kysely'

/**
 * What has been told lately, written in the transaction that made it true, for processes that a hint did not reach. It is
 * no truth of its own: after a crash of the database everybody fetches anew, so it need not outlive one.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create unlogged table news (
      id bigint generated always as identity primary key,
      transaction xid8 not null default pg_current_xact_id(),
      topic text not null,
      body text not null,
      recorded_at timestamptz not null default now()
    )`.execute(database)
  await sql`create index news_transaction on news (transaction)`.execute(database)
}
