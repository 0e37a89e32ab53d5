import { type Kysely, sql } from 'kysely'

/** Members' photos, one each, in the two sizes in which they are shown. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table photos (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null constraint photos_one_a_member unique references users (id) on delete cascade,
      small bytea not null,
      large bytea not null,
      created_at timestamptz not null default now()
    )
  `.execute(database)
  // Compressed pictures don't get smaller.
  await sql`alter table photos alter small set storage external, alter large set storage external`.execute(
    database,
  )
}
