import { isWebLink, trimAddress } from '../addresses.ts'
import { isCalendarDay } from '../calendar.ts'
import { seenLine, seenText } from '../names.ts'
import { accepted, refused } from '../parsed.ts'
import { maximumTeamSize, teamCategories } from '../teams/teams.rules.ts'
import { cleanText, isLongerThan } from '../text.ts'
import { isTimeZone, readWallTime, wallTimeAt } from '../time-zones.ts'
import {
  defaultTimeZone,
  type EventCategory,
  type EventVenue,
  eventCategories,
  hasAddress,
  isCtftimeId,
} from './events.rules.ts'

/** Specification, point 9. */
export const defaultEventCategory: EventCategory = 'ctf'

export const maximumEventTitleLength = 120
/** Bytes of UTF-8: lists and searches read every description. */
export const maximumEventDescriptionBytes = 4000
export const maximumEventLinkLength = 500
export const maximumEventDurationLength = 60
export const maximumEventAddressLength = 200
export const maximumEventCapacity = 100_000
/** How far ahead an event may start. */
const maximumYearsAhead = 2
/** How long after its start an event may end, in days of 24 hours. */
export const maximumEventDays = 60

/** The fields that need not be entered. */
export type EventOptions = {
  /** A zone of the IANA database; empty or left out: `defaultTimeZone`. */
  timeZone?: string | undefined
  /** From the first minute of the start's day to the last one of the end's, in the event's zone. */
  isAllDay?: boolean | undefined
  /** Left out: 'none'. */
  venue?: EventVenue | undefined
  /** Required where one goes there, and not kept elsewhere. */
  address?: string | undefined
  /** A page of the web with a map of the address, and kept with it alone. */
  mapLink?: string | undefined
  /** How many may take part; null: as many as like. */
  capacity?: number | null | undefined
  /** How many of a team may play, and kept only where teams enter; null: as many as like. */
  teamSize?: number | null | undefined
  /** An instant like `deadline`; empty: joining ends with the event. */
  joinDeadline?: string | undefined
  /** The event's number at CTFtime, in digits; empty where it is not there. */
  ctftimeId?: string | undefined
}

/** An event as it is entered. Instants are ISO 8601 with their offset; empty when not entered. */
export type EventForm = EventOptions & {
  title: string
  description: string
  dateTime: string
  deadline: string
  link: string
  category: string
  duration: string
}

type EventProblem = {
  field: keyof EventForm
  code:
    | 'events.required_fields_missing'
    | 'events.start_in_past'
    | 'events.start_too_far'
    | 'events.end_before_start'
    | 'events.too_long'
    | 'events.link_invalid'
    | 'events.description_too_long'
    | 'events.field_too_long'
    | 'events.time_zone_unknown'
    | 'events.address_missing'
    | 'events.map_link_invalid'
    | 'events.capacity_invalid'
    | 'events.team_size_invalid'
    | 'events.join_deadline_invalid'
    | 'events.ctftime_link_invalid'
}

type StoredTimes = { dateTime: string; joinDeadline: string }

/**
 * Specification, point 5, event creation: the event as it is stored, its texts trimmed, or the first problem in the order
 * in which they are reported.
 *
 * @param now milliseconds since the epoch; the minute that it is in counts as present, since fields give minutes. Null for
 * an event of another time, as the operator imports it: then neither its start nor its length is bounded
 * @param stored the times of an event that is edited: as long as they stay, they may be past
 */
export function parseEvent(form: EventForm, now: number | null, stored?: StoredTimes) {
  const event = cleanEvent(form)
  const { category } = event
  const [problem] = problemsOf(event, now, stored)
  if (!category || problem)
    return refused(problem?.code ?? 'events.required_fields_missing', problem?.field ?? 'category')
  return accepted({ ...event, category })
}

/**
 * All problems of an event, the first one of each field, in the order of `parseEvent`: a form marks its fields with them.
 *
 * @param now milliseconds since the epoch
 */
export function findEventProblems(form: EventForm, now: number, stored?: StoredTimes): EventProblem[] {
  return problemsOf(cleanEvent(form), now, stored)
}

type CleanEvent = ReturnType<typeof cleanEvent>

/** The event with its texts trimmed, and of a category only where it is one. */
export function cleanEvent(form: EventForm) {
  const timeZone = form.timeZone?.trim() || defaultTimeZone
  const isAllDay = form.isAllDay ?? false
  const venue = form.venue ?? 'none'
  const category = eventCategories.find((known) => known === form.category.trim())
  const times = { dateTime: form.dateTime.trim(), deadline: form.deadline.trim() }
  return {
    title: seenLine(form.title),
    description: seenText(form.description),
    ...(isAllDay && isTimeZone(timeZone) ? wholeDays(times, timeZone) : times),
    timeZone,
    isAllDay,
    venue,
    address: hasAddress(venue) ? seenLine(form.address ?? '') : '',
    mapLink: hasAddress(venue) ? trimAddress(cleanText(form.mapLink ?? '')) : '',
    capacity: form.capacity ?? null,
    teamSize: takesTeams(category) ? (form.teamSize ?? null) : null,
    joinDeadline: form.joinDeadline?.trim() ?? '',
    ctftimeId: form.ctftimeId?.trim() ?? '',
    link: trimAddress(cleanText(form.link)),
    category,
    duration: seenLine(form.duration),
  }
}

