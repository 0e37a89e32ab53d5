import { type Kysely, sql } from 'kysely'

/**
 * Lets a message reply to another of its conversation. The function that stores messages answers with each reply what it quotes,
 * as it is behind the conversation's row lock: a change of it after that is news of its own.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table messages
      add column reply_to bigint,
      add constraint messages_reply_to_earlier check (reply_to between 1 and sequence - 1)
  `.execute(database)

  // The one of migration 17 takes no replies: a server of the previous release may call it while both run.
  await sql`
    create function store_messages(conversation text, senders uuid[], clients uuid[], texts text[], replies bigint[])
    returns table (
      message messages, is_new boolean, sender_name text, sender_photo text, authors integer,
      quoted messages, quoted_name text, changes bigint
    )
    language plpgsql volatile as $$
    declare
      present conversations;
      newcomers integer;
    begin
      select * into strict present from conversations where id = conversation for update;
      changes := present.changes;
      insert into conversation_authors (conversation_id, user_id)
        select distinct conversation, sender from unnest(senders) as sender
        on conflict do nothing;
      get diagnostics newcomers = row_count;
      authors := present.author_count + newcomers;
      for place in 1 .. cardinality(senders) loop
        insert into messages (conversation_id, sequence, sender_id, client_id, text, sent_at, reply_to)
          values (conversation, present.head + 1, senders[place], clients[place], texts[place], clock_timestamp(), replies[place])
          on conflict on constraint messages_client_id_unique do nothing
          returning * into message;
        is_new := found;
        if is_new then
          present.head := present.head + 1;
        else
          select * into strict message from messages
            where conversation_id = conversation and sender_id = senders[place] and client_id = clients[place];
        end if;
        select display_name, photo_url into sender_name, sender_photo from users where id = senders[place];
        quoted := null;
        quoted_name := null;
        if message.reply_to is not null then
          select * into strict quoted from messages
            where conversation_id = conversation and sequence = message.reply_to;
          select display_name into quoted_name from users where id = quoted.sender_id;
        end if;
        return next;
      end loop;
      update conversations set head = present.head, author_count = authors where id = conversation;
    end $$`.execute(database)
}
