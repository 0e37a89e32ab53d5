import type { Lead } from '@covo/contract/notifications/reminders.rules'
import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import { ownEvents } from './own-events.store.ts'

export type StartingEvent = {
  id: string
  startsAt: Date
  timeZone: string
  isAllDay: boolean
  /** The reminders of this start whose mails are queued. */
  done: Lead[]
}

/** The events that begin within a day, or began at most ten hours ago: one that lasts all day is reminded of until 09:00. */
export async function findStartingEvents(database: Database): Promise<StartingEvent[]> {
  const { rows } = await sql<StartingEvent>`
    select
      id, starts_at as "startsAt", time_zone as "timeZone", is_all_day as "isAllDay",
      array(
        select lead from reminder_runs as run where run.event_id = events.id and run.starts_at = events.starts_at
      ) as done
    from events
    where starts_at between now() - interval '10 hours' and now() + interval '1 day'
      and (is_all_day or starts_at > now())
      and status = 'planned'
    order by starts_at
  `.execute(database)
  return rows
}

/** Names one reminder among the mails of its event. */
export function reminderKey(lead: Lead, startsAt: Date): string {
  return `${lead} ${startsAt.toISOString()}`
}

/**
 * Queues the mails of a reminder to those who organize the event or took part by `dueAt`, and want them. Nothing where
 * another process did: that one's row is waited for.
 */
export async function queueReminderMails(
  database: Database,
  { id, startsAt, lead, dueAt }: { id: string; startsAt: Date; lead: Lead; dueAt: Date },
): Promise<void> {
  await database.transaction().execute(async (trx) => {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('reminder_runs')
      .values({ event_id: id, starts_at: startsAt, lead })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (!numInsertedOrUpdatedRows) return
    await sql`
      insert into event_mails (user_id, event_id, kind, key)
      select user_id, ${id}, 'reminder', ${reminderKey(lead, startsAt)}
      from (
        select user_id from event_participants where event_id = ${id} and state = 'joined' and joined_at <= ${dueAt}
        union select user_id from event_organizers where event_id = ${id}
        union select organizer_id from events where id = ${id} and created_at <= ${dueAt}
      ) as reminded
      join notification_settings using (user_id)
      join users on users.id = user_id
      where reminders and mail_reminders and email_verified and erased_at is null and blocked_at is null
      order by user_id
      on conflict do nothing
    `.execute(trx)
  })
}

/** The nearest events that are not over, in which the member takes part, waits for a seat or which they organize. */
export async function findOwnEvents(database: Database, uid: string) {
  const { rows } = await sql<{
    id: string
    title: string
    startsAt: Date
    timeZone: string
    isAllDay: boolean
    updateNumber: number
    remind: boolean
  }>`
    select
      id, title, starts_at as "startsAt", time_zone as "timeZone", is_all_day as "isAllDay",
      update_number as "updateNumber",
      status = 'planned' and not is_waiting
        and coalesce((select reminders from notification_settings where user_id = ${uid}), true) as remind
    from ${ownEvents(uid)} as own
    join events on events.id = event_id
    where ends_at >= now()
    order by starts_at, id
    limit 200
  `.execute(database)
  return rows
}
