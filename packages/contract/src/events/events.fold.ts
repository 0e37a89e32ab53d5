import { type Folded, mapChanged } from '../fold.ts'
import { nameOfErased } from '../names.ts'
import type { SliceNews } from '../realtime.ts'
import { textKey } from '../text.ts'
import type { EventChanged } from './events.news.ts'
import type { Event, EventDetails, EventPage, LightEvent } from './events.routes.ts'
import { type EventFilter, nobody } from './events.rules.ts'

/** The selection of a list of events, and its viewer. */
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
  if (news.type === 'events.created')
    return withEvent(pages, forViewer(news.event, selection.viewerId), selection)
  if (news.type === 'events.removed') return withoutEvent(pages, news.eventId)
  if (news.type === 'events.changed') return withChanged(pages, news, selection)
  if (news.type === 'events.organizers_changed' && selection.filter === 'mine')
    return news.uid === selection.viewerId ? 'refetch' : pages
  if (news.type === 'events.own_participation_changed' && selection.filter === 'mine') {
    const known = pages.flatMap(({ events }) => events).find(({ id }) => id === news.eventId)
    // The event that the member joined or waits for is theirs now, and its place in the pages the server's to say.
    if (!known) return news.participation === 'none' ? pages : 'refetch'
    const folded = foldEvent(known, news, selection.viewerId)
    if (folded !== 'refetch' && !isOwnEvent(folded)) return withoutEvent(pages, known.id)
  }
  let isCertain = true
  const folded = mapEvents(pages, (event) => {
    const changed = foldEvent(event, news, selection.viewerId)
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

/**
 * The events of a period. One that enters it, changes in it or becomes the viewer's own is fetched: filter and search are the
 * server's.
 */
export function foldPeriod(
  shown: { events: LightEvent[] },
  news: SliceNews,
  { from, to, filter, viewerId }: { from: string; to: string; filter: EventFilter; viewerId: string },
): Folded<{ events: LightEvent[] }> {
  const isShown = (id: string) => shown.events.some((event) => event.id === id)
  switch (news.type) {
    case 'events.created':
    case 'events.changed': {
      const { id, dateTime, deadline } = news.event
      return isShown(id) || (dateTime < to && deadline >= from) ? 'refetch' : shown
    }
    case 'events.removed':
      return isShown(news.eventId) ? { events: shown.events.filter(({ id }) => id !== news.eventId) } : shown
    case 'events.own_participation_changed':
      return filter === 'mine' ? 'refetch' : shown
    case 'events.organizers_changed':
      return filter === 'mine' && news.uid === viewerId ? 'refetch' : shown
    default:
      return shown
  }
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
    const created = forViewer(news.event, viewerId)
    const isUpcoming = Date.parse(created.dateTime) >= now
    return isUpcoming && (!event || isNextBefore(created, event)) ? { event: created } : next
  }
  if (news.type === 'events.organizers_changed') return news.uid === viewerId ? 'refetch' : next
  if (news.type === 'events.changed') return foldChangeOfNext(next, news)
  // One that the member joined may start before the one shown, and the one after an event that they left is unknown here.
  if (news.type === 'events.own_participation_changed')
    if (news.isParticipating !== (news.eventId === event?.id)) return 'refetch'
  if (!event) return next
  if (news.type === 'events.removed') return news.eventId === event.id ? 'refetch' : next
  const folded = foldEvent(event, news, viewerId)
  if (folded === 'refetch') return folded
  return folded === event ? next : { event: folded }
}

/** Whether a change makes another event the next one is seen here unless the event may be the viewer's own. */
function foldChangeOfNext(
  next: { event: Event | null },
  news: EventChanged,
): Folded<{ event: Event | null }> {
  const { event } = next
  const isCancelled = news.event.status === 'cancelled'
  if (event?.id !== news.event.id)
    return !isCancelled && (!event || !hasPart(event) || byStart(news.event, event) < 0) ? 'refetch' : next
  if (isCancelled || news.event.dateTime !== event.dateTime) return 'refetch'
  const changed = withNews(event, news)
  return changed === event ? next : { event: changed }
}

/** The event of a page. A removed one is fetched again: the answer says that it is gone. */
export function foldEventDetails(details: EventDetails, news: SliceNews): Folded<EventDetails> {
  switch (news.type) {
    case 'events.removed':
    case 'events.organizers_changed':
      return news.eventId === details.id ? 'refetch' : details
    case 'events.message_sent':
      return news.eventId === details.id && news.updateNumber > details.updateNumber
        ? { ...details, updateNumber: news.updateNumber }
        : details
    case 'events.changed': {
      const { event, updateNumber } = news
      const changed = event.id === details.id ? withNews(details, news) : details
      if (changed === details) return details
      // The server alone knows its organizers, the start that it was moved from and when its room closes.
      const decisive = ['organizerId', 'dateTime', 'deadline', 'status'] as const
      const isKnown = decisive.every((field) => event[field] === details[field])
      return isKnown ? withQueuePosition(details, { ...changed, updateNumber }) : 'refetch'
    }
    case 'profiles.member_changed': {
      const organizers = mapChanged(details.organizers, (one) =>
        one.uid === news.uid ? { ...ownerBy(news), ...(news.photoURL && { photoURL: news.photoURL }) } : one,
      )
      if (organizers === details.organizers) return details
      return { ...withOwnerOf(details, news), organizers }
    }
    default: {
      const folded = foldEvent(details, news, '')
      if (folded === 'refetch') return folded
      if (folded === details) return details
      // A participant who leaves has joined before.
      return withQueuePosition(details, { ...details, ...folded, hadParticipants: true })
    }
  }
}

/** The details with an event that changed: the queue moves up when others leave it, by a number that the server knows. */
function withQueuePosition(details: EventDetails, event: EventDetails): Folded<EventDetails> {
  const { queuePosition, waitingCount } = details
  if (event.participation !== 'waiting') return { ...event, queuePosition: null }
  if (queuePosition === null || event.waitingCount < waitingCount) return 'refetch'
  return { ...event, queuePosition }
}

/** A new event as its viewer sees it. */
function forViewer(event: Event, viewerId: string): Event {
  return event.organizerId === viewerId ? { ...event, canManage: true } : event
}

/** The event as it was changed; of two counts of participants the newer one counts. */
function withNews<Shown extends Event>(shown: Shown, { event }: EventChanged): Shown {
  if (event.version <= shown.version) return shown
  const { participantsCount, waitingCount, revision } = event.revision > shown.revision ? event : shown
  return { ...shown, ...event, participantsCount, waitingCount, revision }
}

function foldEvent(event: Event, news: SliceNews, viewerId: string): Folded<Event> {
  switch (news.type) {
    case 'events.organizers_changed':
      return event.id === news.eventId && news.uid === viewerId && event.canManage !== news.isOrganizer
        ? { ...event, canManage: news.isOrganizer }
        : event
    case 'events.participants_changed': {
      const { eventId, participantsCount, waitingCount, revision } = news
      return event.id === eventId && revision > event.revision
        ? { ...event, participantsCount, waitingCount, revision }
        : event
    }
    case 'events.own_participation_changed': {
      const { eventId, isParticipating, participation, revision } = news
      if (event.id !== eventId || event.participation === participation) return event
      // A later change of somebody else arrived first: whether the member's own one came before or after, the server knows.
      return revision >= event.revision ? { ...event, isParticipating, participation } : 'refetch'
    }
    case 'profiles.member_changed':
      return withOwnerOf(event, news)
    default:
      return event
  }
}

/**
 * The pages with a new event, if it belongs there. Beyond the fetched ones, only the viewer's own one is added: the member
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

/**
 * The pages with an event as it was changed, or without it where it belongs there no more. The server places an event that
 * has come into the fetched ones: whether the viewer takes part in it is unknown here.
 */
function withChanged(pages: EventPage[], news: EventChanged, selection: EventSelection): Folded<EventPage[]> {
  const known = pages.flatMap(({ events }) => events).find(({ id }) => id === news.event.id)
  if (known) {
    const changed = withNews(known, news)
    if (changed === known) return pages
    if (selection.filter !== 'past' && !isSelected(changed, selection)) return withoutEvent(pages, known.id)
    if (selection.filter === 'past' && changed.deadline !== known.deadline) return 'refetch'
    return mapEvents(pages, (event) => (event.id === changed.id ? changed : event))
  }
  const last = pages.at(-1)
  const newest = last?.events.at(-1)
  const isBeyond = last?.nextCursor != null && newest !== undefined && byStart(news.event, newest) > 0
  const mayBelong = isSelected(
    { ...news.event, isParticipating: true, participation: 'joined', canManage: true },
    selection,
  )
  const isWanted = mayBelong && (selection.filter !== 'mine' || last?.nextCursor != null)
  return isBeyond || !isWanted || selection.filter === 'past' ? pages : 'refetch'
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
  const texts = textKey([event.title, event.description, event.link].join('\u0001'))
  if (!texts.includes(textKey(search).trim())) return false
  if (filter === 'mine') return isOwnEvent(event)
  return filter === 'all' || filter === event.category
}

/** Whether the viewer takes part in an event, waits for a seat or organizes it. */
function isOwnEvent(event: Event): boolean {
  return event.participation !== 'none' || event.canManage
}

/** Whether the viewer takes part in an event or organizes it. */
function hasPart(event: Event): boolean {
  return event.isParticipating || event.canManage
}

function isNextBefore(one: Event, other: Event): boolean {
  const isOwn = hasPart(one)
  return isOwn === hasPart(other) ? byStart(one, other) < 0 : isOwn
}

type Starting = Pick<Event, 'id' | 'dateTime'>

function byStart(one: Starting, other: Starting): number {
  return compare(one.dateTime, other.dateTime) || compare(one.id, other.id)
}

/** Instants in UTC and ids are in order as texts. */
function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}

type MemberChanged = Extract<SliceNews, { type: 'profiles.member_changed' }>

/** The owner after a change of theirs: nobody after an erasure. News of its own hands the event to another organizer. */
function ownerBy({ uid, displayName }: MemberChanged) {
  return displayName === nameOfErased ? nobody : { uid, displayName }
}

function withOwnerOf<Shown extends Event>(event: Shown, news: MemberChanged): Shown {
  if (event.organizerId !== news.uid) return event
  const { uid, displayName } = ownerBy(news)
  return { ...event, organizerId: uid, organizerName: displayName }
}
