import type { EventChanges } from '@covo/contract/events/event-changes.rules'
import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { isDue, lease, type MailRow } from './mail-queue.store.ts'

export type EventMailKey = { uid: string; eventId: string; kind: Tables['event_mails']['kind']; key: string }

export type EventMail = EventMailKey & {
  tries: number
  email: string
  /** Whether the address is confirmed, and the member (still) wants such mails and takes part. */
  isWanted: boolean
  /** The changes of the edits that a mail is about, the oldest first. */
  edits: EventChanges[]
  /** The message, or why the event is cancelled; empty for the other kinds. */
  text: string
  /** Empty where a mail names nobody. */
  authorName: string
  title: string
  startsAt: Date
  timeZone: string
  isAllDay: boolean
  address: string
}

/** Takes one mail that is due, reminders last; undefined where there is none. */
export async function claimMail(database: Database, hasSwitches: boolean): Promise<EventMail | undefined> {
  const { rows } = await sql<EventMail>`
    with taken as (
      update event_mails as mail
      set tries = mail.tries + 1, ${lease}
      from (
        select user_id, event_id, kind, key from event_mails where ${isDue}
        order by (kind = 'reminder'), due_at limit 1
        for update skip locked
      ) as due
      where (mail.user_id, mail.event_id, mail.kind, mail.key) = (due.user_id, due.event_id, due.kind, due.key)
      returning mail.*
    )
    select
      taken.user_id as uid, event_id as "eventId", kind, key, tries, email, title,
      starts_at as "startsAt", time_zone as "timeZone", is_all_day as "isAllDay", address,
      email_verified and erased_at is null and deletion_at is null and blocked_at is null
      and (not ${hasSwitches}::boolean or coalesce(notify_events, true)) and case kind
        when 'reminder' then coalesce(reminders and mail_reminders, false) and status = 'planned' and (
          organizer_id = taken.user_id
          or exists (
            select from event_organizers as added
            where added.event_id = events.id and added.user_id = taken.user_id
          )
          or exists (
            select from event_participants as own
            where own.event_id = events.id and own.user_id = taken.user_id and own.state = 'joined'
          )
        )
        when 'message' then coalesce(mail_messages, false)
        when 'cancelled' then coalesce(mail_changes, true) and status = 'cancelled'
        when 'seat' then coalesce(mail_changes, true)
        else coalesce(mail_changes, true) and status = 'planned'
      end as "isWanted",
      coalesce(updates.edits, '[]') as edits, coalesce(updates.text, '') as text,
      coalesce(updates.author_name, '') as "authorName"
    from taken
    join events on events.id = event_id
    join users on users.id = taken.user_id
    left join notification_settings as settings on settings.user_id = taken.user_id
    left join lateral (
      select
        jsonb_agg(changes order by number) as edits, min(text) as text, min(author.display_name) as author_name
      from event_updates
      left join users as author on author.id = author_id
      where event_updates.event_id = taken.event_id and event_updates.kind = taken.kind and is_weighty
        and number between
          case when taken.kind not in ('reminder', 'seat') then split_part(key, '-', 1)::integer end
          and case when taken.kind not in ('reminder', 'seat') then split_part(key, '-', 2)::integer end
    ) as updates on true
  `.execute(database)
  return rows[0]
}

export function eventMailRow({ uid, eventId, kind, key }: EventMailKey): MailRow {
  return {
    table: 'event_mails',
    condition: sql`user_id = ${uid} and event_id = ${eventId} and kind = ${kind} and key = ${key}`,
  }
}

/** Deletes what nothing needs any more: mails of a month ago, reminders of events that have begun. */
export async function deleteOldMails(database: Database): Promise<void> {
  await sql`
    delete from event_mails where (user_id, event_id, kind, key) in (
      select user_id, event_id, kind, key from event_mails
      where created_at < now() - interval '30 days' limit 1000 for update skip locked
    )`.execute(database)
  await sql`
    delete from reminder_runs where (event_id, starts_at, lead) in (
      select event_id, starts_at, lead from reminder_runs
      where starts_at < now() - interval '1 day' limit 1000 for update skip locked
    )`.execute(database)
}
