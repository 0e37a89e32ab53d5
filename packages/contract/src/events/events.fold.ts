import { type Folded, mapChanged } from '../fold.ts'
import type { SliceNews } from '../realtime.ts'
import type { Event, EventPage } from './events.routes.ts'
import type { EventFilter } from './events.rules.ts'

/** What a list of events shows, and to whom. */
export type EventSelection = { filter: EventFilter; search: string; viewerId: string }

/**
 * The events of all pages, each once: between two pages, one may have moved from the later to the earlier. In the
 * order of their start; past ones as the server ordered them.
 */
export function eventsOf(pages: readonly EventPage[], filter: EventFilter): Event[] {
  const events = [...new Map(pages.flatMap((page) => page.events).map((event) => [event.id, event])).values()]
  return filter === 'past' ? events : events.sort(byStart)
}

/** The pages of a list of events as far as they were fetched. */
export function foldEventPages(
  pages: EventPage[],
  news: SliceNews,
  selection: EventSelection,
): Folded<EventPage[]> {
  if (news.type === 'events.created') return withEvent(pages, news.event, selection)
  if (news.type === 'events.removed') return withoutEvent(pages, news.eventId)
  if (news.type === 'events.own_participation_changed' && selection.filter === 'mine') {
    const known = pages.flatMap(({ events }) => events).find(({ id }) => id === news.eventId)
    // The event that the member joined is theirs now, and its place in the pages the server's to say.
    if (!known) return news.isParticipating ? 'refetch' : pages
    const folded = foldEvent(known, news)
    if (folded !== 'refetch' && !isOwnEvent(folded, selection.viewerId)) return withoutEvent(pages, known.id)
  }
  let isCertain = true
  const folded = mapEvents(pages, (event) => {
    const changed = foldEvent(event, news)
    isCertain &&= changed !== 'refetch'
    return changed === 'refetch' ? event : changed
  })
  return isCertain ? folded : 'refetch'
}

/** The pages with each event as `change` answers it; the very same pages where it answers every event as it is. */
export function mapEvents(pages: EventPage[], change: (event: Event) => Event): EventPage[] {
  return mapChanged(pages, (page) => {
    const events = mapChanged(page.events, change)
    return events === page.events ? page : { ...page, events }
  })
}

/** The event that starts next, of the viewer's own ones if they have any, at `now` (milliseconds). */
export function foldNextEvent(
  next: { event: Event | null },
  news: SliceNews,
  viewerId: string,
  now: number,
): Folded<{ event: Event | null }> {
  const { event } = next
  if (news.type === 'events.created') {
    const isUpcoming = Date.parse(news.event.dateTime) >= now
    return isUpcoming && (!event || isNextBefore(news.event, event, viewerId)) ? { event: news.event } : next
  }
  // One that the member joined may start before the one shown, and what comes after one that they left is unknown here.
  if (news.type === 'events.own_participation_changed')
    if (news.isParticipating !== (news.eventId === event?.id)) return 'refetch'
  if (!event) return next
  if (news.type === 'events.removed') return news.eventId === event.id ? 'refetch' : next
  const folded = foldEvent(event, news)
  if (folded === 'refetch') return folded
  return folded === event ? next : { event: folded }
}

function foldEvent(event: Event, news: SliceNews): Folded<Event> {
  switch (news.type) {
    case 'events.participants_changed': {
      const { eventId, participantsCount, revision } = news
      return event.id === eventId && revision > event.revision
        ? { ...event, participantsCount, revision }
        : event
    }
    case 'events.own_participation_changed': {
      const { eventId, isParticipating, revision } = news
      if (event.id !== eventId || event.isParticipating === isParticipating) return event
      // A later change of somebody else arrived first: whether the member's own one came before or after, the server knows.
      return revision >= event.revision ? { ...event, isParticipating } : 'refetch'
    }
    case 'profiles.member_changed':
      return event.organizerId === news.uid ? { ...event, organizerName: news.displayName } : event
    default:
      return event
  }
}

/**
 * The pages with a new event, if it belongs there. Beyond what was fetched, only the viewer's own one is added: the member
 * who created it looks for it.
 */
function withEvent(pages: EventPage[], event: Event, selection: EventSelection): EventPage[] {
  const last = pages.at(-1)
  if (!last || !isSelected(event, selection)) return pages
  if (pages.some((page) => page.events.some(({ id }) => id === event.id))) return pages
  const newest = last.events.at(-1)
  const isBeyond = last.nextCursor !== null && newest !== undefined && byStart(event, newest) > 0
  if (isBeyond && event.organizerId !== selection.viewerId) return pages
  return [...pages.slice(0, -1), { ...last, events: [...last.events, event] }]
}

function withoutEvent(pages: EventPage[], eventId: string): EventPage[] {
  return mapChanged(pages, (page) => {
    const events = page.events.filter(({ id }) => id !== eventId)
    return events.length === page.events.length ? page : { ...page, events }
  })
}

/** Whether an event that is not over belongs to a list. */
export function isSelected(event: Event, selection: EventSelection): boolean {
  const { filter, search } = selection
  const texts = [event.title, event.description, event.link].join('\n').toLowerCase()
  if (!texts.includes(search.toLowerCase())) return false
  if (filter === 'mine') return isOwnEvent(event, selection.viewerId)
  return filter === 'all' || filter === event.category
}

/** Whether a member takes part in an event or organizes it. */
function isOwnEvent(event: Event, viewerId: string): boolean {
  return event.isParticipating || event.organizerId === viewerId
}

function isNextBefore(one: Event, other: Event, viewerId: string): boolean {
  const isOwn = isOwnEvent(one, viewerId)
  return isOwn === isOwnEvent(other, viewerId) ? byStart(one, other) < 0 : isOwn
}

function byStart(one: Event, other: Event): number {
  return compare(one.dateTime, other.dateTime) || compare(one.id, other.id)
}

/** Instants in UTC and ids are in order as texts. */
function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
