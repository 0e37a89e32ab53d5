import { type Kysely, sql } from 'kysely'

/**
 * Stores messages of a conversation that not all may write to in one statement, where each of their senders may: it asks behind the
 * conversation's row lock. Where one may not it stores nothing and answers with no row.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function store_allowed_messages(conversation text, senders uuid[], clients uuid[], texts text[], replies bigint[])
    returns table (
      message messages, is_new boolean, sender_name text, sender_photo text, authors integer,
      quoted messages, quoted_name text, changes bigint
    )
    language plpgsql volatile as $$
    declare
      present conversations;
    begin
      select * into present from conversations where id = conversation for update;
      if not found or exists (
        select from unnest(senders) as sender where write_refusal(present, sender) is not null
      ) then
        return;
      end if;
      return query select * from store_messages(conversation, senders, clients, texts, replies);
    end $$`.execute(database)
}
