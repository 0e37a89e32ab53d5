import { type Kysely, sql } from 'kysely'

/** The mails of what organizers change, cancel and write, queued in the background. */
export async function up(database: Kysely<unknown>): Promise<void> {
  // Of what is there already nobody is told by mail.
  await sql`alter table event_updates add are_mails_queued boolean not null default true`.execute(database)
  await sql`alter table event_updates alter are_mails_queued set default false`.execute(database)
  // Serves finding the updates whose mails are to be queued.
  await sql`
    create index event_updates_unqueued on event_updates (event_id, number)
    where is_weighty and not are_mails_queued`.execute(database)

  // Updates of one kind of whose mails some are queued, in the order of the members.
  await sql`
    create table update_mail_runs (
      event_id uuid not null references events (id) on delete cascade,
      kind text not null,
      first_number integer not null,
      last_number integer not null,
      last_user_id uuid,
      primary key (event_id, last_number)
    )`.execute(database)

  await sql`
    alter table event_mails
      drop constraint event_mails_kind_known,
      add constraint event_mails_kind_known
        check (kind in ('reminder', 'seat', 'edited', 'cancelled', 'restored', 'message'))`.execute(database)
}
