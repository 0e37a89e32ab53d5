import { type Kysely, sql } from 'kysely'

/** The recipients of messages of the public room: the mentioned members, and the author of the message replied to. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table message_mentions (
      user_id uuid not null references users (id),
      conversation_id text not null,
      sequence bigint not null,
      read_at timestamptz,
      primary key (user_id, conversation_id, sequence),
      foreign key (conversation_id, sequence) references messages (conversation_id, sequence)
    )`.execute(database)
  await sql`
    create index message_mentions_unread on message_mentions (user_id, conversation_id, sequence) where read_at is null
  `.execute(database)
  await sql`
    create index message_mentions_of_message on message_mentions (conversation_id, sequence)
  `.execute(database)
}
