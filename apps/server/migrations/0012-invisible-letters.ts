import { type Kysely, sql } from 'kysely'

/** The key by which two names are compared: letters that show nothing no longer tell one from the other. */
export async function up(database: Kysely<unknown>): Promise<void> {
  // The letters are Unicode's Default_Ignorable_Code_Point (DerivedCoreProperties.txt).
  await sql`
    create function name_key(name text) returns text language sql immutable strict parallel safe as $$
      select lower(normalize(regexp_replace(
        name,
        '[\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufff8\\U0001bca0-\\U0001bca3\\U0001d173-\\U0001d17a\\U000e0000-\\U000e0fff]',
        '', 'g'
      ), NFKC))
    $$`.execute(database)
  // Takes the indexes of names along.
  await sql`alter table users drop column display_name_key`.execute(database)
  await sql`
    alter table users add column display_name_key text not null generated always as (name_key(display_name)) stored
  `.execute(database)
  // Of members who chose what now counts as one name, the oldest holds it; the others keep theirs as if it were given.
  await sql`
    update users set display_name_chosen = false
    from (
      select id, row_number() over (partition by display_name_key order by created_at, id) as place
      from users where display_name_chosen
    ) as holders
    where users.id = holders.id and place > 1`.execute(database)
  // As they were.
  await sql`
    create unique index users_chosen_display_name_unique on users (display_name_key) where display_name_chosen
  `.execute(database)
  await sql`create index users_by_name on users (display_name_key, id)`.execute(database)
}
