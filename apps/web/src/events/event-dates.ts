import type { DateOptions } from '@covo/contract/formatter'
import { isTimeZone, offsetAt, readWallTime, wallTimeAt } from '@covo/contract/time-zones'
import { dateFormat } from '../platform/format.ts'
import { eventTexts } from './event.texts.it.ts'

type Instant = string | null

const minute = 60_000
const day = 86_400_000

/** Writes instants in a zone, this reader's where none is named, or a text instead when they are missing or none. */
export function datesIn(timeZone?: string) {
  const format = (options: DateOptions) => dateFormat({ timeZone, ...options })
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
  const namedTime = format({ ...time, timeZoneName: 'short' })
  const shortDay = format({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })
  const month = format({ month: 'short' })
  const day = format({ day: 'numeric' })

  return {
    /** 'sab 28 nov 2026, 14:00 CET' */
    short: (instant: Instant) => written(instant, eventTexts.dateMissing, (date) => short(date)),
    /** 'sabato 28 novembre 2026, 14:00' */
    long: (instant: Instant) =>
      written(instant, eventTexts.startMissing, (date) => `${longDay(date)}, ${longTime(date)}`),
    /** 'sabato 28 novembre 2026, 14:00 CET' */
    longNamed: (instant: Instant) =>
      written(instant, eventTexts.startMissing, (date) => `${longDay(date)}, ${namedTime(date)}`),
    /** '14:00' */
    time: (instant: Instant) => written(instant, eventTexts.dateMissing, (date) => longTime(date)),
    /** 'sab 28 nov 2026' */
    shortDay: (instant: Instant) => written(instant, eventTexts.dateMissing, (date) => shortDay(date)),
    /** 'sabato 28 novembre 2026' */
    longDay: (instant: Instant) => written(instant, eventTexts.startMissing, (date) => longDay(date)),
    /** 'nov' and '28', or null. */
    monthAndDay: (instant: Instant) => {
      const date = new Date(instant ?? '')
      return isValid(date) ? { month: month(date), day: day(date) } : null
    },
  }
}

/** The dates of events as this reader reads them. */
export const readerDates = datesIn()

const knownZones = new Map<string, boolean>()

/** Whether this browser knows a zone that the server knew. Of one that it doesn't, times are this reader's. */
export function isKnownZone(timeZone: string): boolean {
  const isKnown = knownZones.get(timeZone) ?? isTimeZone(timeZone)
  knownZones.set(timeZone, isKnown)
  return isKnown
}

type Zoned = { timeZone: string; isAllDay: boolean }

/**
 * The dates of an event as this reader reads them: those of one that lasts all day without a time, as days of its own zone, which
 * are the same everywhere; where that isn't known here, as days of this reader's zone, with its name.
 */
export function datesOf({ timeZone, isAllDay }: Zoned) {
  if (!isAllDay) return readerDates
  const { shortDay, longDay, monthAndDay } = datesIn(timeZone)
  const zone = isKnownZone(timeZone) ? '' : ` (${eventTexts.zoneOf(timeZone)})`
  const allDay = (day: string) => `${day}, ${eventTexts.allDay}${zone}`
  return {
    short: (instant: Instant) => allDay(shortDay(instant)),
    long: (instant: Instant) => allDay(longDay(instant)),
    time: () => eventTexts.allDay,
    shortDay,
    longDay,
    monthAndDay,
  }
}

/** A part of a formatted date. Hidden parts are read by screen readers alone. */
type DatePart = { text: string; isShown: boolean }

/** Day, year, and the time or what stands in its place. */
const dateInParts = /^(.+?)( \d{4})(, )(\d\d:\d\d)?(.*)$/

/**
 * Start and end of an event in words, in the parts of which one line is made: 'giovedì 10 dicembre, 18:00', '–', '22:00'. A year is
 * shown where one of them isn't that of `now` (milliseconds), a zone where the event's clock and this reader's differ (`isHere`).
 */
export function spanOf(
  event: Zoned & Times,
  { now, isHere }: { now: number; isHere: boolean },
): { start: DatePart[]; end: DatePart[]; sign: '' | '–' | ' – ' } {
  const { dateTime, deadline, isAllDay } = event
  const write = isAllDay ? datesOf(event).long : readerDates.longNamed
  const read = (instant: string) => {
    const text = write(instant)
    const [, day = text, year = '', comma = '', time = '', rest = ''] = dateInParts.exec(text) ?? []
    return { day, year, comma, time, rest }
  }
  const [start, end] = [read(dateTime), read(deadline)]
  const isOneDay = start.day === end.day && start.year === end.year
  const isOver = isOneDay && (isAllDay || start.time === end.time)
  const isYearShown = [start, end].some(({ year }) => Number(year) !== new Date(now).getFullYear())
  const parts = ({ day, year, comma, time, rest }: typeof start, hides: { day?: boolean; time?: boolean }) =>
    [
      { text: day, isShown: !hides.day },
      { text: year, isShown: !hides.day && isYearShown },
      { text: comma, isShown: !hides.day && !hides.time },
      { text: time, isShown: !hides.time },
      { text: rest, isShown: !hides.time && (isAllDay || !isHere) },
    ].filter(({ text }) => text)
  return {
    start: parts(start, { time: isAllDay && !isOneDay }),
    end: parts(end, { day: isOneDay, time: isOver }),
    sign: isOver ? '' : isOneDay ? '–' : ' – ',
  }
}

