import { defaultTimeZone, type EventCategory } from '@covo/contract/events/events.rules'
import { type SqlBool, sql } from 'kysely'
import { literalLimit } from '../platform/database/cursor.ts'
import type { Database } from '../platform/database/database.ts'
import { prepareStatement } from '../platform/database/prepared-statements.ts'
import { type EventRow, selectEvents } from './events.store.ts'
import { isIndexedRow } from './indexed-events.ts'

/** The months that the list names: events start two years ahead at most. */
const listedMonths = 25
const monthsAhead = sql`generate_series(
  date_trunc('month', now() at time zone ${sql.lit(defaultTimeZone)}),
  date_trunc('month', now() at time zone ${sql.lit(defaultTimeZone)}) + ${sql.lit(listedMonths - 1)} * interval '1 month',
  interval '1 month'
)`

/** The instants of a month that are still to come; `month` is its first instant on the default zone's clock. */
function restOf(month: ReturnType<typeof sql>) {
  const at = (time: ReturnType<typeof sql>) => sql`(${time}) at time zone ${sql.lit(defaultTimeZone)}`
  return sql`tstzrange(greatest(now(), ${at(month)}), greatest(now(), ${at(sql`${month} + interval '1 month'`)}))`
}

const isWithin = (range: ReturnType<typeof sql>) =>
  sql<SqlBool>`tstzrange(starts_at, ends_at, '[]') && ${range}`

/** The months, 'yyyy-mm', in which events go on that are not over, from the present one. */
export async function findEventMonths(database: Database): Promise<string[]> {
  return (await readMonths(database)).map(({ month }) => month)
}

const readMonths = prepareStatement((database) =>
  database
    .selectFrom(sql<{ at: Date }>`${monthsAhead}`.as<'months'>(sql`months(at)`))
    .select(sql<string>`to_char(at, 'YYYY-MM')`.as('month'))
    .where(({ exists }) =>
      exists(
        database
          .selectFrom('events')
          .select('id')
          .where(isWithin(restOf(sql`at`))),
      ),
    )
    .orderBy('at'),
)

type MonthSelection = {
  /** 'yyyy-mm', on the default zone's clock. */
  month: string
  category: EventCategory | null
  after: { at: string; id: string } | null
  limit: number
}

/** The events of a month that are not over, as visitors see them, in the order of their start. */
export async function findEventsOfMonth(database: Database, selection: MonthSelection): Promise<EventRow[]> {
  const { month, category, after, limit } = selection
  return await selectEvents(database, null)
    .where(isWithin(restOf(sql`${`${month}-01`}::timestamp`)))
    .$if(category !== null, (query) => query.where('category', '=', category as EventCategory))
    .$if(after !== null, (query) =>
      query.where(sql<SqlBool>`(starts_at, events.id) > (${after?.at}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy('starts_at')
    .orderBy('events.id')
    .limit(literalLimit(limit))
    .execute()
}

/** The events that start next, as visitors see them; none that was cancelled. */
export const findNextEvents = prepareStatement((database) =>
  selectEvents(database, null)
    .where('starts_at', '>=', sql<Date>`now()`)
    .where('status', '=', 'planned')
    .orderBy('starts_at')
    .orderBy('events.id')
    .limit(literalLimit(3)),
)

/** The events that were created last, as visitors see them. */
export const findNewestEvents = prepareStatement((database) =>
  selectEvents(database, null)
    .orderBy('events.created_at', 'desc')
    .orderBy('events.id')
    .limit(literalLimit(50)),
)

/** Ids and modification times of the events that search engines may index, latest start first, up to the sitemap's limit. */
export const findIndexedEvents = prepareStatement((database) =>
  database
    .selectFrom('events')
    .select(['id', 'version_at as versionAt'])
    .where(isIndexedRow)
    .orderBy('starts_at', 'desc')
    .orderBy('id')
    .limit(literalLimit(5000)),
)
