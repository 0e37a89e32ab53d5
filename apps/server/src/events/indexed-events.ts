import type { Event } from '@covo/contract/events/events.routes'
import { type SqlBool, sql } from 'kysely'

const day = 86_400_000
/** Participants from which search engines may index an event: spam is not worth its while. */
const indexedFrom = 3
/** For so many days after its end. */
const indexedDays = 90

type Indexed = Pick<Event, 'participantsCount' | 'status' | 'deadline'>

/** Whether search engines may index the page of an event, at `now` (milliseconds since the epoch). */
export function isIndexed({ participantsCount, status, deadline }: Indexed, now: number): boolean {
  return (
    participantsCount >= indexedFrom &&
    status === 'planned' &&
    now <= Date.parse(deadline) + indexedDays * day
  )
}

/** The same of a row of `events`. */
export const isIndexedRow = sql<SqlBool>`
  participant_count >= ${sql.lit(indexedFrom)} and status = 'planned'
  and ends_at >= now() - ${sql.lit(indexedDays)} * interval '1 day'`
