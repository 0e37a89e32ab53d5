import { type Kysely, sql } from 'kysely'

/** A member's skills and links, which are shown to whom their bio is. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users
      add column skills text[] not null default '{}',
      add column links text[] not null default '{}'
        constraint users_links_few check (cardinality(links) <= 3)
  `.execute(database)
}
