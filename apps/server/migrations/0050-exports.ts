import { type Kysely, sql } from 'kysely'

/** Archives of members' own data, and what finds that data. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table exports (
      user_id uuid primary key references users (id) on delete cascade,
      state text not null default 'waiting',
      build uuid,
      tries integer not null default 0,
      due_at timestamptz not null default now(),
      is_mail_due boolean not null default false,
      bytes bigint,
      requested_at timestamptz not null default now(),
      expires_at timestamptz not null default now() + interval '7 days',
      constraint exports_state_known check (state in ('waiting', 'ready', 'failed')),
      constraint exports_ready_with_content check (state <> 'ready' or (build is not null and bytes is not null))
    )`.execute(database)
  // Serves the process that looks for the next one.
  await sql`create index exports_due on exports (due_at) where state = 'waiting' or is_mail_due`.execute(
    database,
  )

  // No copy of the content gets into the write-ahead log or a backup; it can be made again.
  await sql`
    create unlogged table export_chunks (
      user_id uuid not null references exports (user_id) on delete cascade,
      build uuid not null,
      number integer not null,
      bytes bytea not null,
      primary key (user_id, number)
    )`.execute(database)
  // It is compressed before.
  await sql`alter table export_chunks alter bytes set storage external`.execute(database)

  // Serves the conversations in which a member wrote.
  await sql`create index conversation_authors_by_user on conversation_authors (user_id, conversation_id)`.execute(
    database,
  )
  // Serves what a member wrote to those who take part in events.
  await sql`
    create index event_updates_by_author on event_updates (author_id, event_id, number) where author_id is not null
  `.execute(database)
}
