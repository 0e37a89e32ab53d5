import { describe, expect, it } from 'vitest'
import type { SliceNews } from '../realtime.ts'
import { type EventSelection, eventsOf, foldEventPages, foldNextEvent } from './events.fold.ts'
import type { Event, EventPage } from './events.routes.ts'

const everything: EventSelection = { filter: 'all', search: '', viewerId: 'anna' }
const mine: EventSelection = { ...everything, filter: 'mine' }

function eventOf(day: number, changes: Partial<Event> = {}): Event {
  const dateTime = `2026-12-${String(day).padStart(2, '0')}T09:00:00.000Z`
  return {
    id: `evento-${day}`,
    title: `Evento ${day}`,
    description: 'Sfide per tutti',
    dateTime,
    deadline: dateTime,
    link: 'https://evento.esempio.it',
    category: 'ctf',
    duration: '2 ore',
    organizerId: 'bruno',
    organizerName: 'Bruno Conti',
    participantsCount: 0,
    isParticipating: false,
    revision: 3,
    createdAt: dateTime,
    updatedAt: dateTime,
    ...changes,
  }
}

function pagesOf(nextCursor: string | null, ...pages: Event[][]): EventPage[] {
  return pages.map((events, index) => ({
    events,
    nextCursor: index === pages.length - 1 ? nextCursor : `${index}`,
  }))
}

function fold(pages: EventPage[], news: SliceNews, selection = everything): EventPage[] {
  const folded = foldEventPages(pages, news, selection)
  if (folded === 'refetch') throw new Error('asks for a refetch')
  return folded
}

const daysOf = (pages: EventPage[], filter: EventSelection['filter'] = 'all') =>
  eventsOf(pages, filter).map(({ id }) => Number(id.split('-')[1]))

const created = (event: Event): SliceNews => ({ type: 'events.created', event })
const removed = (day: number): SliceNews => ({ type: 'events.removed', eventId: `evento-${day}` })

const participants = (participantsCount: number, revision: number): SliceNews => ({
  type: 'events.participants_changed',
  eventId: 'evento-1',
  participantsCount,
  revision,
})

const ownParticipation = (isParticipating: boolean, revision: number): SliceNews => ({
  type: 'events.own_participation_changed',
  eventId: 'evento-1',
  isParticipating,
  revision,
})

describe('a new event', () => {
  it('stands at its place by the start, once', () => {
    const pages = pagesOf(null, [eventOf(1), eventOf(5)], [eventOf(9)])
    for (const [day, days] of [
      [3, [1, 3, 5, 9]],
      [11, [1, 5, 9, 11]],
      [5, [1, 5, 9]],
    ] as const) {
      const once = fold(pages, created(eventOf(day)))
      expect(daysOf(once)).toEqual(days)
      expect(fold(once, created(eventOf(day)))).toBe(once)
    }
  })

  it('beyond the fetched pages is left to the pages to come, but for the own one', () => {
    const pages = pagesOf('altri', [eventOf(1), eventOf(5)])
    expect(daysOf(fold(pages, created(eventOf(9))))).toEqual([1, 5])
    expect(daysOf(fold(pages, created(eventOf(3))))).toEqual([1, 3, 5])
    const withOwn = fold(pages, created(eventOf(9, { organizerId: 'anna' })))
    expect(daysOf(withOwn)).toEqual([1, 5, 9])
    expect(daysOf([...withOwn, ...pagesOf(null, [eventOf(7), eventOf(9)])])).toEqual([1, 5, 7, 9])
  })

  it.each<[Partial<EventSelection>, boolean]>([
    [{ filter: 'ctf' }, true],
    [{ filter: 'contest' }, false],
    [{ filter: 'past' }, false],
    [{ filter: 'mine' }, false],
    [{ filter: 'mine', viewerId: 'bruno' }, true],
    [{ search: 'EVENTO 3' }, true],
    [{ search: 'SFIDE' }, true],
    [{ search: 'esempio.it' }, true],
    [{ search: 'bruno' }, false],
  ])('is added to a list of %o: %s', (selection, isAdded) => {
    const pages = fold(pagesOf(null, []), created(eventOf(3)), { ...everything, ...selection })
    expect(daysOf(pages)).toEqual(isAdded ? [3] : [])
  })
})

it('a removed event leaves whatever page it is on', () => {
  const pages = pagesOf('altri', [eventOf(1), eventOf(5)], [eventOf(9)])
  expect(daysOf(fold(pages, removed(5)))).toEqual([1, 9])
  expect(daysOf(fold(pages, removed(9)))).toEqual([1, 5])
  expect(fold(pages, removed(3))).toBe(pages)
})

