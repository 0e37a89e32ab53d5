import { type Kysely, sql } from 'kysely'

/** Members are found by one letter or two without a pass over all of them: an index of trigrams knows no such part. */
export async function up(database: Kysely<unknown>): Promise<void> {
  // Each letter of a text, and each two neighbours.
  await sql`
    create function letter_pairs(written text) returns text[] language sql immutable strict parallel safe
    return (
      select array_agg(distinct substr(written, place, size))
      from generate_series(1, length(written)) as place, generate_series(1, 2) as size
    )`.execute(database)
  await sql`
    create index users_display_name_pairs on users using gin (letter_pairs(lower(display_name)))
  `.execute(database)
}
