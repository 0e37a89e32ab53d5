import { type Kysely, sql } from 'kysely'

/**
 * Reactions: a row for each member, message and kind, and beside the message how many there are of each kind, in the order of
 * their first use.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table message_reactions (
      conversation_id text not null,
      sequence bigint not null,
      reaction text not null,
      user_id uuid not null references users (id),
      reacted_at timestamptz not null default clock_timestamp(),
      primary key (conversation_id, sequence, reaction, user_id),
      foreign key (conversation_id, sequence) references messages (conversation_id, sequence)
    )`.execute(database)
  await sql`
    create index message_reactions_of_member on message_reactions (user_id, conversation_id, sequence)
  `.execute(database)
  await sql`
    create index message_reactions_by_time on message_reactions (conversation_id, sequence, reaction, reacted_at, user_id)
  `.execute(database)
  await sql`
    alter table messages
      add column reactions jsonb,
      add constraint messages_removed_without_reactions check (removed_at is null or reactions is null)
  `.execute(database)

  // Needs the lock of the conversation's row. Answers nothing where there is no such message, and null in `change` where
  // nothing changed.
  await sql`
    create function set_reaction(conversation text, place bigint, kind text, member uuid, is_set boolean)
    returns table (change bigint, reactions jsonb)
    language plpgsql volatile as $$
    declare
      step integer := case when is_set then 1 else -1 end;
    begin
      select m.reactions into reactions from messages m
        where m.conversation_id = conversation and m.sequence = place and m.removed_at is null;
      if not found then return; end if;
      if is_set then
        insert into message_reactions (conversation_id, sequence, reaction, user_id)
          values (conversation, place, kind, member) on conflict do nothing;
      else
        delete from message_reactions r
          where r.conversation_id = conversation and r.sequence = place and r.reaction = kind and r.user_id = member;
      end if;
      if found then
        if not coalesce(reactions, '[]') @> jsonb_build_array(jsonb_build_object('reaction', kind)) then
          reactions := coalesce(reactions, '[]') || jsonb_build_object('reaction', kind, 'count', 0);
        end if;
        select jsonb_agg(counted.entry order by nth) into reactions from (
          select nth, case when entry->>'reaction' = kind
            then jsonb_set(entry, '{count}', to_jsonb((entry->>'count')::integer + step)) else entry end as entry
          from jsonb_array_elements(reactions) with ordinality as present (entry, nth)
        ) as counted where counted.entry->>'count' <> '0';
        update conversations c set changes = c.changes + 1 where c.id = conversation returning c.changes into change;
        update messages m set reactions = set_reaction.reactions, change = set_reaction.change
          where m.conversation_id = conversation and m.sequence = place;
      end if;
      return next;
    end $$`.execute(database)
}
