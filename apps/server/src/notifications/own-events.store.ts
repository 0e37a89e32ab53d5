import { sql } from 'kysely'

/**
 * The events in which a member takes part, waits for a seat or which they organize, as a part of a statement: `event_id`,
 * `told_from` (the number of the update after which they are notified of updates), `is_waiting` (they do nothing but wait).
 */
export function ownEvents(uid: string) {
  return sql`(
    select event_id, min(told_from) as told_from, bool_and(is_waiting) as is_waiting
    from (
      select event_id, told_from, state = 'waiting' as is_waiting from event_participants where user_id = ${uid}
      union all select event_id, told_from, false from event_organizers where user_id = ${uid}
      union all select id, 0, false from events where organizer_id = ${uid}
    ) as part
    group by event_id
  )`
}
