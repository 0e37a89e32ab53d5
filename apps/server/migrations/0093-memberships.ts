import { type Kysely, sql } from 'kysely'

/** How far a member has read a room: a note that the page of a reader makes, and no right. */
export async function up(database: Kysely<unknown>): Promise<void> {
  // The conversation comes first: the locks of foreign keys are taken in the order of the columns.
  await sql`
    create table memberships (
      conversation_id text not null references conversations (id) on delete cascade,
      user_id uuid not null references users (id) on delete cascade,
      read_up_to bigint not null,
      primary key (user_id, conversation_id)
    )`.execute(database)
  // Serves the deletion of a room.
  await sql`create index memberships_by_conversation on memberships (conversation_id)`.execute(database)
}
