import { type Kysely, sql } from 'kysely'

/** Members see the requests that they sent. */
export async function up(database: Kysely<unknown>): Promise<void> {
  // Serves the list of requests that a member sent, the newest first.
  await sql`
    create index friend_requests_by_sender on friend_requests (sender_id, created_at, recipient_id)
  `.execute(database)
}
