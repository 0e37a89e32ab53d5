import { LRUCache } from 'lru-cache'
import type { Database } from '../platform/database/database.ts'
import { createKeyedSemaphore } from '../platform/keyed-semaphore.ts'
import { type CalendarEvent, writeEvent } from './calendar.ts'
import { toEvent } from './events.service.ts'
import { type CalendarEntry, type EventRow, findEventsOf } from './events.store.ts'

/** Bytes of all events that are cached: with the longest descriptions some 4,000, four times what a calendar shows. */
const cachedBytes = 20_000_000
/** Events of a calendar that are read together. */
const batchSize = 50

/**
 * The iCalendar texts of events. Each is rendered once a version, whatever calendars show it; with a member's own part in the
 * event once more. Nobody's request keeps the event loop: one batch of one caller at a time is rendered, each event in a turn of its own.
 *
 * @param origin of this instance, without a slash at its end
 */
export function createEventTexts(database: Database, origin: string) {
  const texts = new LRUCache<string, Buffer>({
    maxSize: cachedBytes,
    sizeCalculation: (text) => text.byteLength,
  })
  const renderings = createKeyedSemaphore({ perKey: 1, queuedPerKey: Number.POSITIVE_INFINITY, total: 1 })

  async function render(entries: CalendarEntry[]): Promise<Map<string, Buffer>> {
    const found = new Map<string, Buffer>()
    const missing = new Map<string, CalendarEntry>()
    for (const entry of entries) {
      const text = texts.get(keyOf(entry))
      if (text) found.set(entry.id, text)
      else missing.set(entry.id, entry)
    }
    if (missing.size === 0) return found
    for (const row of await findEventsOf(database, [...missing.keys()])) {
      // A change since the calendar was listed is shown already.
      const entry = { ...missing.get(row.id), id: row.id, version: row.version }
      const text = Buffer.from(writeEvent(toCalendarEvent(row, entry), origin))
      texts.set(keyOf(entry), text)
      found.set(row.id, text)
      await new Promise(setImmediate)
    }
    return found
  }

  return {
    /**
     * Yields the text of each event in order, and skips events that were deleted meanwhile. The cached buffers themselves are
     * yielded, one at a time: slow readers of calendars hold no copies in memory.
     *
     * @param caller whose calendars wait for each other, and not for those of others
     */
    async *read(entries: CalendarEntry[], caller: string): AsyncGenerator<Buffer, void> {
      for (let at = 0; at < entries.length; at += batchSize) {
        const batch = entries.slice(at, at + batchSize)
        const isCached = batch.every((entry) => texts.has(keyOf(entry)))
        const found = isCached
          ? new Map(batch.map((entry) => [entry.id, texts.get(keyOf(entry))]))
          : await renderings.run(caller, () => render(batch))
        for (const { id } of batch) {
          const text = found.get(id)
          if (text) yield text
        }
      }
    },
  }
}

/** What an event's text follows from. */
export function keyOf({ id, version, part }: CalendarEntry): string {
  return `${id} ${version} ${part ? `${part.participation} ${part.canManage} ${part.joinedAt?.getTime()}` : ''}`
}

/** An event as calendars show it: the member's part in it is the entry's. */
function toCalendarEvent(row: EventRow, { part }: CalendarEntry): CalendarEvent {
  return {
    ...toEvent(part ? { ...row, ...part } : row),
    versionAt: row.versionAt.toISOString(),
    joinedAt: part?.joinedAt?.toISOString() ?? null,
  }
}
