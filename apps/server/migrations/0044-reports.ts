import { type Kysely, sql } from 'kysely'

/** Members' reports to the operator, with a copy of what they saw. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table reports (
      id uuid primary key default gen_random_uuid(),
      reporter_id uuid not null references users (id),
      subject_kind text not null,
      subject_id uuid not null,
      member_id uuid not null references users (id),
      reason text not null,
      details text not null,
      snapshot jsonb not null,
      reported_at timestamptz not null default now(),
      closed_at timestamptz,
      constraint reports_kind_known check (subject_kind in ('message', 'member', 'event')),
      constraint reports_not_of_oneself check (reporter_id <> member_id),
      constraint reports_once unique (reporter_id, subject_kind, subject_id)
    )
  `.execute(database)
  // Serves the list of what waits for a decision.
  await sql`create index reports_open on reports (reported_at) where closed_at is null`.execute(database)
  // Serves a decision, which closes all open reports of its subject.
  await sql`
    create index reports_open_by_subject on reports (subject_kind, subject_id) where closed_at is null
  `.execute(database)
  // Serves the deletion of old ones.
  await sql`create index reports_closed on reports (closed_at) where closed_at is not null`.execute(database)
  // A report names a message by its id alone.
  await sql`create unique index messages_id on messages (id)`.execute(database)
}
