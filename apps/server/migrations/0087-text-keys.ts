import { type Kysely, sql } from 'kysely'

/** Events and members are found by texts that people see as the same, however they are composed, spaced and written. */
export async function up(database: Kysely<unknown>): Promise<void> {
  // Answers what `textKey` of the contract does. The letters are those of migration 12.
  await sql`
    create function text_key(written text) returns text language sql immutable strict parallel safe as $$
      select regexp_replace(
        translate(
          lower(normalize(regexp_replace(
            written,
            '[\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufff8\\U0001bca0-\\U0001bca3\\U0001d173-\\U0001d17a\\U000e0000-\\U000e0fff]',
            '', 'g'
          ), NFKC)),
          'ς\u0307', 'σ'
        ),
        '[\\t-\\r \\u0085\\u1680\\u2028\\u2029]+', ' ', 'g'
      )
    $$`.execute(database)
  // A title has one line.
  await sql`
    update events set title = btrim(regexp_replace(title, '[\\u0001-\\u001f\\u007f-\\u009f\\u2028\\u2029]+', ' ', 'g'))
    where title ~ '[\\u0001-\\u001f\\u007f-\\u009f\\u2028\\u2029]'`.execute(database)
  // Takes its index along. The character between the texts is in no search.
  await sql`alter table events drop column searchable`.execute(database)
  await sql`
    alter table events add column searchable text not null
      generated always as (text_key(title || E'\\x01' || description || E'\\x01' || link)) stored
  `.execute(database)
  // Serves the search.
  await sql`create index events_searchable on events using gin (searchable gin_trgm_ops)`.execute(database)
  await sql`
    alter table users add column searchable_name text not null generated always as (text_key(display_name)) stored
  `.execute(database)
  await sql`drop index users_display_name_trigrams`.execute(database)
  await sql`drop index users_display_name_pairs`.execute(database)
  // Serve the search for people, by three letters and more, and by fewer (migration 20).
  await sql`
    create index users_searchable_name_trigrams on users using gin (searchable_name gin_trgm_ops)
  `.execute(database)
  await sql`
    create index users_searchable_name_pairs on users using gin (letter_pairs(searchable_name))
  `.execute(database)
}
