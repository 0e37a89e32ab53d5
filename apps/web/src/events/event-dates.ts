import { dateFormat } from '../platform/format.ts'
import { eventsTexts } from './events.texts.it.ts'

/** The time zone of this reader. */
export const readerZone = new Intl.DateTimeFormat().resolvedOptions().timeZone

type Instant = string | null

/** How instants are written in a zone, or what is written instead when they are missing or none. */
export function datesIn(timeZone: string) {
  const format = (options: Intl.DateTimeFormatOptions) => dateFormat({ timeZone, ...options })
  const time = { hour: '2-digit', minute: '2-digit' } as const
  const short = format({
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    ...time,
    timeZoneName: 'short',
  })
  const longDay = format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
  const longTime = format(time)
  const month = format({ month: 'short' })
  const day = format({ day: 'numeric' })

  return {
    /** 'sab 28 nov 2026, 14:00 CET' */
    short: (instant: Instant) => written(instant, eventsTexts.dateMissing, (date) => short(date)),
    /** 'sabato 28 novembre 2026, 14:00' */
    long: (instant: Instant) =>
      written(instant, eventsTexts.startMissing, (date) => `${longDay(date)}, ${longTime(date)}`),
    /** 'nov' and '28', or null. */
    monthAndDay: (instant: Instant) => {
      const date = new Date(instant ?? '')
      return isValid(date) ? { month: month(date), day: day(date) } : null
    },
  }
}

/** The dates of events as this reader reads them. */
export const readerDates = datesIn(readerZone)

function written(instant: Instant, missing: string, write: (date: Date) => string): string {
  if (!instant) return missing
  const date = new Date(instant)
  return isValid(date) ? write(date) : eventsTexts.dateInvalid
}

function isValid(date: Date): boolean {
  return !Number.isNaN(date.getTime())
}

/**
 * The instant of a `datetime-local` field, read in the browser's zone; empty when the field is.
 *
 * Where the clock goes forward an hour, a time that it leaves out is as much later (02:30 is 03:30); where it goes back,
 * a time that comes twice is the first of the two (ECMAScript, `UTC(t)`, takes the offset before the change for both).
 */
export function instantOf(local: string): string {
  const date = new Date(local)
  return isValid(date) ? date.toISOString() : ''
}
