import { type Kysely, sql } from 'kysely'

/** Files of messages. Each has its objects in the store of files, which are deleted after its row, whatever deletes that. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table uploads add column preview text`.execute(database)
  // Pages of messages without files read none.
  await sql`alter table messages add column has_files boolean not null default false`.execute(database)
  await sql`
    create table files (
      id uuid primary key,
      conversation_id text not null,
      sequence bigint not null,
      place smallint not null,
      name text not null,
      size integer not null,
      sha256 text not null,
      picture jsonb,
      preview text,
      alt text,
      is_spoiler boolean not null,
      stored_at timestamptz not null default now(),
      foreign key (conversation_id, sequence) references messages (conversation_id, sequence) on delete cascade
    )`.execute(database)
  await sql`create index files_of_message on files (conversation_id, sequence)`.execute(database)
  await sql`
    create table file_removals (
      id uuid primary key,
      size integer not null,
      removed_at timestamptz not null default now()
    )`.execute(database)
  await sql`
    create function note_file_removal() returns trigger language plpgsql as $$
    begin
      insert into file_removals (id, size) values (old.id, old.size) on conflict do nothing;
      return null;
    end $$`.execute(database)
  await sql`
    create trigger note_file_removal after delete on files
    for each row execute function note_file_removal()`.execute(database)
}
