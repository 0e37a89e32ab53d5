import { type Kysely, sql } from 'kysely'

/** Lines of 'Notifiche' about a message of an event's room, which is for the member: it names them, or replies to them. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table notifications
      add sequence bigint,
      drop constraint notifications_kind_known,
      add constraint notifications_kind_known
        check (kind in ('seat', 'organizer_added', 'owner_handed_over', 'mentioned', 'replied')),
      add constraint notifications_of_message check ((kind in ('mentioned', 'replied')) = (sequence is not null))
  `.execute(database)
  // Serves taking back the lines of a message.
  await sql`
    create index notifications_of_message on notifications (event_id, sequence) where sequence is not null
  `.execute(database)
}
