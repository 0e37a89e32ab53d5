import { type Kysely, sql } from 'kysely'

/** The profiles of members, and the keys by which they are found. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create extension if not exists pg_trgm`.execute(database)
  await sql`
    alter table users
      add column profession text not null default '',
      add column city text not null default '',
      add column phone text not null default '',
      add column birth_date date,
      add column bio text not null default ''
  `.execute(database)
  // Serve the search for people: a part of the name, of the email before its '@', of the email after it, in any case. The
  // two halves are apart because members share few domains: as one text, their trigrams would be in every row.
  await sql`
    create index users_display_name_trigrams on users using gin (lower(display_name) gin_trgm_ops)
  `.execute(database)
  await sql`
    create index users_email_name_trigrams on users using gin (split_part(email, '@', 1) gin_trgm_ops)
  `.execute(database)
  await sql`
    create index users_email_domain_trigrams on users using gin (split_part(email, '@', 2) gin_trgm_ops)
  `.execute(database)
  // Serves every list of people in the order of their names.
  await sql`create index users_by_name on users (display_name_key, id)`.execute(database)
  await sql`drop index users_display_name_key`.execute(database)
}
