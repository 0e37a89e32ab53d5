import type { EventChanges } from '@covo/contract/events/event-changes.rules'
import { sql } from 'kysely'
import { isBlockedBetween } from '../platform/database/block-filter.ts'
import type { Database, DatabaseTransaction } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'

/** Updates of one event whose mails are to be queued. */
export type UnqueuedUpdate = {
  eventId: string
  number: number
  kind: UpdateMails['kind']
  changes: EventChanges
}

/** One mail to each member who is notified of the updates from `first` to `last` of a kind. */
export type UpdateMails = {
  eventId: string
  kind: Exclude<Tables['event_mails']['kind'], 'reminder' | 'seat'>
  first: number
  last: number
}

/** Updates that one look for mails takes. */
const maximumUpdates = 1000

/** Members whose mails are queued by one transaction. */
const batchSize = 2000

/**
 * Locks what nobody has queued mails of, event by event, oldest first, but edits of an event that was edited less than five
 * minutes ago. Another process waits for it.
 */
export async function lockUnqueued(trx: DatabaseTransaction): Promise<UnqueuedUpdate[]> {
  const { rows } = await sql<UnqueuedUpdate>`
    select event_id as "eventId", number, kind, changes
    from event_updates as one
    where is_weighty and not are_mails_queued and (
      kind <> 'edited' or not exists (
        select from event_updates as later
        where later.event_id = one.event_id and later.kind = 'edited' and later.created_at >= now() - interval '5 minutes'
          and later.is_weighty and not later.are_mails_queued
      )
    )
    order by event_id, number
    limit ${maximumUpdates}
    for update
  `.execute(trx)
  return rows
}

/** Has the mails of updates queued in the background. */
export async function insertRun(
  trx: DatabaseTransaction,
  { eventId, kind, first, last }: UpdateMails,
): Promise<void> {
  await trx
    .insertInto('update_mail_runs')
    .values({ event_id: eventId, kind, first_number: first, last_number: last })
    .execute()
}

export async function markQueued(
  trx: DatabaseTransaction,
  updates: Pick<UnqueuedUpdate, 'eventId' | 'number'>[],
): Promise<void> {
  await sql`
    update event_updates set are_mails_queued = true
    from unnest(
      ${updates.map(({ eventId }) => eventId)}::uuid[], ${updates.map(({ number }) => number)}::integer[]
    ) as queued (event_id, number)
    where event_updates.event_id = queued.event_id and event_updates.number = queued.number
  `.execute(trx)
}

/**
 * Queues the next mails of some updates: to members who take part, wait or organize since before the last of them, want such
 * mails and have a confirmed address, but for one who made them all. Answers whether there was something to do; updates that
 * another process works on are left to it.
 */
export async function queueNextMails(database: Database): Promise<boolean> {
  return await database.transaction().execute(async (trx) => {
    const run = await trx
      .selectFrom('update_mail_runs')
      .select(['event_id as eventId', 'kind', 'first_number as first', 'last_number as last'])
      .select('last_user_id as lastUserId')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!run) return false
    const { eventId, kind, first, last, lastUserId } = run
    const isNext = lastUserId === null ? sql`true` : sql`user_id > ${lastUserId}`
    const { rows } = await sql<{ count: number; lastUserId: string }>`
      with batch as (
        select distinct user_id from (
          (
            select user_id from event_participants
            where event_id = ${eventId} and told_from < ${last} and ${isNext} order by user_id limit ${batchSize}
          )
          union all select user_id from event_organizers where event_id = ${eventId} and told_from < ${last}
          union all select organizer_id from events where id = ${eventId}
        ) as notified
        where ${isNext}
        order by user_id
        limit ${batchSize}
      ),
      queued as (
        insert into event_mails (user_id, event_id, kind, key)
        select user_id, ${eventId}, ${kind}, ${mailKey(run)}
        from batch
        join users on users.id = user_id
        left join notification_settings using (user_id)
        where email_verified and erased_at is null and blocked_at is null
          and ${wantsMail(kind)}
          and exists (
            select from event_updates as own
            where own.event_id = ${eventId} and own.kind = ${kind} and number between ${first} and ${last}
              and author_id is distinct from user_id
              and not (own.kind = 'message' and ${isBlockedBetween(sql`author_id`, sql`batch.user_id`)})
          )
        order by user_id
        on conflict do nothing
      )
      select count(*)::integer as count, (array_agg(user_id order by user_id desc))[1] as "lastUserId" from batch
    `.execute(trx)
    const [batch] = rows
    const runRow = { event_id: eventId, last_number: last }
    if (!batch || batch.count < batchSize)
      await trx
        .deleteFrom('update_mail_runs')
        .where((row) => row.and(runRow))
        .execute()
    else
      await trx
        .updateTable('update_mail_runs')
        .set({ last_user_id: batch.lastUserId })
        .where((row) => row.and(runRow))
        .execute()
    return true
  })
}

/** Names the mail of some updates among the mails of its event; `claimMail` reads the numbers. */
function mailKey({ first, last }: Pick<UpdateMails, 'first' | 'last'>): string {
  return `${first}-${last}`
}

/** Whether a member wants mails of a kind, by the columns of `notification_settings`. */
function wantsMail(kind: UpdateMails['kind']) {
  return kind === 'message' ? sql`coalesce(mail_messages, false)` : sql`coalesce(mail_changes, true)`
}
