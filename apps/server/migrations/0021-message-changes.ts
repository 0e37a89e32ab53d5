import { type Kysely, sql } from 'kysely'

/**
 * Numbers what changes in a conversation, apart from its messages' places: a client that knows the changes up to one asks for
 * the messages that changed after it.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table conversations add column changes bigint not null default 0`.execute(database)
  await sql`alter table messages add column change bigint`.execute(database)
  // Of the few messages that ever change.
  await sql`
    create unique index messages_change on messages (conversation_id, change) where change is not null
  `.execute(database)
}
