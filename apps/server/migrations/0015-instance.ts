import { type Kysely, sql } from 'kysely'

/** The id of this database, made at the first start: what several instances may share, such as a Redis, is told apart by it. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create table instance (id uuid primary key default gen_random_uuid())`.execute(database)
  await sql`create unique index instance_is_one on instance ((true))`.execute(database)
}
