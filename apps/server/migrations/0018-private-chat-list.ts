import { type Kysely, sql } from 'kysely'

/** The list of a member's private conversations. */
export async function up(database: Kysely<unknown>): Promise<void> {
  // Serves each page of a member's conversations that have a message, the newest first.
  await sql`
    create index conversation_members_newest
    on conversation_members (user_id, last_message_at desc, conversation_id desc)
    where last_message_at is not null
  `.execute(database)
}
