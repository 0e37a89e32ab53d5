import { type Kysely, sql } from 'kysely'

/**
 * Stores messages of a private conversation in one round trip, which is a transaction of its own: whether the two may write
 * to each other, what each has not read, and the news for their lists, all behind the conversation's row lock.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  // The end of a friendship takes the lock too: the statement after it sees whether it came before. The function of migration
  // 24 takes it again, then numbers and inserts. A member who is gone has no session, and so no draft among those of the
  // partner. Cursors of the list have milliseconds, as JavaScript. Pages that were opened before an upgrade know the second kind
  // of news alone.
  await sql`
    create function store_private_messages(
      conversation text, senders uuid[], clients uuid[], texts text[], replies bigint[], previews text[]
    )
    returns table (
      refusal text, message messages, is_new boolean, sender_name text, sender_photo text, authors integer,
      quoted messages, quoted_name text, changes bigint, recorded jsonb
    )
    language plpgsql volatile as $$
    declare
      stored record;
      last messages;
      preview text;
      place integer := 0;
      new_senders uuid[] := '{}';
    begin
      perform from conversations where id = conversation for update;
      select case
          when count(*) = 0 then 'chat.conversation_not_found'
          when bool_or(partner.erased_at is not null or partner.deletion_at is not null) then 'chat.partner_gone'
          when count(friend_id) = 0 then 'chat.not_friends'
        end
        into refusal
        from conversation_members own
          join users partner on partner.id = own.partner_id
          left join friendships on friendships.user_id = own.user_id and friend_id = own.partner_id
        where own.conversation_id = conversation;
      if refusal is not null then
        return next;
        return;
      end if;
      for stored in select * from store_messages(conversation, senders, clients, texts, replies) loop
        message := stored.message;
        is_new := stored.is_new;
        sender_name := stored.sender_name;
        sender_photo := stored.sender_photo;
        authors := stored.authors;
        quoted := stored.quoted;
        quoted_name := stored.quoted_name;
        changes := stored.changes;
        place := place + 1;
        if is_new then
          last := message;
          last.sent_at := date_trunc('milliseconds', last.sent_at);
          preview := previews[place];
          new_senders := new_senders || message.sender_id;
        end if;
        if place = cardinality(senders) and last.sequence is not null then
          update conversations set last_message = last.text, last_message_at = last.sent_at where id = conversation;
          with sides as (
            update conversation_members own
            set is_unread = own.is_unread or own.partner_id = any(new_senders), last_message_at = last.sent_at
            from users partner
            where own.conversation_id = conversation and partner.id = own.partner_id
            returning 'member:' || own.user_id as topic, own.user_id, own.is_unread, partner.id as partner_id,
              partner.display_name, coalesce(partner.photo_url, '') as photo
          ), told as (
            insert into news (topic, body)
            select topic, json_build_object('type', 'chat.last_message_changed', 'chat', json_build_object(
              'conversationId', conversation,
              'partner', json_build_object('uid', partner_id, 'displayName', display_name, 'photoURL', photo),
              'lastMessage', preview,
              'lastMessageTimestamp', to_char(last.sent_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
              'sequence', last.sequence,
              'isLastOwn', user_id = last.sender_id,
              'isUnread', is_unread
            ))::text from sides
            union all
            select topic, json_build_object(
              'type', 'chat.unread_changed', 'conversationId', conversation, 'isUnread', true
            )::text from sides where is_unread
            returning id, topic, body
          )
          select jsonb_agg(to_jsonb(told) order by id) into recorded from told;
        end if;
        return next;
      end loop;
    end $$`.execute(database)
}
