import { type Kysely, sql } from 'kysely'

/** The zone of an event, and whether it lasts all day. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table events
      add time_zone text not null default 'Europe/Rome',
      add is_all_day boolean not null default false
  `.execute(database)
}
