import { type Kysely, sql } from 'kysely'

/** Serves the suggestions of people: the members of a city who show it to all, by name. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create index users_by_city on users (text_key(city), display_name_key, id)
    where city_audience = 'members'`.execute(database)
}
