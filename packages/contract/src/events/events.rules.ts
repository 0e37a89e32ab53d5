import { cleanText, isLongerThan } from '../text.ts'

export const eventCategories = ['ctf', 'hackathon', 'contest', 'other'] as const
export type EventCategory = (typeof eventCategories)[number]

/** Specification, point 9. */
export const defaultEventCategory: EventCategory = 'ctf'

/** What the list shows: what is to come or going on, of all or one category or the member's own; or what is over. */
export const eventFilters = ['all', ...eventCategories, 'mine', 'past'] as const
export type EventFilter = (typeof eventFilters)[number]

export const maximumEventTitleLength = 120
export const maximumEventDescriptionLength = 4000
export const maximumEventLinkLength = 500
export const maximumEventDurationLength = 60

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
 * @param now milliseconds since the epoch; the minute that it is in counts as present, since fields give minutes
 */
export function firstEventProblem(form: EventForm, now: number) {
  const { title, description, dateTime, deadline, link, category, duration } = cleanEvent(form)
  const start = instantOf(dateTime)
  const end = instantOf(deadline)
  const isCategory = eventCategories.some((known) => known === category)
  if (!title || !description || !link || !duration || !isCategory || Number.isNaN(start) || Number.isNaN(end))
    return 'events.required_fields_missing'
  if (start < Math.floor(now / 60_000) * 60_000) return 'events.start_in_past'
  if (end < start) return 'events.end_before_start'
  if (!isWebLink(link)) return 'events.link_invalid'
  if (
    isLongerThan(title, maximumEventTitleLength) ||
    isLongerThan(description, maximumEventDescriptionLength) ||
    link.length > maximumEventLinkLength ||
    isLongerThan(duration, maximumEventDurationLength)
  )
    return 'events.field_too_long'
  return null
}

/** Milliseconds since the epoch; NaN also beyond the years of four digits, which is as far as ISO 8601 goes by itself. */
function instantOf(text: string): number {
  const instant = Date.parse(text)
  return instant < Date.UTC(10_000, 0) ? instant : Number.NaN
}

/** Only links that a page may safely open: a `javascript:` link would run in the reader's session. */
export function isWebLink(link: string): boolean {
  const url = URL.parse(link)
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:')
}
