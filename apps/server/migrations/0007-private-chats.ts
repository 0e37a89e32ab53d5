import { type Kysely, sql } from 'kysely'

/** Conversations of two members, and what each of them has not read yet. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table conversations
      drop constraint conversations_kind_known,
      add constraint conversations_kind_known check (kind in ('public', 'private')),
      add column last_message text,
      add column last_message_at timestamptz
  `.execute(database)

  await sql`
    create table conversation_members (
      conversation_id text not null references conversations (id),
      user_id uuid not null references users (id),
      partner_id uuid not null references users (id),
      last_read bigint not null default 0,
      is_unread boolean not null default false,
      last_message_at timestamptz,
      primary key (conversation_id, user_id)
    )`.execute(database)
  // Serves the unread chats of a member, the newest first.
  await sql`
    create index conversation_members_unread on conversation_members (user_id, last_message_at desc) where is_unread
  `.execute(database)
}
