import { type Kysely, sql } from 'kysely'

/** The tables of the authentication library (users, sessions, accounts, verifications), named our way. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table users (
      id uuid primary key default gen_random_uuid(),
      display_name text not null,
      display_name_key text not null generated always as (lower(normalize(display_name, NFKC))) stored,
      display_name_chosen boolean not null default false,
      email text not null,
      email_verified boolean not null default false,
      photo_url text,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      constraint users_email_unique unique (email)
    )`.execute(database)
  // Serves the question whether anybody holds a name.
  await sql`create index users_display_name_key on users (display_name_key)`.execute(database)
  // Decides between two members who choose one name at the same instant.
  await sql`
    create unique index users_chosen_display_name_unique on users (display_name_key) where display_name_chosen
  `.execute(database)

  await sql`
    create table sessions (
      id uuid primary key default gen_random_uuid(),
      token text not null,
      user_id uuid not null references users (id) on delete cascade,
      ip_address text,
      user_agent text,
      expires_at timestamptz not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      constraint sessions_token_unique unique (token)
    )`.execute(database)
  // Serves ending all sessions of a member.
  await sql`create index sessions_user_id on sessions (user_id)`.execute(database)

  await sql`
    create table accounts (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null references users (id) on delete cascade,
      account_id text not null,
      provider_id text not null,
      access_token text,
      refresh_token text,
      id_token text,
      access_token_expires_at timestamptz,
      refresh_token_expires_at timestamptz,
      scope text,
      password text,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      constraint accounts_provider_account_unique unique (provider_id, account_id)
    )`.execute(database)
  // Serves finding a member's password and providers at sign-in.
  await sql`create index accounts_user_id on accounts (user_id)`.execute(database)

  await sql`
    create table verifications (
      id uuid primary key default gen_random_uuid(),
      identifier text not null,
      value text not null,
      expires_at timestamptz not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(database)
  // Serves looking a token up.
  await sql`create index verifications_identifier on verifications (identifier)`.execute(database)
}
