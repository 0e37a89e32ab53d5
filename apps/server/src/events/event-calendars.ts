import { hash } from 'node:crypto'
import { type EventCategory, eventCategories } from '@covo/contract/events/events.rules'
import { z } from 'zod'
import { coalesceReads } from '../platform/coalesce-reads.ts'
import type { Database } from '../platform/database/database.ts'
import { writeFrame } from './calendar.ts'
import { createEventTexts, keyOf } from './event-texts.ts'
import { type CalendarEntry, findCalendarEntries, findCalendarEntry } from './events.store.ts'

export type EventCalendars = ReturnType<typeof createEventCalendars>

/** A calendar that is listed: its ETag, and its text, of which nothing is rendered before it is read. */
export type Calendar = { tag: string; parts: AsyncIterable<Uint8Array> }

/** The calendars of events for other programs. */
export function createEventCalendars(database: Database, { origin, name }: { origin: string; name: string }) {
  const texts = createEventTexts(database, origin)
  const listAll = coalesceReads((key: string) =>
    findCalendarEntries(database, key.split(',') as EventCategory[]),
  )

  /**
   * The calendar of these events.
   *
   * @param path its own address below the origin
   * @param caller whose calendars are rendered one after the other
   */
  function make(entries: CalendarEntry[], path: string, caller: string): Calendar {
    const { head, foot } = writeFrame({ origin, name, path })
    async function* write() {
      yield Buffer.from(head)
      yield* texts.read(entries, caller)
      yield Buffer.from(foot)
    }
    return {
      tag: `"${hash('sha256', [head, ...entries.map(keyOf)].join('\n'), 'base64url')}"`,
      parts: write(),
    }
  }

  return {
    make,

    /** Events of these categories (one at least) that are to come or ended in the last 30 days. */
    async readAll(categories: EventCategory[]): Promise<Calendar> {
      const key = categories.join()
      const isWhole = categories.length === eventCategories.length
      return make(await listAll(key), `/eventi.ics${isWhole ? '' : `?categoria=${key}`}`, '')
    },

    /** One event; null where there is none. */
    async readOne(id: string): Promise<Calendar | null> {
      if (!z.uuid().safeParse(id).success) return null
      const entry = await findCalendarEntry(database, id)
      return entry ? make([entry], `/eventi/${entry.id}.ics`, '') : null
    },
  }
}
