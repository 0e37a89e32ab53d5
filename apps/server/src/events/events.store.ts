import { hash } from 'node:crypto'
import type { parseEvent } from '@covo/contract/events/event-form.rules'
import { maximumPeriodEvents, type Participation } from '@covo/contract/events/events.routes'
import type { EventCategory, EventFilter } from '@covo/contract/events/events.rules'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { literalLimit } from '../platform/database/cursor.ts'
import type { Database, DatabaseTransaction } from '../platform/database/database.ts'
import { containing } from '../platform/database/like.ts'
import { prepareStatement } from '../platform/database/prepared-statements.ts'

/** An event as one viewer sees it; nobody takes part for a visitor. */
export type EventRow = Awaited<ReturnType<typeof findEvent>> & object

/** Where a page begins: after the event of this start (or end, among past ones) and id. */
type EventPosition = { at: string; id: string }

type Narrowing = { filter: EventFilter; search: string; viewerId: string | null }

export type EventSelection = Narrowing & { after: EventPosition | null; limit: number }

/**
 * The viewer's next event, which they organize or take part in; without one, the next event of all. The viewer's
 * participations are read first, by their index: a search in the order of starts would read all upcoming events of a viewer
 * who takes part in none.
 */
export async function findNextEvent(database: Database, viewerId: string) {
  const [next] = await readNextEvent(database, viewerId)
  return next
}

const readNextEvent = prepareStatement((database, viewerId: string) =>
  selectEvents(database, viewerId).where(
    'events.id',
    '=',
    sql<string>`coalesce(
        (
          with joined as materialized (
            select event_id from event_participants where user_id = ${viewerId} and state = 'joined'
            union select event_id from event_organizers where user_id = ${viewerId}
          )
          select id from (
            (
              select id, starts_at from events
              where organizer_id = ${viewerId} and starts_at >= now() and status = 'planned'
              order by starts_at, id limit 1
            )
            union all
            select id, starts_at from joined join events on id = event_id
            where starts_at >= now() and status = 'planned'
          ) own
          order by starts_at, id limit 1
        ),
        (select id from events where starts_at >= now() and status = 'planned' order by starts_at, id limit 1)
      )`,
  ),
)

export async function findEvent(database: Database, id: string, viewerId: string | null) {
  const [event] = await readEvent(database, id, viewerId)
  return event
}

const readEvent = prepareStatement((database, id: string, viewerId: string | null) =>
  selectEvents(database, viewerId).where('events.id', '=', id),
)

/** The known fields of an event that is being entered. */
export type Likeness = { title: string; link: string; dateTime?: string | undefined }

/** The similarity from which two titles are taken for one, of 1. */
const leastSimilarity = 0.6

/** The event that is most similar to one that is being entered; none that is over or cancelled. */
export async function findSimilarEvent(
  database: Database,
  viewerId: string,
  { title, link, dateTime = '' }: Likeness,
) {
  const at = sql`nullif(${dateTime}, '')::timestamptz`
  const isAhead = sql`ends_at >= now() and status = 'planned'`
  return await selectEvents(database, viewerId)
    .modifyFront(sql`/* prepared */`)
    .where(
      'events.id',
      '=',
      sql<string>`(
        with alike as (
          (select id, starts_at, 1 as likeness from events where link = ${link} and ${isAhead} order by starts_at, id limit 1)
          union all
          select id, starts_at, similarity(title, ${title}) from events
          where starts_at between ${at} - interval '1 day' and ${at} + interval '1 day' and ${isAhead}
        )
        select id from alike where likeness >= ${leastSimilarity} order by likeness desc, starts_at, id limit 1
      )`,
    )
    .executeTakeFirst()
}

