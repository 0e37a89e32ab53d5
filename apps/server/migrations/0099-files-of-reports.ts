import { type Kysely, sql } from 'kysely'

/** The files of reported messages: their objects stay until the report is deleted. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table report_files (
      report_id uuid not null references reports (id) on delete cascade,
      id uuid not null,
      name text not null,
      size integer not null,
      sha256 text not null,
      picture jsonb,
      primary key (report_id, id)
    )`.execute(database)
  // Serves the removal of files, which asks for each whether it is held.
  await sql`create index report_files_by_file on report_files (id)`.execute(database)
}
