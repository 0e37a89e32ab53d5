import { type Kysely, sql } from 'kysely'

/** The room by subject that a webhook posts to; null: the public room. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table tokens add column room_id text references rooms (conversation_id)`.execute(database)
}
