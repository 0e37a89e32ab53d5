import { type Kysely, sql } from 'kysely'

/** Notifications of members, their choices of notifications, and the mails out of events. */
export async function up(database: Kysely<unknown>): Promise<void> {
  // Without a row all is as the columns' defaults say.
  await sql`
    create table notification_settings (
      user_id uuid primary key references users (id),
      reminders boolean not null default true,
      mail_changes boolean not null default true,
      mail_messages boolean not null default false,
      mail_reminders boolean not null default false
    )`.execute(database)
  // Serves queueing the reminders of an event with many participants, of whom few want mails.
  await sql`
    create index notification_settings_reminded on notification_settings (user_id)
    where reminders and mail_reminders`.execute(database)

  // A row for each mail, before it is sent and after: no mail has two.
  await sql`
    create table event_mails (
      user_id uuid not null references users (id),
      event_id uuid not null references events (id) on delete cascade,
      kind text not null,
      key text not null,
      tries smallint not null default 0,
      due_at timestamptz not null default now(),
      sent_at timestamptz,
      created_at timestamptz not null default now(),
      primary key (user_id, event_id, kind, key),
      constraint event_mails_kind_known
        check (kind in ('reminder', 'seat'))
    )`.execute(database)
  // Serves taking what is due, reminders last.
  await sql`
    create index event_mails_due on event_mails ((kind = 'reminder'), due_at)
    where sent_at is null and tries < 5`.execute(database)
  // Serves removing an event.
  await sql`create index event_mails_event_id on event_mails (event_id)`.execute(database)
  // Serves deleting old rows.
  await sql`create index event_mails_created_at on event_mails (created_at)`.execute(database)

  // Reminders whose mails are queued.
  await sql`
    create table reminder_runs (
      event_id uuid not null references events (id) on delete cascade,
      starts_at timestamptz not null,
      lead text not null,
      primary key (event_id, starts_at, lead),
      constraint reminder_runs_lead_known check (lead in ('day', 'hour'))
    )`.execute(database)
  // Serves deleting old rows.
  await sql`create index reminder_runs_starts_at on reminder_runs (starts_at)`.execute(database)

  // To the millisecond, as the API has it: what is read up to an instant includes its own.
  await sql`
    create table notifications (
      id bigint generated always as identity primary key,
      user_id uuid not null references users (id),
      kind text not null,
      event_id uuid not null references events (id) on delete cascade,
      author_id uuid references users (id),
      created_at timestamptz not null default date_trunc('milliseconds', now()),
      read_at timestamptz,
      constraint notifications_kind_known check (kind in ('seat', 'organizer_added', 'owner_handed_over'))
    )`.execute(database)
  // Serves a member's list.
  await sql`
    create index notifications_of_member on notifications (user_id, created_at desc, id desc)`.execute(
    database,
  )
  // Serves counting and reading what is new.
  await sql`create index notifications_unread on notifications (user_id) where read_at is null`.execute(
    database,
  )
  // Serves removing an event.
  await sql`create index notifications_event_id on notifications (event_id)`.execute(database)
  // Serves deleting old rows.
  await sql`create index notifications_created_at on notifications (created_at)`.execute(database)
}
