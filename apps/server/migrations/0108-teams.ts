import { type Kysely, sql } from 'kysely'

/**
 * Teams: conversations that their members alone read and write. A row of `memberships` is the membership, and a team's captain
 * refers to one, which is looked at when a transaction ends: no commit leaves a team without a captain who is in it.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table conversations
      drop constraint conversations_kind_known,
      add constraint conversations_kind_known check (kind in ('public', 'room', 'event', 'team', 'private'))
  `.execute(database)
  await sql`
    create table teams (
      id uuid primary key default gen_random_uuid(),
      conversation_id text not null unique generated always as ('squadra-' || id::text) stored references conversations (id),
      name text not null,
      name_key text not null generated always as (name_key(name)) stored,
      presentation text not null,
      folded text not null,
      maximum integer not null,
      members integer not null default 0,
      skills text[] not null,
      looking_until timestamptz,
      ctftime_id text not null,
      captain_id uuid not null,
      version integer not null default 1,
      created_at timestamptz not null default now(),
      constraint teams_name_key unique (name_key),
      constraint teams_size check (members between 0 and maximum and maximum between 1 and 50),
      constraint teams_captain foreign key (captain_id, conversation_id)
        references memberships (user_id, conversation_id) deferrable initially deferred
    )`.execute(database)
  // Serves the check of a captain's membership when it ends.
  await sql`create index teams_captain on teams (captain_id)`.execute(database)
  // Serves the list of teams that look for members, the newest first.
  await sql`
    create index teams_looking on teams (created_at desc, id) where looking_until is not null
  `.execute(database)
  await sql`
    create table team_candidates (
      team_id uuid not null references teams (id) on delete cascade,
      user_id uuid not null references users (id) on delete cascade,
      is_invited boolean not null,
      text text not null default '',
      created_at timestamptz not null default date_trunc('milliseconds', now()),
      primary key (team_id, user_id)
    )`.execute(database)
  // Serves a member's requests and invitations.
  await sql`create index team_candidates_of_member on team_candidates (user_id, is_invited, created_at)`.execute(
    database,
  )
  // A code is made of the nonce by the instance's secret, and found by its keyed hash.
  await sql`
    create table team_codes (
      team_id uuid primary key references teams (id) on delete cascade,
      nonce uuid not null,
      hash bytea not null unique,
      expires_at timestamptz not null
    )`.execute(database)
  await sql`alter table memberships add column opened_on date not null default current_date`.execute(database)

  // Whatever ends or begins a membership.
  await sql`
    create function count_team_members() returns trigger language plpgsql as $$
    begin
      update teams set members = members + case when tg_op = 'INSERT' then 1 else -1 end
      where conversation_id = (coalesce(new, old)).conversation_id;
      if tg_op = 'DELETE' then
        perform pg_notify('reader_left', old.conversation_id);
      end if;
      return null;
    end $$`.execute(database)
  for (const [act, row] of [
    ['insert', 'new'],
    ['delete', 'old'],
  ] as const)
    await sql`
      create trigger ${sql.ref(`team_members_count_${act}`)} after ${sql.raw(act)} on memberships
        for each row when (${sql.raw(row)}.conversation_id like 'squadra-%') execute function count_team_members()
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
        when 'team' then
          return exists (
            select from memberships own where own.conversation_id = conversation.id and own.user_id = member
          );
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
        when 'public', 'team' then
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

  // Also the rooms of the member's teams.
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
      from memberships own left join rooms on rooms.conversation_id = own.conversation_id
      where own.user_id = member
        and (own.conversation_id like 'squadra-%' or (own.conversation_id like 'stanza-%' and archived_at is null))
    $$`.execute(database)
}
