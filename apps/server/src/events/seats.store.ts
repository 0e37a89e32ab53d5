import type { Participation } from '@covo/contract/events/events.routes'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../platform/database/database.ts'

export type Seats = NonNullable<Awaited<ReturnType<typeof lockSeats>>>

/**
 * Locks the event's row, and answers what decides on joining and leaving. Every change of seats begins with it: numbers of the
 * queue are then in the order of the commits, and no two take the last seat.
 */
export async function lockSeats(trx: DatabaseTransaction, id: string) {
  return await trx
    .selectFrom('events')
    .modifyFront(sql`/* prepared */`)
    .select([
      'id',
      'organizer_id as organizerId',
      'capacity',
      'participant_count as participantCount',
      'waiting_count as waitingCount',
      'next_queue_number as nextQueueNumber',
      'update_number as updateNumber',
      sql<boolean>`ends_at < now()`.as('isOver'),
      sql<boolean>`status = 'cancelled'`.as('isCancelled'),
      sql<boolean>`coalesce(join_deadline < now(), false)`.as('isJoiningClosed'),
    ])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Whether the member has a seat or waits; of an event whose row is locked it stays so. */
export async function findParticipation(
  trx: DatabaseTransaction,
  id: string,
  uid: string,
): Promise<Participation> {
  const row = await trx
    .selectFrom('event_participants')
    .modifyFront(sql`/* prepared */`)
    .select('state')
    .where('event_id', '=', id)
    .where('user_id', '=', uid)
    .executeTakeFirst()
  return row?.state ?? 'none'
}

/**
 * Adds the member to the participants, or with a number to the queue, to be notified of later updates; answers whether they
 * were in neither before.
 */
export async function insertParticipant(
  trx: DatabaseTransaction,
  id: string,
  uid: string,
  queueNumber: number | null,
  updateNumber: number,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('event_participants')
    .modifyEnd(sql`/* prepared */`)
    .values({
      event_id: id,
      user_id: uid,
      state: queueNumber === null ? 'joined' : 'waiting',
      queue_number: queueNumber,
      told_from: updateNumber,
      // Locked, so that a choice that is made meanwhile comes before or after.
      is_shown: sql<boolean>`(select show_participation from users where id = ${uid} for share)`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Removes the member from the participants or the queue; answers which of them it was. */
export async function deleteParticipant(
  trx: DatabaseTransaction,
  id: string,
  uid: string,
): Promise<Participation> {
  const row = await trx
    .deleteFrom('event_participants')
    .modifyEnd(sql`/* prepared */`)
    .where('event_id', '=', id)
    .where('user_id', '=', uid)
    .returning('state')
    .executeTakeFirst()
  return row?.state ?? 'none'
}

/** Counts a member who came (1) or left (-1). */
export async function moveCount(
  trx: DatabaseTransaction,
  id: string,
  state: 'joined' | 'waiting',
  by: 1 | -1,
): Promise<void> {
  const column = state === 'joined' ? 'participant_count' : 'waiting_count'
  await trx
    .updateTable('events')
    .modifyEnd(sql`/* prepared */`)
    .set((expression) => ({
      [column]: expression(column, '+', by),
      // Numbers are never given again: a member who leaves and comes back is last.
      ...(state === 'waiting' && by === 1 && { next_queue_number: expression('next_queue_number', '+', 1) }),
      ...(by === 1 && { had_participants: true }),
      revision: expression('revision', '+', 1),
      updated_at: sql<Date>`now()`,
    }))
    .where('id', '=', id)
    .execute()
}

/**
 * Gives the free seats of an event to the first who wait, also after joining was closed, but not after its end or while
 * it is cancelled; answers the uids of the members who got one. The event's row has to be locked by the transaction.
 */
export async function promoteWaiting(trx: DatabaseTransaction, eventId: string): Promise<string[]> {
  const { rows } = await sql<{ uid: string }>`
    with promoted as (
      update event_participants set state = 'joined', queue_number = null, joined_at = now()
      where event_id = ${eventId} and state = 'waiting' and queue_number <= (
        select max(queue_number) from (
          select queue_number from event_participants
          where event_id = ${eventId} and state = 'waiting'
          order by queue_number
          limit coalesce((
            select case when capacity is null then waiting_count else greatest(capacity - participant_count, 0) end
            from events where id = ${eventId} and ends_at >= now() and status = 'planned'
          ), 0)
        ) as first
      )
      returning user_id
    ),
    counted as (
      update events set
        participant_count = participant_count + promoted.count, waiting_count = waiting_count - promoted.count,
        revision = revision + 1, updated_at = now()
      from (select count(*)::integer from promoted) as promoted
      where id = ${eventId} and promoted.count > 0
    )
    select user_id as uid from promoted
  `.execute(trx)
  return rows.map(({ uid }) => uid)
}

/** Positions beyond it are not counted. */
const longestCounted = 1000

/** The member's place in the queue, from 1, and one more than `longestCounted` beyond it; null for members who aren't in it. */
export async function findQueuePosition(database: Database, id: string, uid: string): Promise<number | null> {
  const { rows } = await sql<{ position: number }>`
    select (
      select count(*)::integer from (
        select from event_participants ahead
        where ahead.event_id = own.event_id and state = 'waiting' and queue_number <= own.queue_number
        limit ${longestCounted + 1}
      ) as ahead
    ) as position
    from event_participants own
    where event_id = ${id} and user_id = ${uid} and state = 'waiting'
  `.execute(database)
  return rows[0]?.position ?? null
}
