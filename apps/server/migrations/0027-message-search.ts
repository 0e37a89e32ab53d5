import { type Kysely, sql } from 'kysely'

/**
 * Finds messages by parts of their words. The servers fill the index from the messages, up to the head and the changes that
 * are noted for each conversation: those who send don't wait for it.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table searched_messages (
      conversation_id text not null,
      sequence bigint not null,
      sender_id uuid not null,
      sent_at timestamptz not null,
      folded text not null,
      primary key (conversation_id, sequence),
      foreign key (conversation_id, sequence) references messages (conversation_id, sequence) on delete cascade
    )`.execute(database)
  // An id names its conversation's two members: the index knows which messages are whose, and compares no others.
  await sql`
    create index searched_messages_folded on searched_messages
    using gin (string_to_array(conversation_id, '_'), folded gin_trgm_ops)
  `.execute(database)
  await sql`
    create table searched_conversations (
      conversation_id text primary key references conversations (id),
      head bigint not null default 0,
      changes bigint not null default 0
    )`.execute(database)
}
