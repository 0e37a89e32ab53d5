import { type Kysely, sql } from 'kysely'

/** The audience of each field of a profile, and whether its member's email is shown to friends and finds them. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users
      add column bio_audience text not null default 'friends'
        constraint users_bio_audience check (bio_audience in ('members', 'friends', 'me')),
      add column profession_audience text not null default 'friends'
        constraint users_profession_audience check (profession_audience in ('members', 'friends', 'me')),
      add column city_audience text not null default 'friends'
        constraint users_city_audience check (city_audience in ('members', 'friends', 'me')),
      add column phone_audience text not null default 'me'
        constraint users_phone_audience check (phone_audience in ('friends', 'me')),
      add column birth_date_audience text not null default 'me'
        constraint users_birth_date_audience check (birth_date_audience in ('friends', 'me')),
      add column email_to_friends boolean not null default true,
      add column findable_by_email boolean not null default true
  `.execute(database)
}
