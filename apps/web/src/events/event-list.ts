import type { Event, EventPage } from '@covo/contract/events/events.routes'
import type { EventFilter } from '@covo/contract/events/events.rules'
import type { InfiniteData } from '@tanstack/react-query'

/** What a list shows, and to whom. */
export type EventSelection = { filter: EventFilter; search: string; viewerId: string }

/** The pages of a list as far as they were asked for. */
export type EventList = InfiniteData<EventPage, string | null>

/**
 * The events of all pages, each once: between two pages, one may have moved from the later to the earlier. In the
 * order of their start; past ones as the server ordered them.
 */
export function eventsOf({ pages }: Pick<EventList, 'pages'>, filter: EventFilter): Event[] {
  const events = [...new Map(pages.flatMap((page) => page.events).map((event) => [event.id, event])).values()]
  return filter === 'past' ? events : events.sort(byStart)
}

/**
 * The list with a new event at its place, if it belongs there. Beyond what was asked for yet, only the viewer's own one
 * is added: who created it looks for it.
 */
export function withNewEvent(list: EventList, event: Event, selection: EventSelection): EventList {
  const { pages } = list
  const last = pages.at(-1)
  if (!last || !isSelected(event, selection)) return list
  if (pages.some((page) => page.events.some(({ id }) => id === event.id))) return list
  const newest = last.events.at(-1)
  const isBeyond = last.nextCursor !== null && newest !== undefined && byStart(event, newest) > 0
  if (isBeyond && event.organizerId !== selection.viewerId) return list
  return { ...list, pages: [...pages.slice(0, -1), { ...last, events: [...last.events, event] }] }
}

/** The list with each event as `change` answers it. */
export function withChangedEvents(list: EventList, change: (event: Event) => Event): EventList {
  return { ...list, pages: list.pages.map((page) => ({ ...page, events: page.events.map(change) })) }
}

/** The list without an event. */
export function withoutEvent(list: EventList, eventId: string): EventList {
  const others = (events: Event[]) => events.filter(({ id }) => id !== eventId)
  return { ...list, pages: list.pages.map((page) => ({ ...page, events: others(page.events) })) }
}

function isSelected(event: Event, { filter, search, viewerId }: EventSelection): boolean {
  const texts = [event.title, event.description, event.link].join('\n').toLowerCase()
  if (!texts.includes(search.toLowerCase())) return false
  if (filter === 'mine') return event.organizerId === viewerId
  return filter === 'all' || filter === event.category
}

function byStart(one: Event, other: Event): number {
  return compare(one.dateTime, other.dateTime) || compare(one.id, other.id)
}

/** Instants in UTC and ids are in order as texts. */
function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