const unitMinutes = { giorn: 1440, or: 60, minut: 1 } as const

/** The minutes of a duration such as '1 ora e 30 minuti'; null where it is written in another way. */
export function minutesOf(duration: string): number | null {
  let sum = 0
  for (const part of duration
    .trim()
    .toLowerCase()
    .split(/ e |, */)) {
    const [, count, unit] = /^(\d{1,4}) (giorn|or|minut)[oaie]$/.exec(part) ?? []
    if (!count) return null
    sum += Number(count) * unitMinutes[unit as keyof typeof unitMinutes]
  }
  return sum
}

function written(instant: Instant, missing: string, write: (date: Date) => string): string {
  if (!instant) return missing
  const date = new Date(instant)
  return isValid(date) ? write(date) : eventTexts.dateInvalid
}

function isValid(date: Date): boolean {
  return !Number.isNaN(date.getTime())
}

/** The instant of a `datetime-local` field that is read in a zone; empty when the field is. See `readWallTime`. */
export function instantOf(local: string, timeZone: string): string {
  const read = readWallTime(local, timeZone)
  return read ? new Date(read.instant).toISOString() : ''
}

/** An instant as a `datetime-local` field holds it in a zone; empty where its year has no four digits. */
export function localOf(date: Date, timeZone: string): string {
  return wallTimeAt(date.getTime(), timeZone)
}

/**
 * The time of a `datetime-local` field in words, 'sabato 28 novembre 2026, 14:00', and below it that the clock leaves it out or
 * shows it twice; empty when the field is.
 */
export function readLocal(local: string, timeZone: string): string {
  const read = readWallTime(local, timeZone)
  if (!read) return ''
  const words = datesIn(timeZone).long(new Date(read.instant).toISOString())
  const typed = local.slice(11, 16)
  if (read.times === 0)
    return `${words}\n${eventTexts.timeSkipped(typed, wallTimeAt(read.instant, timeZone).slice(11))}`
  return read.times === 2 ? `${words}\n${eventTexts.timeTwice(typed)}` : words
}

/** A zone with its offset at an instant (milliseconds since the epoch): 'Europe/Rome (UTC+1)'. */
export function zoneWithOffset(timeZone: string, instant: number): string {
  if (!isKnownZone(timeZone)) return timeZone
  const minutes = offsetAt(instant, timeZone) / minute
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `${timeZone} (UTC${minutes < 0 ? '-' : '+'}${hours}${rest ? `:${String(rest).padStart(2, '0')}` : ''})`
}

type Times = { dateTime: string; deadline: string }

/** Whether an event has begun and is not over, at `now` (milliseconds). */
export function isRunning({ dateTime, deadline }: Times, now: number): boolean {
  return Date.parse(dateTime) <= now && now <= Date.parse(deadline)
}

/** A length of time in its largest unit and the one below, minutes rounded up: '3 giorni e 4 ore', '1 ora e 1 minuto'. */
export function lengthOf(milliseconds: number): string {
  if (milliseconds < minute) return eventTexts.lessThanMinute
  const minutes = Math.ceil(milliseconds / minute)
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60)]
  const parts = [
    days > 0 && eventTexts.days(days),
    hours > 0 && eventTexts.hours(hours),
    days === 0 && minutes % 60 > 0 && eventTexts.minutes(minutes % 60),
  ]
  return parts.filter(Boolean).join(' e ')
}

/** Hours from which a start is given in calendar days, unless it is today. */
const longestInHours = 6
/** Days from which it is given in months. */
const longestInDays = 60

/**
 * How long it is from `now` (milliseconds) until an event starts: 'tra 20 minuti', 'tra 3 ore', 'domani', 'tra 2 giorni',
 * 'tra 5 mesi', by the calendar of the browser's zone; null when it has started, or has no start.
 */
export function startsIn({ dateTime }: Times, now: number): string | null {
  const start = Date.parse(dateTime)
  if (!(start > now)) return null
  const minutes = Math.ceil((start - now) / minute)
  if (minutes < 60) return eventTexts.inMinutes(minutes)
  const hours = Math.round(minutes / 60)
  const days = Math.round((startOfDay(start) - startOfDay(now)) / day)
  if (days === 0 || hours < longestInHours) return eventTexts.inHours(hours)
  if (days === 1) return eventTexts.tomorrow
  return days < longestInDays ? eventTexts.inDays(days) : eventTexts.inMonths(Math.round(days / 30.44))
}

function startOfDay(instant: number): number {
  return new Date(instant).setHours(0, 0, 0, 0)
}