/** Whether teams enter events of a category. */
export function takesTeams(category: string | undefined): boolean {
  return teamCategories.some((known) => known === category)
}

/** The first minute of the start's day, and the last one of the end's; a time that is none stays as it is. */
function wholeDays({ dateTime, deadline }: { dateTime: string; deadline: string }, timeZone: string) {
  const at = (text: string, time: string) => {
    const instant = readWallTime(`${dayAt(instantOf(text), timeZone)}T${time}`, timeZone)?.instant
    return instant === undefined ? text : new Date(instant).toISOString()
  }
  return { dateTime: at(dateTime, '00:00'), deadline: at(deadline, '23:59') }
}

function dayAt(instant: number, timeZone: string): string {
  return wallTimeAt(instant, timeZone).slice(0, 10)
}

function problemsOf(event: CleanEvent, now: number | null, stored?: StoredTimes): EventProblem[] {
  const { title, description, link, category, duration, timeZone, address, mapLink, capacity, joinDeadline } =
    event
  const { ctftimeId, teamSize } = event
  const start = instantOf(event.dateTime)
  const end = instantOf(event.deadline)
  const found = new Map<keyof EventForm, EventProblem>()
  const check = (field: keyof EventForm, code: EventProblem['code'], isBroken: boolean) => {
    if (isBroken && !found.has(field)) found.set(field, { field, code })
  }

  check('title', 'events.required_fields_missing', !title)
  check('description', 'events.required_fields_missing', !description)
  check('dateTime', 'events.required_fields_missing', Number.isNaN(start))
  check('deadline', 'events.required_fields_missing', Number.isNaN(end))
  check('link', 'events.required_fields_missing', !link)
  check('category', 'events.required_fields_missing', !category)
  check('duration', 'events.required_fields_missing', !duration)
  if (now !== null) {
    const isToday = event.isAllDay && isTimeZone(timeZone) && dayAt(start, timeZone) === dayAt(now, timeZone)
    const isPast = start < Math.floor(now / 60_000) * 60_000 && start !== instantOf(stored?.dateTime ?? '')
    check('dateTime', 'events.start_in_past', isPast && !isToday)
    check('dateTime', 'events.start_too_far', start > latestStart(now))
  }
  check('deadline', 'events.end_before_start', end < start)
  if (now !== null) check('deadline', 'events.too_long', end - start > maximumEventDays * 86_400_000)
  check('link', 'events.link_invalid', !isWebLink(link))
  check(
    'description',
    'events.description_too_long',
    isLongerThan(description, maximumEventDescriptionBytes, maximumEventDescriptionBytes),
  )
  check('title', 'events.field_too_long', isLongerThan(title, maximumEventTitleLength))
  check('link', 'events.field_too_long', link.length > maximumEventLinkLength)
  check('duration', 'events.field_too_long', isLongerThan(duration, maximumEventDurationLength))
  check('timeZone', 'events.time_zone_unknown', !isTimeZone(timeZone))
  check('address', 'events.address_missing', hasAddress(event.venue) && !address)
  check('address', 'events.field_too_long', isLongerThan(address, maximumEventAddressLength))
  check('mapLink', 'events.map_link_invalid', mapLink !== '' && !isWebLink(mapLink))
  check('mapLink', 'events.field_too_long', mapLink.length > maximumEventLinkLength)
  check('capacity', 'events.capacity_invalid', capacity !== null && !isCapacity(capacity))
  check('teamSize', 'events.team_size_invalid', teamSize !== null && !isTeamSize(teamSize))
  check(
    'joinDeadline',
    'events.join_deadline_invalid',
    joinDeadline !== '' &&
      !isJoinDeadline(instantOf(joinDeadline), end, joinDeadline === stored?.joinDeadline ? null : now),
  )
  check('ctftimeId', 'events.ctftime_link_invalid', ctftimeId !== '' && !isCtftimeId(ctftimeId))
  return [...found.values()]
}

/** Whether so many seats can be offered. */
export function isCapacity(capacity: number): boolean {
  return Number.isInteger(capacity) && capacity >= 1 && capacity <= maximumEventCapacity
}

function isTeamSize(size: number): boolean {
  return Number.isInteger(size) && size >= 1 && size <= maximumTeamSize
}

/** Whether joining may end then: not yet, and at the event's end at the latest. NaN is no instant. */
function isJoinDeadline(instant: number, end: number, now: number | null): boolean {
  return instant <= end && (now === null || instant > now)
}

/** The number that the address of an event's page at CTFtime names; null where a text is no such address. */
export function readCtftimePage(typed: string): string | null {
  const digits = /^(?:https?:\/\/)?(?:www\.)?ctftime\.org\/event\/0*(\d+)(?:[/?#]|$)/i.exec(
    trimAddress(typed),
  )?.[1]
  return digits !== undefined && isCtftimeId(digits) ? digits : null
}

/** The same day and time, so many years later. */
function latestStart(now: number): number {
  const date = new Date(now)
  return date.setUTCFullYear(date.getUTCFullYear() + maximumYearsAhead)
}

const isoInstant = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/

/**
 * Milliseconds since the epoch of a date and time with its offset in the extended form of ISO 8601; NaN for everything
 * else: a time without an offset would be read in the server's zone.
 */
function instantOf(text: string): number {
  const day = isoInstant.exec(text)?.[1]
  return day !== undefined && isCalendarDay(day) ? Date.parse(text) : Number.NaN
}
