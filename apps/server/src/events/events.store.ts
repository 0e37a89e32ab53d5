import type { EventCategory, EventFilter } from '@covo/contract/events/events.rules'
import { type SqlBool, sql } from 'kysely'
import { literalLimit } from '../platform/database/cursor.ts'
import type { Database, DatabaseTransaction } from '../platform/database/database.ts'
import { containing } from '../platform/database/like.ts'

/** An event as one viewer sees it; nobody takes part for a visitor. */
export type EventRow = Awaited<ReturnType<typeof findNextEvent>> & object

/** Where a page begins: after the event of this start (or end, among past ones) and id. */
type EventPosition = { at: string; id: string }

export type EventSelection = {
  filter: EventFilter
  search: string
  after: EventPosition | null
  limit: number
  viewerId: string | null
}

/**
 * The viewer's next event, which they organize or take part in; without one, the next event of all. The viewer's
 * participations are read first, by their index: a search in the order of starts would read all upcoming events of a viewer
 * who takes part in none.
 */
export async function findNextEvent(database: Database, viewerId: string) {
  return await selectEvents(database, viewerId)
    .modifyFront(sql`/* prepared */`)
    .where(
      'events.id',
      '=',
      sql<string>`coalesce(
        (
          with joined as materialized (select event_id from event_participants where user_id = ${viewerId})
          select id from (
            (
              select id, starts_at from events
              where organizer_id = ${viewerId} and starts_at >= now()
              order by starts_at, id limit 1
            )
            union all
            select id, starts_at from joined join events on id = event_id where starts_at >= now()
          ) own
          order by starts_at, id limit 1
        ),
        (select id from events where starts_at >= now() order by starts_at, id limit 1)
      )`,
    )
    .executeTakeFirst()
}

export async function findEvent(database: Database, id: string, viewerId: string | null) {
  return await selectEvents(database, viewerId).where('events.id', '=', id).executeTakeFirst()
}

/** Events of a filter and search, in the order of the list. */
export async function findEvents(database: Database, selection: EventSelection): Promise<EventRow[]> {
  return selection.filter === 'past'
    ? await findPastEvents(database, selection)
    : await findOngoingAndUpcoming(database, selection)
}

async function findPastEvents(database: Database, selection: EventSelection): Promise<EventRow[]> {
  const { after, limit, search } = selection
  return await narrowed(database, selection)
    .$if(search === '', (query) => query.modifyFront(sql`/* prepared */`))
    .where('ends_at', '<', sql<Date>`now()`)
    .$if(after !== null, (query) =>
      query.where(sql<SqlBool>`(ends_at, events.id) < (${after?.at}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy('ends_at', 'desc')
    .orderBy('events.id', 'desc')
    .limit(literalLimit(limit))
    .execute()
}

/**
 * Ongoing and upcoming events, each by an index of its own: an ongoing event that began long ago can't be found by its start
 * without scanning all events since.
 */
async function findOngoingAndUpcoming(database: Database, selection: EventSelection): Promise<EventRow[]> {
  const { after } = selection
  const limit = literalLimit(selection.limit)
  const inOrder = narrowed(database, selection)
    .$if(after !== null, (query) =>
      query.where(sql<SqlBool>`(starts_at, events.id) > (${after?.at}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy('starts_at')
    .orderBy('events.id')
    .limit(limit)
  const ongoing = inOrder
    .where(sql<SqlBool>`tstzrange(starts_at, ends_at, '[]') @> now()`)
    .where('starts_at', '<', sql<Date>`now()`)
  const upcoming = inOrder.where('starts_at', '>=', sql<Date>`now()`)
  return await database
    .selectFrom(ongoing.as('ongoing'))
    .selectAll()
    .unionAll(database.selectFrom(upcoming.as('upcoming')).selectAll())
    .$if(selection.search === '', (query) => query.modifyFront(sql`/* prepared */`))
    .orderBy('startsAt')
    .orderBy('id')
    .limit(limit)
    .execute()
}

function narrowed(database: Database, { filter, search, viewerId }: EventSelection) {
  const isCategory = filter !== 'all' && filter !== 'mine' && filter !== 'past'
  return selectEvents(database, viewerId)
    .$if(isCategory, (query) => query.where('category', '=', filter as EventCategory))
    .$if(search !== '', (query) => query.where('searchable', 'like', containing(search)))
    .$if(filter === 'mine', (query) =>
      query.where(
        'events.id',
        'in',
        sql<string>`(
          select id from events where organizer_id = ${viewerId}
          union select event_id from event_participants where user_id = ${viewerId}
        )`,
      ),
    )
}

/**
 * The latest events of which two members are both organizer or participant, each row with how many they are; where
 * `isParticipationKnown` is false, only events that the other member organizes.
 */
export async function findSharedEvents(
  database: Database,
  viewerId: string,
  uid: string,
  isParticipationKnown: boolean,
  limit: number,
) {
  const { rows } = await sql<{ id: string; title: string; total: number }>`
    select id, title, count(*) over () as total
    from (
      (
        select event_id as id from event_participants where user_id = ${viewerId}
        union select id from events where organizer_id = ${viewerId}
      ) intersect (
        select id from events where organizer_id = ${uid}
        union select event_id from event_participants where user_id = ${uid} and ${isParticipationKnown}
      )
    ) as shared
    join events using (id)
    order by starts_at desc, id
    limit ${limit}
  `.execute(database)
  return rows
}

export type NewEvent = {
  title: string
  description: string
  startsAt: Date
  endsAt: Date
  link: string
  category: EventCategory
  duration: string
  organizerId: string
}

export async function insertEvent(database: Database, event: NewEvent): Promise<string> {
  const { id } = await database
    .insertInto('events')
    .values({
      title: event.title,
      description: event.description,
      starts_at: event.startsAt,
      ends_at: event.endsAt,
      link: event.link,
      category: event.category,
      duration: event.duration,
      organizer_id: event.organizerId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The facts that decide who may join or leave. */
export async function findParticipationFacts(trx: DatabaseTransaction, id: string) {
  return await trx
    .selectFrom('events')
    .select(['organizer_id as organizerId', sql<boolean>`ends_at < now()`.as('isOver')])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Adds the participant; answers whether they were none before. */
export async function insertParticipant(trx: DatabaseTransaction, id: string, uid: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('event_participants')
    .values({ event_id: id, user_id: uid })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Removes the participant; answers whether they were one. */
export async function deleteParticipant(trx: DatabaseTransaction, id: string, uid: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('event_participants')
    .where('event_id', '=', id)
    .where('user_id', '=', uid)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function moveParticipantCount(trx: DatabaseTransaction, id: string, by: 1 | -1): Promise<void> {
  await trx
    .updateTable('events')
    .set((expression) => ({
      participant_count: expression('participant_count', '+', by),
      revision: expression('revision', '+', 1),
      updated_at: sql<Date>`now()`,
    }))
    .where('id', '=', id)
    .execute()
}

function selectEvents(database: Database, viewerId: string | null) {
  return database
    .selectFrom('events')
    .innerJoin('users', 'users.id', 'events.organizer_id')
    .select([
      'events.id',
      'title',
      'description',
      'starts_at as startsAt',
      'ends_at as endsAt',
      'link',
      'category',
      'duration',
      'organizer_id as organizerId',
      'users.display_name as organizerName',
      'participant_count as participantCount',
      'revision',
      'events.created_at as createdAt',
      'events.updated_at as updatedAt',
    ])
    .select(
      sql<boolean>`exists (
        select from event_participants p where p.event_id = events.id and p.user_id = ${viewerId}::uuid
      )`.as('isParticipating'),
    )
}
