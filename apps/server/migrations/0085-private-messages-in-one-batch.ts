import { type Kysely, sql } from 'kysely'

/**
 * Stores messages of several private conversations in one round trip and one transaction. Without `waits`, a conversation whose
 * row is locked, or that there is not, is passed over and answered as 'locked': it doesn't hold up the others, and two servers
 * with the same conversations never wait for each other.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function store_private_batches(
      waits boolean, chats text[], senders uuid[], clients uuid[], texts text[], replies bigint[], previews text[]
    )
    returns table (
      chat text, refusal text, message messages, is_new boolean, sender_name text, sender_photo text, authors integer,
      quoted messages, quoted_name text, changes bigint, recorded jsonb
    )
    language plpgsql volatile as $$
    declare
      batch record;
    begin
      for batch in
        select given.id, array_agg(sender order by place) as senders, array_agg(client order by place) as clients,
          array_agg(body order by place) as texts, array_agg(reply order by place) as replies,
          array_agg(preview order by place) as previews
        from unnest(chats, senders, clients, texts, replies, previews)
          with ordinality as given (id, sender, client, body, reply, preview, place)
        group by given.id
      loop
        if not waits then
          perform from conversations where id = batch.id for update skip locked;
          if not found then
            chat := batch.id;
            refusal := 'locked';
            return next;
            continue;
          end if;
        end if;
        return query select batch.id, stored.* from store_private_messages(
          batch.id, batch.senders, batch.clients, batch.texts, batch.replies, batch.previews
        ) as stored;
      end loop;
    end $$`.execute(database)
}
