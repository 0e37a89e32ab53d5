import type { SuggestedPerson } from '@covo/contract/friends/friends.routes'
import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import { isStranger } from './friends.store.ts'

/** The latest events of the viewer's that are looked into, and the newest participants of each: a full event has thousands. */
const events = 20
const participantsOfAnEvent = 50

/**
 * Strangers with whom the viewer shares events or the city, as far as every participant, and every member, may know of it: those
 * with most events in common first, then those of the city, then by name. Who is not found by their email is not proposed either,
 * nor is who can't sign in.
 */
export async function findSuggestions(
  database: Database,
  viewerId: string,
  limit: number,
): Promise<SuggestedPerson[]> {
  const isProposed = sql`${isStranger(viewerId)} and users.findable_by_email
    and users.blocked_at is null and (users.suspended_until is null or users.suspended_until <= now())`
  const { rows } = await sql<SuggestedPerson>`
    with joined as (
      select id, title, starts_at from event_participants join events on events.id = event_id
      where user_id = ${viewerId} and state = 'joined'
      order by starts_at desc, id
      limit ${events}
    ), shared as (
      select user_id, count(*) as count, (array_agg(json_build_object('id', id, 'title', title) order by starts_at desc, id))[1] as latest
      from joined cross join lateral (
        select user_id from event_participants
        where event_id = joined.id and state = 'joined' and is_shown
        order by joined_at desc, user_id desc
        limit ${participantsOfAnEvent}
      ) as participant
      group by user_id
    ), own as (
      select text_key(city) as city from users where id = ${viewerId} and city <> ''
    ), neighbours as (
      select users.id as user_id from users
      where text_key(users.city) = (select city from own) and users.city_audience = 'members' and ${isProposed}
      order by users.display_name_key, users.id
      limit ${limit}
    )
    select
      users.id as uid, display_name as "displayName", coalesce(photo_url, '') as "photoURL",
      coalesce(shared.count, 0) as "sharedEvents", shared.latest as "sharedEvent",
      case when own.city is not null then users.city end as citta
    from (select user_id from shared union select user_id from neighbours) as candidate
    join users on users.id = candidate.user_id
    left join shared on shared.user_id = users.id
    left join own on users.city_audience = 'members' and text_key(users.city) = own.city
    where ${isProposed}
    order by "sharedEvents" desc, own.city is null, display_name_key, users.id
    limit ${limit}
  `.execute(database)
  return rows
}
