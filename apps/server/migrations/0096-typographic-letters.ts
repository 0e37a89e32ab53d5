import { type Kysely, sql } from 'kysely'

/** Texts are found however their apostrophes, quotation marks and dashes were typed: phones write typographic ones. */
export async function up(database: Kysely<unknown>): Promise<void> {
  // Answers what `textKey` of the contract does. The letters that draw nothing are those of migration 12.
  await sql`
    create or replace function text_key(written text) returns text language sql immutable strict parallel safe as $$
      select regexp_replace(
        translate(
          lower(normalize(regexp_replace(
            written,
            '[\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufff8\\U0001bca0-\\U0001bca3\\U0001d173-\\U0001d17a\\U000e0000-\\U000e0fff]',
            '', 'g'
          ), NFKC)),
          'ς‘’‚‛ʼ′‹›“”„‟«»‐‒–—―−\u0307', 'σ' || repeat('''', 8) || repeat('"', 6) || repeat('-', 6)
        ),
        '[\\t-\\r \\u0085\\u1680\\u2028\\u2029]+', ' ', 'g'
      )
    $$`.execute(database)
  // A generated column is computed when its row is written.
  await sql`
    update events set title = title
    where searchable <> text_key(title || E'\\x01' || description || E'\\x01' || link)`.execute(database)
  await sql`
    update users set display_name = display_name where searchable_name <> text_key(display_name)`.execute(
    database,
  )
  // PostgreSQL may know the index's expression by the function's former text: only a new one is sure to have its keys.
  await sql`drop index users_by_city`.execute(database)
  await sql`
    create index users_by_city on users (text_key(city), display_name_key, id)
    where city_audience = 'members'`.execute(database)
  // A background job (`chat.index-messages`) fills the index again.
  await sql`truncate searched_messages, searched_conversations`.execute(database)
}
