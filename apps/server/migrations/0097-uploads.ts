import { type Kysely, sql } from 'kysely'

/** Files that members upload to send them: their bytes are in the store of files, in parts until the upload is finished. */
export async function up(database: Kysely<unknown>): Promise<void> {
  // The room of an event has its row with its first message, which may be the one that the file is for.
  await sql`
    create table uploads (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null references users (id) on delete cascade,
      conversation_id text not null,
      client_id uuid not null,
      name text not null,
      size integer not null constraint uploads_size_sane check (size > 0),
      as_file boolean not null,
      sha256 text,
      picture jsonb,
      started_at timestamptz not null default now(),
      constraint uploads_client_id_unique unique (user_id, conversation_id, client_id)
    )`.execute(database)
  // Serves the expiry.
  await sql`create index uploads_by_time on uploads (started_at)`.execute(database)
  // The store that has this database's files: null before the first.
  await sql`alter table instance add column files_store text`.execute(database)
}
