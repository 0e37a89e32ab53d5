import { type Kysely, sql } from 'kysely'

/** Stores reactions of many members in one round trip: nobody waits for the network while the conversation's row is locked. */
export async function up(database: Kysely<unknown>): Promise<void> {
  // The one of migration 23 stores a single reaction: a server of the previous release may call it while both run.
  await sql`
    create function set_reactions(
      conversation text, places bigint[], kinds text[], members uuid[], are_set boolean[]
    )
    returns table (is_present boolean, is_changed boolean, change bigint, reactions jsonb, own text[])
    language plpgsql volatile as $$
    declare
      numbered bigint;
    begin
      select c.changes into strict numbered from conversations c where c.id = conversation for update;
      for nth in 1 .. cardinality(places) loop
        select m.reactions, m.change into reactions, change from messages m
          where m.conversation_id = conversation and m.sequence = places[nth] and m.removed_at is null;
        is_present := found;
        is_changed := false;
        if is_present then
          if are_set[nth] then
            insert into message_reactions (conversation_id, sequence, reaction, user_id)
              values (conversation, places[nth], kinds[nth], members[nth]) on conflict do nothing;
          else
            delete from message_reactions r
              where r.conversation_id = conversation and r.sequence = places[nth] and r.reaction = kinds[nth]
                and r.user_id = members[nth];
          end if;
          is_changed := found;
        end if;
        if is_changed then
          if not coalesce(reactions, '[]') @> jsonb_build_array(jsonb_build_object('reaction', kinds[nth])) then
            reactions := coalesce(reactions, '[]') || jsonb_build_object('reaction', kinds[nth], 'count', 0);
          end if;
          select jsonb_agg(counted.entry order by counted.place) into reactions from (
            select present.place, case when entry->>'reaction' = kinds[nth]
              then jsonb_set(entry, '{count}', to_jsonb((entry->>'count')::integer + case when are_set[nth] then 1 else -1 end))
              else entry end as entry
            from jsonb_array_elements(reactions) with ordinality as present (entry, place)
          ) as counted where counted.entry->>'count' <> '0';
          numbered := numbered + 1;
          change := numbered;
          update messages m set reactions = set_reactions.reactions, change = set_reactions.change
            where m.conversation_id = conversation and m.sequence = places[nth];
        end if;
        select array_agg(r.reaction order by r.reacted_at) into own from message_reactions r
          where r.user_id = members[nth] and r.conversation_id = conversation and r.sequence = places[nth];
        return next;
      end loop;
      update conversations c set changes = numbered where c.id = conversation and c.changes <> numbered;
    end $$`.execute(database)
}
