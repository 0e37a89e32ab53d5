import { formatterOf } from './formatter.ts'

const day = 86_400_000
const minute = 60_000

/** Whether a text names a time zone of the IANA database, such as 'Europe/Rome' and 'UTC'; an offset such as '+01:00' does not. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][\w+/-]{1,63}$/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== null
  } catch {
    return false
  }
}

/** The zones that are known here; none where there is no list of them. */
export function knownTimeZones(): string[] {
  return 'supportedValuesOf' in Intl ? Intl.supportedValuesOf('timeZone') : []
}

/**
 * The clock's time in a zone at an instant (milliseconds since the epoch), to the minute: '2026-12-05T14:00'; empty where
 * the year has no four digits, and for no instant. In a zone that isn't known here, the own zone's.
 */
export function wallTimeAt(instant: number, timeZone: string): string {
  if (Number.isNaN(instant)) return ''
  const parts = clockIn(timeZone).formatToParts(instant)
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? ''
  const year = part('year')
  return year.length === 4 ? `${year}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}` : ''
}

/** The last used zone: to make its formatter takes longer than to write many times. */
let latest: { timeZone: string; clock: Intl.DateTimeFormat } | null = null

function clockIn(timeZone: string): Intl.DateTimeFormat {
  if (latest?.timeZone !== timeZone) {
    const two = '2-digit'
    const fields = {
      year: 'numeric',
      month: two,
      day: two,
      hour: two,
      minute: two,
      hourCycle: 'h23',
    } as const
    latest = { timeZone, clock: formatterOf('en', { timeZone, ...fields }) }
  }
  return latest.clock
}

/**
 * The instant (milliseconds since the epoch) of a clock's time in a zone, 'yyyy-mm-ddThh:mm', and how often the clock shows
 * that time; null where the text is none.
 *
 * Where the clock goes forward, a time that it leaves out is as much later (02:30 is 03:30); where it goes back, a time that
 * comes twice is the first of the two. This is the disambiguation 'compatible' of ECMAScript's Temporal.
 */
export function readWallTime(wall: string, timeZone: string): { instant: number; times: 0 | 1 | 2 } | null {
  const asUtc = Date.parse(`${wall}Z`)
  if (Number.isNaN(asUtc)) return null
  // Before the zones of today; such a year is one that is still being typed.
  if (wall < '1900') return { instant: asUtc, times: 1 }
  // No zone is as much as a day from UTC: the one offset holds before the time that is sought, the other after it.
  const before = asUtc - offsetAt(asUtc - day, timeZone)
  const after = asUtc - offsetAt(asUtc + day, timeZone)
  const [isBefore, isAfter] = [before, after].map((instant) => wallTimeAt(instant, timeZone) === wall)
  if (!isBefore && !isAfter) return { instant: before, times: 0 }
  return { instant: isBefore ? before : after, times: isBefore && isAfter && before !== after ? 2 : 1 }
}

/** How far a zone's clock is ahead of UTC at an instant, in milliseconds; whole minutes, as all zones have them since 1972. */
export function offsetAt(instant: number, timeZone: string): number {
  return Date.parse(`${wallTimeAt(instant, timeZone)}Z`) - Math.floor(instant / minute) * minute
}

/** The day so many days after another, or before it: 'yyyy-mm-dd'. */
export function dayAfter(date: string, days: number): string {
  return new Date(Date.parse(date) + days * day).toISOString().slice(0, 10)
}
