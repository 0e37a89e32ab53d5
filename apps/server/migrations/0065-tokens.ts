import { type Kysely, sql } from 'kysely'

/** Tokens by which programs sign in for a member. Their scopes are the contract's: one that it has no more opens nothing. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table tokens (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null references users (id) on delete cascade,
      name text not null,
      token_hash text not null,
      scopes text[] not null,
      created_at timestamptz not null default now(),
      expires_at timestamptz,
      last_used_on date,
      constraint tokens_hash_unique unique (token_hash)
    )`.execute(database)
  // Serves the list of a member's, and their end.
  await sql`create index tokens_user_id on tokens (user_id)`.execute(database)
  // Every process learns of a token's end as of a session's: their ids are random, and name one or the other.
  await sql`
    create trigger tokens_tell_end after delete on tokens
      for each row execute function tell_session_ended()
  `.execute(database)
}
