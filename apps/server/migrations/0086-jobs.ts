import { type Kysely, sql } from 'kysely'

/** The queue of background work. */
export async function up(database: Kysely<unknown>): Promise<void> {
  // A job that runs has a lease, and run_at is when it ends. A key is unique among the jobs of a kind.
  await sql`
    create table jobs (
      id uuid primary key default gen_random_uuid(),
      kind text not null,
      key text,
      payload jsonb not null default '{}',
      run_at timestamptz not null default now(),
      attempts integer not null default 0,
      lease uuid,
      runs_again boolean not null default false,
      failed_at timestamptz,
      created_at timestamptz not null default now(),
      constraint jobs_key_unique unique (kind, key)
    )`.execute(database)
  // Serves claiming the next job of each kind.
  await sql`create index jobs_due on jobs (kind, run_at) where failed_at is null`.execute(database)
}
