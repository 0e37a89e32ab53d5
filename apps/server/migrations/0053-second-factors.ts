import { type Kysely, sql } from 'kysely'

/** The second step of a sign-in: the seed of an app's codes, codes for when the app is lost, and sign-ins that await one. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table second_factors (
      user_id uuid primary key references users (id) on delete cascade,
      sealed_seed bytea not null,
      key_id text not null,
      is_on boolean not null default false,
      last_step bigint not null default 0,
      created_at timestamptz not null default now()
    )`.execute(database)
  await sql`
    create table recovery_codes (
      user_id uuid not null references second_factors (user_id) on delete cascade,
      code_hash text not null,
      primary key (user_id, code_hash)
    )`.execute(database)
  await sql`
    create table sign_in_challenges (
      token_hash text primary key,
      user_id uuid not null references users (id) on delete cascade,
      method text not null constraint sign_in_challenges_method_known check (method in ('password', 'provider')),
      wrong_codes integer not null default 0,
      expires_at timestamptz not null
    )`.execute(database)
  // Serves ending those of a member, and keeping the newest of them.
  await sql`create index sign_in_challenges_user_id on sign_in_challenges (user_id)`.execute(database)
  // Serves the deletion of old ones.
  await sql`create index sign_in_challenges_expires_at on sign_in_challenges (expires_at)`.execute(database)
}
