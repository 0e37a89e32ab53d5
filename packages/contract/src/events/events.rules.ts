import { isCalendarDay } from '../calendar.ts'
import { accepted, refused } from '../parsed.ts'
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
}

/**
 * Specification, point 5, event creation: the event as it is stored, its texts trimmed, or the first problem in the order
 * in which they are reported.
 *
 * @param now milliseconds since the epoch; the minute that it is in counts as present, since fields give minutes. Null for
 * an event of another time, as the operator imports it: then neither its start nor its length is bounded
 */
export function parseEvent(form: EventForm, now: number | null) {
  const event = cleanEvent(form)
  const { category } = event
  const [problem] = problemsOf(event, now)
  if (!category || problem)
    return refused(problem?.code ?? 'events.required_fields_missing', problem?.field ?? 'category')
  return accepted({ ...event, category })
}

/**
 * All problems of an event, the first one of each field, in the order of `parseEvent`: a form marks its fields with them.
 *
 * @param now milliseconds since the epoch
 */
export function findEventProblems(form: EventForm, now: number): EventProblem[] {
  return problemsOf(cleanEvent(form), now)
}

type CleanEvent = Omit<EventForm, 'category'> & { category: EventCategory | undefined }

function cleanEvent(form: EventForm): CleanEvent {
  return {
    title: cleanText(form.title),
    description: cleanText(form.description),
    dateTime: form.dateTime.trim(),
    deadline: form.deadline.trim(),
    link: cleanText(form.link),
    category: eventCategories.find((known) => known === form.category.trim()),
    duration: cleanText(form.duration),
  }
}

function problemsOf(event: CleanEvent, now: number | null): EventProblem[] {
  const { title, description, link, category, duration } = event
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
    check('dateTime', 'events.start_in_past', start < Math.floor(now / 60_000) * 60_000)
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
  return [...found.values()]
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

/**
 * A link as it was typed, with `https://` before it where it is a bare host, with or without a path: 'esempio.org/ctf'.
 * Trimmed.
 */
export function completeLink(typed: string): string {
  const link = typed.trim()
  const completed = `https://${link}`
  return bareHost.test(link) && isWebLink(completed) ? completed : link
}

/** Begins with a name that has a dot in it: 'mailto:anna@esempio.org' and 'localhost' do not. */
const bareHost = /^[^\s:/?#@.]+\.[^\s:/?#@.]/

const webLink = /^https?:\/\/[^/\\?#@\s]+(?:[/\\?#]|$)/i

/**
 * Only links that a page may safely open: a `javascript:` link would run in the reader's session, `https:/path` is a path
 * of the page that shows it, and what stands before an `@` looks like the host and isn't (RFC 3986, section 7.6).
 */
export function isWebLink(link: string): boolean {
  return webLink.test(link) && URL.canParse(link)
}
