import { type Kysely, sql } from 'kysely'

/** Friendships, each stored from both sides, and requests that wait for an answer. */
export async function up(database: Kysely<unknown>): Promise<void> {
  // Two rows a friendship, written in one transaction: every list of friends is one index range.
  await sql`
    create table friendships (
      user_id uuid not null references users (id),
      friend_id uuid not null references users (id),
      created_at timestamptz not null default now(),
      primary key (user_id, friend_id),
      constraint friendships_not_with_oneself check (user_id <> friend_id)
    )`.execute(database)

  await sql`
    create table friend_requests (
      sender_id uuid not null references users (id),
      recipient_id uuid not null references users (id),
      created_at timestamptz not null default now(),
      primary key (sender_id, recipient_id),
      constraint friend_requests_not_to_oneself check (sender_id <> recipient_id)
    )`.execute(database)
  // Serves the list of requests that wait for a member, oldest first.
  await sql`
    create index friend_requests_by_recipient on friend_requests (recipient_id, created_at, sender_id)
  `.execute(database)
}
