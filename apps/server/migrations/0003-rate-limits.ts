import { type Kysely, sql } from 'kysely'

/** Counters of attempts, in the shape that the rate limiter library reads and writes. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table rate_limits (
      key varchar(255) primary key,
      points integer not null default 0,
      expire bigint
    )`.execute(database)
}
