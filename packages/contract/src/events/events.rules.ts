import { isCalendarDay } from '../calendar.ts'
import { accepted, firstEmptyField, refused } from '../parsed.ts'
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
const maximumEventLinkLength = 500
export const maximumEventDurationLength = 60
/** How far ahead an event may start. */
const maximumYearsAhead = 2
/** How long after its start an event may end, in days of 24 hours. */
export const maximumEventDays = 60

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

/**
 * Specification, point 5, event creation: the event as it is stored, its texts trimmed, or the first problem in the order
 * in which they are reported.
 *
 * @param now milliseconds since the epoch; the minute that it is in counts as present, since fields give minutes. Null for
 * an event of another time, as the operator imports it: then neither its start nor its length is bounded
 */
export function parseEvent(form: EventForm, now: number | null) {
  const title = cleanText(form.title)
  const description = cleanText(form.description)
  const dateTime = form.dateTime.trim()
  const deadline = form.deadline.trim()
  const link = cleanText(form.link)
  const category = eventCategories.find((known) => known === form.category.trim())
  const duration = cleanText(form.duration)
  const start = instantOf(dateTime)
  const end = instantOf(deadline)

  const missing = firstEmptyField({
    title,
    description,
    dateTime: !Number.isNaN(start),
    deadline: !Number.isNaN(end),
    link,
    category,
    duration,
  })
  if (!category || missing) return refused('events.required_fields_missing', missing ?? 'category')
  if (now !== null && start < Math.floor(now / 60_000) * 60_000)
    return refused('events.start_in_past', 'dateTime')
  if (now !== null && start > latestStart(now)) return refused('events.start_too_far', 'dateTime')
  if (end < start) return refused('events.end_before_start', 'deadline')
  if (now !== null && end - start > maximumEventDays * 86_400_000)
    return refused('events.too_long', 'deadline')
  if (!isWebLink(link)) return refused('events.link_invalid', 'link')
  if (isLongerThan(description, maximumEventDescriptionBytes, maximumEventDescriptionBytes))
    return refused('events.description_too_long', 'description')
  if (isLongerThan(title, maximumEventTitleLength)) return refused('events.field_too_long', 'title')
  if (link.length > maximumEventLinkLength) return refused('events.field_too_long', 'link')
  if (isLongerThan(duration, maximumEventDurationLength)) return refused('events.field_too_long', 'duration')
  return accepted({ title, description, dateTime, deadline, link, category, duration })
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
