import type { Event } from './events.routes.ts'
import type { EventCategory } from './events.rules.ts'

/** What the list of events for visitors shows of one; its `description` is the beginning of it. */
export type PublicEvent = Pick<
  Event,
  | 'id'
  | 'title'
  | 'description'
  | 'dateTime'
  | 'deadline'
  | 'timeZone'
  | 'isAllDay'
  | 'category'
  | 'duration'
  | 'venue'
  | 'address'
  | 'status'
  | 'organizerName'
  | 'participantsCount'
> & {
  /** Whether who joins has to wait. */
  isFull: boolean
}

/** Which events of the list are asked for: those of a category, of a month ('2026-12'), and after a cursor. */
export type PublicSelection = { category: EventCategory | null; month: string | null; after: string | null }

/** A page of the list for visitors, as the server writes it into the page's HTML. */
export type PublicEventList = Omit<PublicSelection, 'after'> & {
  heading: string
  /** Months with events, 'yyyy-mm', with their names. */
  months: { month: string; name: string }[]
  events: PublicEvent[]
  /** The cursor of the next page; null: there is none. */
  next: string | null
}

/** One of the next events, as the server writes it into the landing's HTML. */
export type NextEvent = Pick<
  Event,
  'id' | 'title' | 'dateTime' | 'timeZone' | 'isAllDay' | 'category' | 'duration'
>

/** The elements of the HTML in which the browser finds these data. */
export const publicEventsElement = 'public-events'
export const nextEventsElement = 'next-events'

export const publicEventsPath = '/eventi'

/** The address of a page of the list. */
export function publicEventsAddress({ category, month, after }: Partial<PublicSelection>): string {
  const query = new URLSearchParams({
    ...(category && { categoria: category }),
    ...(month && { mese: month }),
    ...(after && { dopo: after }),
  })
  return query.size > 0 ? `${publicEventsPath}?${query}` : publicEventsPath
}
