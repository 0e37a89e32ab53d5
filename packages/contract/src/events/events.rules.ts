import { isCalendarDay } from '../calendar.ts'
import { cleanText, isLongerThan } from '../text.ts'

export const eventCategories = ['ctf', 'hackathon', 'contest', 'other'] as const
export type EventCategory = (typeof eventCategories)[number]

/** Specification, point 9. */
export const defaultEventCategory: EventCategory = 'ctf'

/** What the list shows: what is to come or going on, of all or one category or the member's own; or what is over. */
export const eventFilters = ['all', ...eventCategories, 'mine', 'past'] as const
export type EventFilter = (typeof eventFilters)[number]

export const maximumEventTitleLength = 120
/** Bytes of UTF-8: lists and searches read every description. */
export const maximumEventDescriptionBytes = 4000
export const maximumEventLinkLength = 500
export const maximumEventDurationLength = 60
/** How far ahead an event may start, and how long after its start it may end, in days of 24 hours. */
const maximumYearsAhead = 2
const maximumDays = 60

/** An event as it is entered. Instants are ISO 8601 with their offset; empty when not entered. */
export type EventForm = {
  title: string
  description: string
  dateTime: string
  deadline: string
  link: string
  category: string
  duration: string
}

/** What a form stores: text trimmed (specification, point 5). */
export function cleanEvent(form: EventForm): EventForm {
  return {
    title: cleanText(form.title),
    description: cleanText(form.description),
    dateTime: form.dateTime.trim(),
    deadline: form.deadline.trim(),
    link: cleanText(form.link),
    category: form.category.trim(),
    duration: cleanText(form.duration),
  }
}

/**
 * Specification, point 5, event creation: the checks in the order in which they are reported.
 *
 * @param now milliseconds since the epoch; the minute that it is in counts as present, since fields give minutes. Null for
 * an event of another time, as the operator imports it: then neither its start nor its length is bounded
 */
export function firstEventProblem(form: EventForm, now: number | null) {
  const { title, description, dateTime, deadline, link, category, duration } = cleanEvent(form)
  const start = instantOf(dateTime)
  const end = instantOf(deadline)
  const isCategory = eventCategories.some((known) => known === category)
  if (!title || !description || !link || !duration || !isCategory || Number.isNaN(start) || Number.isNaN(end))
    return 'events.required_fields_missing'
  if (now !== null && start < Math.floor(now / 60_000) * 60_000) return 'events.start_in_past'
  if (now !== null && start > latestStart(now)) return 'events.start_too_far'
  if (end < start) return 'events.end_before_start'
  if (now !== null && end - start > maximumDays * 86_400_000) return 'events.too_long'
  if (!isWebLink(link)) return 'events.link_invalid'
  if (isLongerThan(description, maximumEventDescriptionBytes, maximumEventDescriptionBytes))
    return 'events.description_too_long'
  if (
    isLongerThan(title, maximumEventTitleLength) ||
    link.length > maximumEventLinkLength ||
    isLongerThan(duration, maximumEventDurationLength)
  )
    return 'events.field_too_long'
  return null
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

const webLink = /^https?:\/\/[^/\\?#@\s]+(?:[/\\?#]|$)/i

/**
 * Only links that a page may safely open: a `javascript:` link would run in the reader's session, `https:/path` is a path
 * of the page that shows it, and what stands before an `@` looks like the host and isn't (RFC 3986, section 7.6).
 */
export function isWebLink(link: string): boolean {
  return webLink.test(link) && URL.canParse(link)
}
