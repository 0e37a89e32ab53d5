import { plainDescription } from '@covo/contract/chat/markup.text'
import { eventPageSize } from '@covo/contract/events/events.routes'
import type {
  NextEvent,
  PublicEvent,
  PublicEventList,
  PublicSelection,
} from '@covo/contract/events/public-events'
import { beginningOf } from '@covo/contract/text'
import { coalesceReads } from '../platform/coalesce-reads.ts'
import { pageOf } from '../platform/database/cursor.ts'
import type { Database } from '../platform/database/database.ts'
import { positionOf, toEvent } from './events.service.ts'
import type { EventRow } from './events.store.ts'
import { findEvents } from './events.store.ts'
import {
  findEventMonths,
  findEventsOfMonth,
  findIndexedEvents,
  findNewestEvents,
  findNextEvents,
} from './public-events.store.ts'
import { headingOf, monthName } from './public-events-page.ts'

export type PublicEvents = ReturnType<typeof createPublicEvents>

/** Characters of a description, as the home's card cuts it (specification, point 9). */
const previewLength = 100

/** The lists of events that visitors read; callers that come at once share a read. */
export function createPublicEvents(database: Database) {
  const readMonths = coalesceReads(() => findEventMonths(database))
  const readRows = coalesceReads((key: string) => {
    const { category, month, after } = JSON.parse(key) as PublicSelection
    const page = { after: after === null ? null : positionOf(after), limit: eventPageSize + 1 }
    return month === null
      ? findEvents(database, { filter: category ?? 'all', search: '', viewerId: null, ...page })
      : findEventsOfMonth(database, { month, category, ...page })
  })
  const readNext = coalesceReads(() => findNextEvents(database))
  const readNewest = coalesceReads(() => findNewestEvents(database))
  const readIndexed = coalesceReads(() => findIndexedEvents(database))

  return {
    /** A page of the list of events that are not over; throws `common.invalid_request` where the cursor is none. */
    async readList(selection: PublicSelection): Promise<PublicEventList> {
      const { category, month, after } = selection
      const rows = await readRows(JSON.stringify({ category, month, after }))
      const { page, nextCursor } = pageOf(rows, eventPageSize, (row) => [row.startsAt.toISOString(), row.id])
      const months = await readMonths()
      return {
        category,
        month,
        heading: headingOf(selection),
        months: months.map((one) => ({ month: one, name: monthName(one) })),
        events: page.map(toPublicEvent),
        next: nextCursor,
      }
    },

    /** The events that start next, three at most. */
    async readNext(): Promise<NextEvent[]> {
      return (await readNext()).map((row) => {
        const { id, title, dateTime, timeZone, isAllDay, category, duration } = toEvent(row)
        return { id, title, dateTime, timeZone, isAllDay, category, duration }
      })
    },

    /** The newest events, each with the times of its creation and of its present version. */
    async readNewest() {
      return (await readNewest()).map((row) => ({
        ...toPublicEvent(row),
        createdAt: row.createdAt.toISOString(),
        versionAt: row.versionAt.toISOString(),
      }))
    },

    /** Which events search engines may index. */
    readIndexed,
  }
}

function toPublicEvent(row: EventRow): PublicEvent {
  const event = toEvent(row)
  return {
    id: event.id,
    title: event.title,
    description: previewOf(event.description),
    dateTime: event.dateTime,
    deadline: event.deadline,
    timeZone: event.timeZone,
    isAllDay: event.isAllDay,
    category: event.category,
    duration: event.duration,
    venue: event.venue,
    address: event.address,
    status: event.status,
    organizerName: event.organizerName,
    participantsCount: event.participantsCount,
    isFull: event.capacity !== null && (event.participantsCount >= event.capacity || event.waitingCount > 0),
  }
}

function previewOf(description: string): string {
  const line = plainDescription(description).replaceAll(/\s+/g, ' ')
  const beginning = beginningOf(line, previewLength)
  return beginning.length < line.length ? `${beginning}…` : line
}
