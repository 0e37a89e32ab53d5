import { type Kysely, sql } from 'kysely'

/** The lists of what waits are paged by their order to the last column. Older servers, which order by the first, use them too. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create index reports_waiting on reports (reported_at, id) where closed_at is null`.execute(
    database,
  )
  await sql`drop index reports_open`.execute(database)
  await sql`
    create index appeals_waiting on appeals (appealed_at, decision_id) where answered_at is null
  `.execute(database)
  await sql`drop index appeals_open`.execute(database)
}
