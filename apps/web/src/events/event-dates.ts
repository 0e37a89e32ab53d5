import { dateFormat } from '../platform/format.ts'
import { eventsTexts } from './events.texts.it.ts'

/** The time zone of this reader. */
export const readerZone = new Intl.DateTimeFormat().resolvedOptions().timeZone

type Instant = string | null

const minute = 60_000
const day = 86_400_000

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

/** An instant as a `datetime-local` field holds it, in the browser's zone; empty where its year has no four digits. */
export function localOf(date: Date): string {
  const offset = date.getTimezoneOffset() * minute
  const local = new Date(date.getTime() - offset).toISOString()
  return /^\d{4}-/.test(local) ? local.slice(0, 16) : ''
}

/** What a `datetime-local` field holds, in words: 'sabato 28 novembre 2026, 14:00'; empty when the field is. */
export function readLocal(local: string): string {
  const instant = instantOf(local)
  return instant && readerDates.long(instant)
}

type Times = { dateTime: string; deadline: string }

/** Whether an event has begun and is not over, at `now` (milliseconds). */
export function isRunning({ dateTime, deadline }: Times, now: number): boolean {
  return Date.parse(dateTime) <= now && now <= Date.parse(deadline)
}

/** Hours from which a start is told by the calendar's days, unless it is today. */
const longestInHours = 6
/** Days from which it is told in months. */
const longestInDays = 60

/**
 * How long it is from `now` (milliseconds) until an event starts: 'tra 20 minuti', 'tra 3 ore', 'domani', 'tra 2 giorni',
 * 'tra 5 mesi', by the calendar of the browser's zone; null when it has started, or has no start.
 */
export function startsIn({ dateTime }: Times, now: number): string | null {
  const start = Date.parse(dateTime)
  if (!(start > now)) return null
  const minutes = Math.ceil((start - now) / minute)
  if (minutes < 60) return eventsTexts.inMinutes(minutes)
  const hours = Math.round(minutes / 60)
  const days = Math.round((startOfDay(start) - startOfDay(now)) / day)
  if (days === 0 || hours < longestInHours) return eventsTexts.inHours(hours)
  if (days === 1) return eventsTexts.tomorrow
  return days < longestInDays ? eventsTexts.inDays(days) : eventsTexts.inMonths(Math.round(days / 30.44))
}

function startOfDay(instant: number): number {
  return new Date(instant).setHours(0, 0, 0, 0)
}
