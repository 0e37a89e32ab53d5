import { type Kysely, sql } from 'kysely'

/** How often members are mailed what they have not seen, and the mails. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table notification_settings
      add column digest text not null default 'never'
        constraint notification_settings_digest_known check (digest in ('never', 'daily', 'weekly')),
      add column digest_due_at timestamptz
  `.execute(database)
  // Serves finding the members whose digest is due.
  await sql`
    create index notification_settings_digest_due on notification_settings (digest_due_at)
    where digest_due_at is not null`.execute(database)
  await sql`
    create table digests (
      user_id uuid not null references users (id) on delete cascade,
      period timestamptz not null,
      due_at timestamptz not null default now(),
      tries smallint not null default 0,
      taken_at timestamptz,
      sent_at timestamptz,
      primary key (user_id, period)
    )`.execute(database)
  // Serves taking what is due.
  await sql`create index digests_due on digests (due_at) where sent_at is null and tries < 5`.execute(
    database,
  )
  // Serves deleting old rows.
  await sql`create index digests_period on digests (period)`.execute(database)
}