describe('participants', () => {
  const pages = pagesOf(null, [eventOf(1), eventOf(2)])
  const first = (folded: EventPage[]) => folded[0]?.events[0]

  it.each([
    [2, undefined],
    [3, undefined],
    [4, { participantsCount: 7, revision: 4 }],
  ])('of revision %i change an event of revision 3 to %o', (revision, change) => {
    const folded = fold(pages, participants(7, revision))
    if (change) expect(first(folded)).toEqual({ ...eventOf(1), ...change })
    else expect(folded).toBe(pages)
  })

  it.each([
    ['joining', everything, false, true, 3, true],
    ['leaving', everything, true, false, 4, false],
    ['joining twice', everything, true, true, 4, true],
    ['leaving what one organises', { ...mine, viewerId: 'bruno' }, true, false, 4, false],
  ] as const)('%s shows on the card', (_, selection, before, after, revision, shown) => {
    const list = pagesOf(null, [eventOf(1, { isParticipating: before })])
    expect(first(fold(list, ownParticipation(after, revision), selection))?.isParticipating).toBe(shown)
  })

  it.each([
    ['a change of somebody else that was later arrived first', everything, [eventOf(1)], true, 2],
    ['the member joined an event that their list does not hold', mine, [], true, 4],
  ] as const)('are refetched where %s', (_, selection, events, isParticipating, revision) => {
    const list = pagesOf(null, [...events])
    expect(foldEventPages(list, ownParticipation(isParticipating, revision), selection)).toBe('refetch')
  })

  it("an event that the member leaves goes out of 'I miei eventi'", () => {
    const list = pagesOf(null, [eventOf(1, { isParticipating: true }), eventOf(2, { organizerId: 'anna' })])
    expect(daysOf(fold(list, ownParticipation(false, 4), mine))).toEqual([2])
  })
})

it("an organizer's new name stands on their events alone", () => {
  const pages = pagesOf(null, [eventOf(1), eventOf(2, { organizerId: 'carla', organizerName: 'Carla' })])
  const renamed: SliceNews = {
    type: 'profiles.member_changed',
    uid: 'bruno',
    displayName: 'Brunello',
    photoURL: '',
  }
  const names = fold(pages, renamed)[0]?.events.map(({ organizerName }) => organizerName)
  expect(names).toEqual(['Brunello', 'Carla'])
  expect(fold(pages, { ...renamed, uid: 'dario' })).toBe(pages)
  expect(fold(pages, { type: 'chat.unread_changed', conversationId: 'x', isUnread: true })).toBe(pages)
})

it("keeps past events in the server's order", () => {
  expect(daysOf(pagesOf(null, [eventOf(9), eventOf(5)], [eventOf(5), eventOf(1)]), 'past')).toEqual([9, 5, 1])
})

describe('the next event', () => {
  const now = Date.parse('2026-12-02T00:00:00.000Z')
  const own = (day: number) => eventOf(day, { organizerId: 'anna' })
  const joined = (day: number) => eventOf(day, { isParticipating: true })
  it.each<[string, Event | null, SliceNews, Event | null | 'refetch']>([
    ['is the first of none', null, created(eventOf(3)), eventOf(3)],
    ['is the sooner one', eventOf(5), created(eventOf(3)), eventOf(3)],
    ['stays before a later one', eventOf(5), created(eventOf(7)), eventOf(5)],
    ['is none that has begun', eventOf(5), created(eventOf(1)), eventOf(5)],
    ['is refetched when it is removed', eventOf(5), removed(5), 'refetch'],
    ['stays when another is removed', eventOf(5), removed(3), eventOf(5)],
    [
      'counts its participants',
      eventOf(1),
      participants(7, 4),
      eventOf(1, { participantsCount: 7, revision: 4 }),
    ],
    ['is refetched with a doubtful participation', eventOf(1), ownParticipation(true, 2), 'refetch'],
    ["is one's own later one", eventOf(3), created(own(5)), own(5)],
    ["stays one's own before a sooner one of somebody else", own(5), created(eventOf(3)), own(5)],
    ["is one's own sooner one", joined(5), created(own(3)), own(3)],
    ["stays one's own before a later own one", joined(5), created(own(7)), joined(5)],
    ['is joined', eventOf(1), ownParticipation(true, 4), eventOf(1, { isParticipating: true })],
    ['is refetched when another is joined', own(3), ownParticipation(true, 4), 'refetch'],
    ['is refetched when one is joined and none was shown', null, ownParticipation(true, 4), 'refetch'],
    ['is refetched when it is left', joined(1), ownParticipation(false, 4), 'refetch'],
    [
      'is refetched when it is left, which the page has shown before',
      eventOf(1),
      ownParticipation(false, 4),
      'refetch',
    ],
    ['stays when another is left', joined(3), ownParticipation(false, 4), joined(3)],
  ])('%s', (_, event, news, expected) => {
    expect(foldNextEvent({ event }, news, 'anna', now)).toEqual(
      expected === 'refetch' ? expected : { event: expected },
    )
  })
})
