import { type Kysely, sql } from 'kysely'

/** Passkeys, the challenges that they used, and which sessions rest on one. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table passkeys (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null references users (id) on delete cascade,
      credential_id text not null constraint passkeys_one_a_credential unique,
      public_key bytea not null,
      counter bigint not null,
      is_backed_up boolean not null,
      transports text[] not null,
      name text not null default '',
      created_at timestamptz not null default now()
    )`.execute(database)
  // Serves the list of a member's.
  await sql`create index passkeys_user_id on passkeys (user_id)`.execute(database)
  await sql`
    create table used_passkey_challenges (
      challenge_hash text primary key,
      expires_at timestamptz not null
    )`.execute(database)
  // Serves the deletion of old ones.
  await sql`
    create index used_passkey_challenges_expires_at on used_passkey_challenges (expires_at)`.execute(database)
  await sql`
    alter table sessions
      add column by_passkey boolean not null default false,
      drop constraint sessions_method_known,
      add constraint sessions_method_known check (method in ('password', 'provider', 'passkey'))
  `.execute(database)
}
