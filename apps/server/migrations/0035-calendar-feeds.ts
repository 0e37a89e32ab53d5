import { type Kysely, sql } from 'kysely'

/**
 * Members' choices of the calendar for other programs. Its address is made of the id, which a new address replaces, and of the
 * secret; without an id there is no address.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table calendar_feeds (
      user_id uuid primary key references users (id),
      id uuid,
      scope text not null default 'own',
      categories text[] not null default '{ctf,hackathon,contest,other}',
      last_read_at timestamptz,
      constraint calendar_feeds_id_unique unique (id),
      constraint calendar_feeds_scope_known check (scope in ('own', 'all')),
      constraint calendar_feeds_categories_known
        check (categories <@ '{ctf,hackathon,contest,other}' and cardinality(categories) between 1 and 4)
    )`.execute(database)
}
