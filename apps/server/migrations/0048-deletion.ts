import { type Kysely, sql } from 'kysely'

/** Accounts that their members delete, and erased accounts whose traces are still to be removed. */
export async function up(database: Kysely<unknown>): Promise<void> {
  // From when an account is to be erased, and whether the texts of its messages too; null for accounts that stay.
  await sql`
    alter table users
      add column deletion_at timestamptz,
      add column erase_texts boolean not null default false`.execute(database)
  // Serves finding what is due.
  await sql`create index users_deletion_at on users (deletion_at) where deletion_at is not null`.execute(
    database,
  )
  // Without a reference to the member: a backup that is restored may be older than they are.
  await sql`
    create table erasures (
      user_id uuid primary key,
      erased_at timestamptz not null default now(),
      texts_removed_by text,
      email text,
      taken_until timestamptz not null,
      finished_at timestamptz,
      constraint erasures_texts_removed_by_known check (texts_removed_by in ('author', 'operator')),
      constraint erasures_email_forgotten check (finished_at is null or email is null)
    )`.execute(database)
  // Serves taking what is unfinished.
  await sql`create index erasures_unfinished on erasures (taken_until) where finished_at is null`.execute(
    database,
  )
  // Accounts that were erased before there was this table, so that a restored backup doesn't bring them back.
  await sql`
    insert into erasures (user_id, erased_at, taken_until, finished_at)
    select id, erased_at, erased_at, erased_at from users where erased_at is not null`.execute(database)
}
