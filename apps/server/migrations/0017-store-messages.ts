import { type Kysely, sql } from 'kysely'

/**
 * Stores messages in one round trip, which for the public room is a transaction of its own: while the conversation's row is
 * locked, nobody waits for the network. PostgreSQL plans the statements of a function once for each connection, and each of
 * them looks a message up by a whole key: the plan stays an index's, also where the statistics are older than the table.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  // Each statement of a volatile function sees what was committed before it began: the loop sees all messages of those who
  // held the lock before.
  await sql`
    create function store_messages(conversation text, senders uuid[], clients uuid[], texts text[])
    returns table (message messages, is_new boolean, sender_name text, sender_photo text, authors integer)
    language plpgsql volatile as $$
    declare
      present conversations;
      newcomers integer;
    begin
      select * into strict present from conversations where id = conversation for update;
      insert into conversation_authors (conversation_id, user_id)
        select distinct conversation, sender from unnest(senders) as sender
        on conflict do nothing;
      get diagnostics newcomers = row_count;
      authors := present.author_count + newcomers;
      for place in 1 .. cardinality(senders) loop
        insert into messages (conversation_id, sequence, sender_id, client_id, text, sent_at)
          values (conversation, present.head + 1, senders[place], clients[place], texts[place], clock_timestamp())
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
        return next;
      end loop;
      update conversations set head = present.head, author_count = authors where id = conversation;
    end $$`.execute(database)
}
