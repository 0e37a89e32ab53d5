import { type Kysely, sql } from 'kysely'

/** The chat engine: conversations, their messages in a dense sequence, and who wrote in them. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table conversations (
      id text primary key,
      kind text not null,
      head bigint not null default 0,
      author_count integer not null default 0,
      constraint conversations_kind_known check (kind in ('public'))
    )`.execute(database)
  await sql`insert into conversations (id, kind) values ('generale', 'public')`.execute(database)

  // The primary key serves every page of history and what a client missed.
  await sql`
    create table messages (
      conversation_id text not null references conversations (id),
      sequence bigint not null,
      id uuid not null default gen_random_uuid(),
      sender_id uuid not null references users (id),
      client_id uuid not null,
      text text not null,
      sent_at timestamptz not null,
      primary key (conversation_id, sequence),
      constraint messages_client_id_unique unique (conversation_id, sender_id, client_id)
    )`.execute(database)

  await sql`
    create table conversation_authors (
      conversation_id text not null references conversations (id),
      user_id uuid not null references users (id),
      primary key (conversation_id, user_id)
    )`.execute(database)
}
