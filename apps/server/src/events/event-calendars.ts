import { hash } from 'node:crypto'
import { type EventCategory, eventCategories } from '@covo/contract/events/events.rules'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { coalesceReads } from '../platform/coalesce-reads.ts'
import type { Database } from '../platform/database/database.ts'
import { type CalendarEvent, writeCalendar } from './calendar.ts'
import { toEvent } from './events.service.ts'
import { type EventRow, findCalendarEvents, findCalendarVersion, findEvent } from './events.store.ts'

export type EventCalendars = ReturnType<typeof createEventCalendars>

/** UTF-16 units of all calendars that are cached: with the longest descriptions one has five million. */
const cachedSize = 16_000_000

type Calendar = { version: string; body: string; tag: string }

/** The public calendars. Each request gets the present events: a calendar is rendered once after a change, and cached. */
export function createEventCalendars(database: Database, { origin, name }: { origin: string; name: string }) {
  const calendars = new LRUCache<string, Calendar>({
    maxSize: cachedSize,
    sizeCalculation: ({ body }) => body.length,
  })

  const readAll = coalesceReads(async (key: string): Promise<Calendar> => {
    const categories = key.split(',') as EventCategory[]
    const version = await findCalendarVersion(database, categories)
    const cached = calendars.get(key)
    if (cached?.version === version) return cached
    const rows = await findCalendarEvents(database, categories)
    const isWhole = categories.length === eventCategories.length
    const path = `/eventi.ics${isWhole ? '' : `?categoria=${key}`}`
    const body = writeCalendar(rows.map(toCalendarEvent), { origin, name, path })
    const calendar = { version, body, tag: `"${hash('sha256', body, 'base64url')}"` }
    calendars.set(key, calendar)
    return calendar
  })

  return {
    /** Events of these categories (one at least) that are to come or ended in the last 30 days, with the ETag. */
    readAll: (categories: EventCategory[]) => readAll(categories.join()),

    /** One event; null where there is none. */
    async readOne(id: string): Promise<string | null> {
      if (!z.uuid().safeParse(id).success) return null
      const row = await findEvent(database, id, null)
      return row
        ? writeCalendar([toCalendarEvent(row)], { origin, name, path: `/eventi/${row.id}.ics` })
        : null
    },
  }
}

/** An event as calendars show it. */
export function toCalendarEvent(row: EventRow): CalendarEvent {
  return { ...toEvent(row), versionAt: row.versionAt.toISOString() }
}