/** The id of the earliest event with a number at CTFtime that is neither over nor cancelled, but not of the one in `except`. */
export async function findByCtftimeId(
  database: Database,
  ctftimeId: string,
  except: string | null,
): Promise<string | null> {
  const event = await database
    .selectFrom('events')
    .modifyFront(sql`/* prepared */`)
    .select('id')
    .where('ctftime_id', '=', ctftimeId)
    // The index holds such rows alone.
    .where(sql<SqlBool>`ctftime_id <> ''`)
    .where('id', 'is distinct from', except)
    .where('status', '=', 'planned')
    .where('ends_at', '>=', sql<Date>`now()`)
    .orderBy('starts_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return event?.id ?? null
}

/** Events of a filter and search, in the order of the list. */
export async function findEvents(database: Database, selection: EventSelection): Promise<EventRow[]> {
  const { filter, search, after, limit, viewerId } = selection
  if (search !== '') return await selectListed(database, selection).execute()
  const list = `${filter} ${limit} ${after === null}`
  const read = lists.get(list) ?? prepareList(selection)
  lists.set(list, read)
  return await read(database, viewerId, after?.at ?? '', after?.id ?? '')
}

/** The lists without a search: they differ by their filter, and in whether they begin after another page. */
const lists = new Map<string, ReturnType<typeof prepareList>>()

function prepareList(selection: EventSelection) {
  return prepareStatement((database, viewerId: string | null, at: string, id: string) =>
    selectListed(database, { ...selection, viewerId, after: selection.after && { at, id } }),
  )
}

function selectListed(database: Database, selection: EventSelection) {
  return selection.filter === 'past'
    ? selectPast(database, selection)
    : selectOngoingAndUpcoming(database, selection)
}

function selectPast(database: Database, selection: EventSelection) {
  const { after, limit } = selection
  return narrowed(database, selection)
    .where('ends_at', '<', sql<Date>`now()`)
    .$if(after !== null, (query) =>
      query.where(sql<SqlBool>`(ends_at, events.id) < (${after?.at}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy('ends_at', 'desc')
    .orderBy('events.id', 'desc')
    .limit(literalLimit(limit))
}

/**
 * Ongoing and upcoming events, each by an index of its own: an ongoing event that began long ago can't be found by its start
 * without scanning all events since.
 */
function selectOngoingAndUpcoming(database: Database, selection: EventSelection) {
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
  return database
    .selectFrom(ongoing.as('ongoing'))
    .selectAll()
    .unionAll(database.selectFrom(upcoming.as('upcoming')).selectAll())
    .orderBy('startsAt')
    .orderBy('id')
    .limit(limit)
}

/** Events of a calendar: those to come, and those of the last 30 days; with more than 1,000 the last to begin are left out. */
const calendarWindow = sql<SqlBool>`ends_at >= now() - interval '30 days'`
export const maximumCalendarEvents = 1000

/**
 * An event that a calendar shows: its `version` changes with each of its fields that calendars show. With the member's own part
 * in it, where the calendar is theirs.
 */
export type CalendarEntry = {
  id: string
  version: number
  part?: { participation: Participation; canManage: boolean; joinedAt: Date | null } | undefined
}

export async function findCalendarEntries(
  database: Database,
  categories: EventCategory[],
): Promise<CalendarEntry[]> {
  return await database
    .selectFrom('events')
    .select(['id', 'version'])
    .where(calendarWindow)
    .where('category', 'in', categories)
    .orderBy('starts_at')
    .orderBy('id')
    .limit(maximumCalendarEvents)
    .execute()
}

export async function findCalendarEntry(database: Database, id: string): Promise<CalendarEntry | undefined> {
  return await database
    .selectFrom('events')
    .modifyFront(sql`/* prepared */`)
    .select(['id', 'version'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The events of these ids, as visitors see them. */
export async function findEventsOf(database: Database, ids: string[]): Promise<EventRow[]> {
  return await selectEvents(database, null)
    .modifyFront(sql`/* prepared */`)
    .where('events.id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
}

type Period = Narrowing & { from: string; to: string }

/** The events of a filter and search that go on at some time from an instant until before another. */
export async function findPeriodEvents(database: Database, { from, to, ...selection }: Period) {
  return await narrowed(database, selection)
    .clearSelect()
    .select([
      'events.id',
      'title',
      'starts_at as startsAt',
      'ends_at as endsAt',
      'time_zone as timeZone',
      'is_all_day as isAllDay',
      'category',
      'status',
    ])
    .where(
      sql<SqlBool>`tstzrange(starts_at, ends_at, '[]') && tstzrange(${from}::timestamptz, ${to}::timestamptz)`,
    )
    .$if(selection.filter === 'past', (query) => query.where('ends_at', '<', sql<Date>`now()`))
    .orderBy('starts_at')
    .orderBy('events.id')
    .limit(literalLimit(maximumPeriodEvents))
    .execute()
}

function narrowed(database: Database, { filter, search, viewerId }: Narrowing) {
  const isCategory = filter !== 'all' && filter !== 'mine' && filter !== 'past'
  return selectEvents(database, viewerId)
    .$if(isCategory, (query) => query.where('category', '=', filter as EventCategory))
    .$if(search !== '', (query) => query.where('searchable', 'like', containing(search)))
    .$if(filter === 'mine', (query) => query.where('events.id', 'in', ownEventIds(viewerId)))
}

/** The events that a member organizes, takes part in or waits for, as a list of SQL. */
export function ownEventIds(uid: string | null) {
  return sql<string>`(
    select id from events where organizer_id = ${uid}
    union select event_id from event_organizers where user_id = ${uid}
    union select event_id from event_participants where user_id = ${uid}
  )`
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
    from (${sharedEventIds(viewerId, sql`${uid}::uuid`, isParticipationKnown)}) as shared
    join events using (id)
    order by starts_at desc, id
    limit ${limit}
  `.execute(database)
  return rows
}

/**
 * With each of the members, how many events of both the viewer may know of: as a participant or organizer, the viewer sees who
 * shows that they take part. Members without any are left out.
 */
export async function countSharedEvents(database: Database, viewerId: string, uids: readonly string[]) {
  const { rows } = await sql<{ uid: string; count: number }>`
    select uid, count(*) as count
    from unnest(${uids}::uuid[]) as uid cross join lateral (${sharedEventIds(viewerId, sql`uid`, true)}) as shared
    group by uid
  `.execute(database)
  return new Map(rows.map(({ uid, count }) => [uid, count]))
}

function sharedEventIds(viewerId: string, uid: RawBuilder<unknown>, isParticipationKnown: boolean) {
  return sql`
    (
      select event_id as id from event_participants where user_id = ${viewerId} and state = 'joined'
      union select id from events where organizer_id = ${viewerId}
      union select event_id from event_organizers where user_id = ${viewerId}
    ) intersect (
      select id from events where organizer_id = ${uid}
      union select event_id from event_organizers where user_id = ${uid}
      union select event_id from event_participants
      where user_id = ${uid} and state = 'joined' and is_shown and ${isParticipationKnown}
    )`
}

/** The values of an event, as `parseEvent` answers them. */
export type EventValues = NonNullable<ReturnType<typeof parseEvent>['value']>

/** Answers its id; null where another event has the key. */
export async function insertEvent(
  database: Database,
  organizerId: string,
  event: EventValues,
  creationKey: string | null,
): Promise<string | null> {
  const row = await database
    .insertInto('events')
    .values({ ...columnsOf(event), organizer_id: organizerId, creation_key: creationKey })
    .onConflict((conflict) => conflict.column('creation_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

const isRecent = sql<SqlBool>`created_at > now() - interval '1 day'`

/** The stored form of the key of a member's request. */
export function creationKeyOf(uid: string, key: string): string {
  return hash('sha256', `${uid} ${key}`, 'base64url')
}

/** The id of the event that a request with the key created within a day. */
export async function findCreated(database: Database, creationKey: string): Promise<string | undefined> {
  const row = await database
    .selectFrom('events')
    .select('id')
    .where('creation_key', '=', creationKey)
    .where(isRecent)
    .executeTakeFirst()
  return row?.id
}

/** Frees a key of an older request. */
export async function forgetOldCreation(trx: DatabaseTransaction, creationKey: string): Promise<void> {
  await trx
    .updateTable('events')
    .set({ creation_key: null })
    .where('creation_key', '=', creationKey)
    .where(({ not }) => not(isRecent))
    .execute()
}

export function columnsOf(event: EventValues) {
  return {
    title: event.title,
    description: event.description,
    starts_at: new Date(event.dateTime),
    ends_at: new Date(event.deadline),
    link: event.link,
    category: event.category,
    duration: event.duration,
    time_zone: event.timeZone,
    is_all_day: event.isAllDay,
    venue: event.venue,
    address: event.address,
    map_link: event.mapLink,
    capacity: event.capacity,
    team_size: event.teamSize,
    join_deadline: event.joinDeadline ? new Date(event.joinDeadline) : null,
    ctftime_id: event.ctftimeId,
  }
}

/** All events, as the viewer sees them: the one rule of what visitors may see of them. */
export function selectEvents(database: Database, viewerId: string | null) {
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
      'time_zone as timeZone',
      'is_all_day as isAllDay',
      'venue',
      'address',
      'map_link as mapLink',
      'capacity',
      'team_size as teamSize',
      'join_deadline as joinDeadline',
      'ctftime_id as ctftimeId',
      'status',
      'cancel_reason as cancelReason',
      'version',
      'version_at as versionAt',
      'organizer_id as organizerId',
      'users.display_name as organizerName',
      sql<boolean>`users.erased_at is not null`.as('isOwnerErased'),
      'participant_count as participantCount',
      'waiting_count as waitingCount',
      'revision',
      'events.created_at as createdAt',
      'events.updated_at as updatedAt',
    ])
    .select([participationOf(viewerId), canManageOf(viewerId)])
}

/** The viewer's participation in an event of the statement. */
export function participationOf(viewerId: string | null) {
  return sql<Participation>`coalesce((
    select state from event_participants p where p.event_id = events.id and p.user_id = ${viewerId}::uuid
  ), 'none')`.as('participation')
}

/** Whether the viewer organizes an event of the statement. */
export function canManageOf(viewerId: string | null) {
  return sql<boolean>`coalesce(organizer_id = ${viewerId}::uuid, false) or exists (
    select from event_organizers o where o.event_id = events.id and o.user_id = ${viewerId}::uuid
  )`.as('canManage')
}
