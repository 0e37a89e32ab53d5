import { type Kysely, sql } from 'kysely'

/**
 * Recent news, recorded in the transaction that made it true, for processes that missed its hint. The table may be lost in a
 * crash of the database: all clients refetch then.
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
