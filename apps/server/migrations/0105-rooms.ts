import { type Kysely, sql } from 'kysely'

/**
 * Rooms by subject: conversations that every member reads, and in which those write who entered. A row of `memberships` of a room
 * is the right to write there; of other conversations it stays a note.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table conversations
      drop constraint conversations_kind_known,
      add constraint conversations_kind_known check (kind in ('public', 'room', 'event', 'private'))
  `.execute(database)
  await sql`
    create table rooms (
      conversation_id text primary key references conversations (id),
      slug text not null unique,
      name text not null,
      name_key text not null generated always as (name_key(name)) stored unique,
      purpose text not null,
      group_name text not null,
      place integer not null,
      members integer not null default 0,
      version integer not null default 1,
      archived_at timestamptz,
      constraint rooms_id check (conversation_id = 'stanza-' || slug)
    )`.execute(database)
  await sql`alter table memberships add column since timestamptz not null default now()`.execute(database)

  // Whatever ends or begins a membership. Bots are not counted.
  await sql`
    create function count_room_members() returns trigger language plpgsql as $$
    declare
      membership memberships := coalesce(new, old);
    begin
      update rooms set members = members + case when tg_op = 'INSERT' then 1 else -1 end
      where conversation_id = membership.conversation_id
        and not exists (select from users where id = membership.user_id and bot_owner is not null);
      return null;
    end $$`.execute(database)
  for (const [act, row] of [
    ['insert', 'new'],
    ['delete', 'old'],
  ] as const)
    await sql`
      create trigger ${sql.ref(`memberships_count_${act}`)} after ${sql.raw(act)} on memberships
        for each row when (${sql.raw(row)}.conversation_id like 'stanza-%') execute function count_room_members()
    `.execute(database)

  await sql`
    create or replace function may_read(conversation conversations, member uuid) returns boolean
    language plpgsql stable as $$
    begin
      case conversation.kind
        when 'public', 'room' then
          return true;
        when 'event' then
          return takes_part(substr(conversation.id, 8)::uuid, member);
        when 'private' then
          return exists (
            select from conversation_members own where own.conversation_id = conversation.id and own.user_id = member
          );
      end case;
    end $$`.execute(database)
  await sql`
    create or replace function write_refusal(conversation conversations, member uuid) returns text
    language plpgsql stable as $$
    begin
      if not may_read(conversation, member) then
        return 'chat.conversation_not_found';
      end if;
      case conversation.kind
        when 'public' then
          return null;
        when 'room' then
          return (
            select case
              when archived_at is not null then 'chat.read_only'
              when not exists (
                select from memberships own where own.conversation_id = conversation.id and own.user_id = member
              ) then 'rooms.not_member'
            end
            from rooms where rooms.conversation_id = conversation.id
          );
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

  // Also the open rooms that the member is in, which have no event.
  await sql`
    create or replace function rooms_of(member uuid)
    returns table (conversation_id text, event_id uuid, since timestamptz) language sql stable as $$
      select 'evento-' || own.event_id, own.event_id, min(own.since)
      from (
        select id as event_id, created_at as since from events where organizer_id = member
        union all select event_id, added_at from event_organizers where user_id = member
        union all select event_id, joined_at from event_participants where user_id = member and state = 'joined'
      ) as own
      group by own.event_id
      union all
      select own.conversation_id, null, own.since
      from memberships own join rooms on rooms.conversation_id = own.conversation_id
      where own.user_id = member and archived_at is null
    $$`.execute(database)
}
