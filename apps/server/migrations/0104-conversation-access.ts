import { type Kysely, sql } from 'kysely'

/**
 * Who reads a conversation, and who writes there: one function each, which every door asks. A kind that they don't know is an
 * error. Every process learns when somebody no longer reads one.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function may_read(conversation conversations, member uuid) returns boolean language plpgsql stable as $$
    begin
      case conversation.kind
        when 'public' then
          return true;
        when 'event' then
          return takes_part(substr(conversation.id, 8)::uuid, member);
        when 'private' then
          return exists (
            select from conversation_members own where own.conversation_id = conversation.id and own.user_id = member
          );
      end case;
    end $$`.execute(database)

  // Null: they may. Who may not read gets the answer of a conversation that is not there.
  await sql`
    create function write_refusal(conversation conversations, member uuid) returns text language plpgsql stable as $$
    begin
      if not may_read(conversation, member) then
        return 'chat.conversation_not_found';
      end if;
      case conversation.kind
        when 'public' then
          return null;
        when 'event' then
          return (
            select 'chat.read_only' from events
            where events.id = substr(conversation.id, 8)::uuid and room_closes_at(events) <= now()
          );
        when 'private' then
          return (
            select case
              when partner.erased_at is not null or partner.deletion_at is not null then 'chat.partner_gone'
              when not exists (
                select from friendships where user_id = member and friend_id = own.partner_id
              ) then 'chat.not_friends'
            end
            from conversation_members own join users partner on partner.id = own.partner_id
            where own.conversation_id = conversation.id and own.user_id = member
          );
      end case;
    end $$`.execute(database)

  await sql`
    create or replace function tell_event_left() returns trigger language plpgsql as $$
    begin
      perform pg_notify('reader_left', 'evento-' || event_id) from (select distinct event_id from gone) as left_events;
      return null;
    end $$`.execute(database)
  await sql`
    create or replace function tell_owner_left() returns trigger language plpgsql as $$
    begin
      perform pg_notify('reader_left', 'evento-' || old.id);
      return null;
    end $$`.execute(database)

  // The other way round: the rooms of the events in which a member takes part, and since when.
  await sql`
    create function rooms_of(member uuid) returns table (conversation_id text, event_id uuid, since timestamptz)
    language sql stable as $$
      select 'evento-' || own.event_id, own.event_id, min(own.since)
      from (
        select id as event_id, created_at as since from events where organizer_id = member
        union all select event_id, added_at from event_organizers where user_id = member
        union all select event_id, joined_at from event_participants where user_id = member and state = 'joined'
      ) as own
      group by own.event_id
    $$`.execute(database)

  // As migration 60 has it, but for the refusal. The end of a friendship takes the lock too: the statement after it sees whether
  // it came before.
  await sql`
    create or replace function store_private_messages(
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
      -- Its two may write to each other, or neither may.
      select write_refusal(conversations, senders[1]) into refusal from conversations where id = conversation;
      if not found then
        refusal := 'chat.conversation_not_found';
      end if;
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
