import { describe, expect, it } from 'vitest'
import { nameOfErased } from '../names.ts'
import type { SliceNews } from '../realtime.ts'
import {
  type EventSelection,
  eventsOf,
  foldEventDetails,
  foldEventPages,
  foldNextEvent,
  foldPeriod,
} from './events.fold.ts'
import type { Event, EventPage } from './events.routes.ts'
import { type EventFilter, nobody } from './events.rules.ts'

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
    timeZone: 'Europe/Rome',
    isAllDay: false,
    venue: 'none',
    address: '',
    mapLink: '',
    ctftimeId: '',
    capacity: null,
    teamSize: null,
    joinDeadline: null,
    status: 'planned',
    cancelReason: '',
    version: 0,
    organizerId: 'bruno',
    organizerName: 'Bruno Conti',
    participantsCount: 0,
    waitingCount: 0,
    isParticipating: false,
    canManage: false,
    participation: 'none',
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
  waitingCount: 0,
  revision,
})

const taking = (isParticipating: boolean): Partial<Event> => ({
  isParticipating,
  participation: isParticipating ? 'joined' : 'none',
})

const ownParticipation = (isParticipating: boolean, revision: number): SliceNews => ({
  type: 'events.own_participation_changed',
  eventId: 'evento-1',
  isParticipating,
  participation: isParticipating ? 'joined' : 'none',
  revision,
})

/** The change of an event that is shown as `eventOf` makes it. */
function changed(day: number, changes: Partial<Event>): SliceNews {
  const {
    isParticipating: _,
    participation: __,
    canManage: ___,
    ...event
  } = eventOf(day, { version: 1, ...changes })
  return { type: 'events.changed', event, updateNumber: 3, isWeighty: true }
}

const organizing = (uid: string, isOrganizer: boolean): SliceNews => ({
  type: 'events.organizers_changed',
  eventId: 'evento-1',
  uid,
  isOrganizer,
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
    const canManage = selection.viewerId === 'bruno'
    const list = pagesOf(null, [eventOf(1, { ...taking(before), canManage })])
    expect(first(fold(list, ownParticipation(after, revision), selection))?.isParticipating).toBe(shown)
  })

  it.each([
    ['a change of somebody else that was later arrived first', everything, [eventOf(1)], true, 2],
    ['the member joined an event that their list does not hold', mine, [], true, 4],
  ] as const)('are refetched where %s', (_, selection, events, isParticipating, revision) => {
    const list = pagesOf(null, [...events])
    expect(foldEventPages(list, ownParticipation(isParticipating, revision), selection)).toBe('refetch')
  })

  it("an event that the member waits for stays in 'I miei eventi', and is no next one of theirs", () => {
    const waits = { ...ownParticipation(false, 4), participation: 'waiting' } as SliceNews
    expect(foldEventPages(pagesOf(null, []), waits, mine)).toBe('refetch')
    const list = pagesOf(null, [eventOf(1, taking(true))])
    expect(daysOf(fold(list, waits, mine))).toEqual([1])
    expect(foldNextEvent({ event: eventOf(2) }, waits, 'anna', 0)).toEqual({ event: eventOf(2) })
  })

  it("an event that the member leaves goes out of 'I miei eventi'", () => {
    const list = pagesOf(null, [
      eventOf(1, taking(true)),
      eventOf(2, { organizerId: 'anna', canManage: true }),
    ])
    expect(daysOf(fold(list, ownParticipation(false, 4), mine))).toEqual([2])
  })
})

describe('a changed event', () => {
  const pages = pagesOf('altri', [eventOf(1, taking(true)), eventOf(5)])

  it("is shown as it is now, with what is the viewer's own and the newer count", () => {
    const folded = fold(pages, changed(1, { title: 'Altro', participantsCount: 9, revision: 2 }))
    expect(folded[0]?.events[0]).toEqual(eventOf(1, { title: 'Altro', version: 1, ...taking(true) }))
    expect(fold(pages, changed(1, { title: 'Vecchio', version: 0 }))).toBe(pages)
  })

  it('moves to its place, and out of a list to which it belongs no more', () => {
    expect(daysOf(fold(pages, changed(1, { dateTime: eventOf(7).dateTime })))).toEqual([5, 1])
    const contests = { ...everything, filter: 'ctf' } as const
    expect(daysOf(fold(pages, changed(1, { category: 'contest' }), contests))).toEqual([5])
  })

  it('is left to the server where it comes into the list, and not looked at beyond it', () => {
    expect(foldEventPages(pages, changed(3, {}), everything)).toBe('refetch')
    expect(foldEventPages(pages, changed(9, {}), everything)).toBe(pages)
    expect(foldEventPages(pages, changed(3, {}), { ...everything, search: 'altro' })).toBe(pages)
  })

  it.each<[string, Event | null, SliceNews, Event | null | 'refetch']>([
    ['is another where it is cancelled', eventOf(1), changed(1, { status: 'cancelled' }), 'refetch'],
    ['is another where it is moved', eventOf(1), changed(1, { dateTime: eventOf(7).dateTime }), 'refetch'],
    [
      'has its new title',
      eventOf(1),
      changed(1, { title: 'Altro' }),
      eventOf(1, { title: 'Altro', version: 1 }),
    ],
    ['stays before a cancelled one', eventOf(5), changed(1, { status: 'cancelled' }), eventOf(5)],
    ['may be one that was moved before it', eventOf(5), changed(1, {}), 'refetch'],
    ['may be one that was restored', null, changed(1, {}), 'refetch'],
    ['may be one that the viewer organizes now', eventOf(5), organizing('anna', true), 'refetch'],
    ['is not one that another organizes', eventOf(5), organizing('carla', true), eventOf(5)],
  ])('the next event %s', (_, event, news, expected) => {
    expect(foldNextEvent({ event }, news, 'anna', 0)).toEqual(
      expected === 'refetch' ? expected : { event: expected },
    )
  })

  it('is managed by whom the owner added, until they are removed', () => {
    const added = fold(pages, organizing('anna', true))
    expect(added[0]?.events[0]?.canManage).toBe(true)
    expect(fold(added, organizing('anna', false))).toEqual(pages)
    expect(fold(pages, organizing('carla', true))).toBe(pages)
    expect(foldEventPages(pages, organizing('anna', true), mine)).toBe('refetch')
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
  const erased = fold(pages, { ...renamed, displayName: nameOfErased })[0]?.events
  expect(erased?.map(({ organizerName }) => organizerName)).toEqual(['Organizzatore Anonimo', 'Carla'])
  expect(erased?.[0]?.organizerId).toBe(nobody.uid)
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
  const own = (day: number) => eventOf(day, { organizerId: 'anna', canManage: true })
  const joined = (day: number) => eventOf(day, taking(true))
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
    [
      'is joined',
      eventOf(1),
      ownParticipation(true, 4),
      eventOf(1, { isParticipating: true, participation: 'joined' }),
    ],
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

describe('the event of a page', () => {
  const details = {
    ...eventOf(1),
    organizers: [{ uid: 'bruno', displayName: 'Bruno Conti' }],
    isOwner: false,
    previousDateTime: null,
    updateNumber: 2,
    hadParticipants: true,
    queuePosition: null,
    chatClosesAt: '2027-01-01T10:00:00.000Z',
    now: '2026-11-22T10:00:00.000Z',
  }

  const waiting = { ...details, participation: 'waiting', waitingCount: 8, queuePosition: 3 } as const

  it('follows its participants and keeps the time of its answer', () => {
    expect(foldEventDetails(details, participants(7, 4))).toEqual({
      ...details,
      participantsCount: 7,
      revision: 4,
    })
    expect(foldEventDetails(details, participants(7, 3))).toBe(details)
  })

  it('follows its changes and messages, and is fetched again for what only the server knows', () => {
    const titled = changed(1, { title: 'Altro', version: 1 })
    expect(foldEventDetails(details, titled)).toEqual({
      ...details,
      title: 'Altro',
      version: 1,
      updateNumber: 3,
    })
    expect(foldEventDetails(details, changed(1, { title: 'Altro', version: 0 }))).toBe(details)
    expect(foldEventDetails(details, changed(1, { organizerId: 'carla', version: 1 }))).toBe('refetch')
    expect(foldEventDetails(details, changed(1, { dateTime: eventOf(4).dateTime, version: 1 }))).toBe(
      'refetch',
    )
    const sent = (updateNumber: number): SliceNews => ({
      type: 'events.message_sent',
      eventId: 'evento-1',
      updateNumber,
    })
    expect(foldEventDetails(details, sent(3))).toEqual({ ...details, updateNumber: 3 })
    expect(foldEventDetails(details, sent(2))).toBe(details)
    expect(foldEventDetails(details, organizing('carla', true))).toBe('refetch')
  })

  it.each([
    ['others queue behind', { waitingCount: 9 }, { ...waiting, waitingCount: 9, revision: 4 }],
    ['somebody leaves the queue', { waitingCount: 7 }, 'refetch'],
    ['a seat was taken', { participantsCount: 21 }, { ...waiting, participantsCount: 21, revision: 4 }],
  ] as const)('keeps the place in the queue as far as it is certain: %s', (_, changes, expected) => {
    const { id: eventId, participantsCount, waitingCount } = waiting
    const counts = { participantsCount, waitingCount, ...changes }
    const news = { type: 'events.participants_changed', eventId, ...counts, revision: 4 } as const
    expect(foldEventDetails(waiting, news)).toEqual(expected)
  })

  it('asks for the place of a member who queues, and drops it with a seat', () => {
    const own = (participation: Event['participation']) =>
      ({ ...ownParticipation(participation === 'joined', 4), participation }) as SliceNews
    expect(foldEventDetails(details, own('waiting'))).toBe('refetch')
    expect(foldEventDetails(waiting, own('joined'))).toEqual({
      ...waiting,
      ...taking(true),
      queuePosition: null,
    })
  })

  it('shows its organizers as they are called and look now', () => {
    const news = { type: 'profiles.member_changed', uid: 'bruno', displayName: 'Bruno C.' } as const
    const photoURL = '/api/photos/nuova'
    const [withPhoto, without] = [
      { ...news, photoURL },
      { ...news, photoURL: '' },
    ].map((one) => foldEventDetails(details, one))
    expect(withPhoto).toMatchObject({ organizers: [{ displayName: 'Bruno C.', photoURL }] })
    expect(without).toMatchObject({ organizers: [{ uid: 'bruno', displayName: 'Bruno C.' }] })
    expect(withPhoto && foldEventDetails(withPhoto as typeof details, { ...news, photoURL: '' })).toEqual(
      without,
    )
  })

  it('is fetched again when it is removed', () => {
    expect(foldEventDetails(details, removed(1))).toBe('refetch')
    expect(foldEventDetails(details, removed(2))).toBe(details)
  })
})

describe('the events of a period', () => {
  const period = { from: '2026-12-01T00:00:00.000Z', to: '2026-12-11T00:00:00.000Z', viewerId: 'anna' }
  const shown = { events: [eventOf(5), eventOf(6)] }
  const changed = (event: Event): SliceNews => ({
    type: 'events.changed',
    event,
    updateNumber: 1,
    isWeighty: true,
  })
  const participation: SliceNews = {
    type: 'events.own_participation_changed',
    eventId: 'evento-5',
    isParticipating: true,
    participation: 'joined',
    revision: 1,
  }

  it.each<[string, EventFilter, SliceNews, 'refetch' | 'same']>([
    ['a new one in it', 'all', { type: 'events.created', event: eventOf(10) }, 'refetch'],
    ['a new one after it', 'all', { type: 'events.created', event: eventOf(11) }, 'same'],
    [
      'one that is moved out of it',
      'all',
      changed(eventOf(5, { dateTime: '2027-01-01T09:00:00.000Z' })),
      'refetch',
    ],
    ['one that is moved into it', 'all', changed(eventOf(7)), 'refetch'],
    ['one outside it that changes', 'all', changed(eventOf(20)), 'same'],
    ['one of others that is removed', 'all', { type: 'events.removed', eventId: 'evento-9' }, 'same'],
    ['one that the viewer joins, among all', 'all', participation, 'same'],
    ['one that the viewer joins, among the own', 'mine', participation, 'refetch'],
  ])('%s', (_, filter, news, expected) => {
    expect(foldPeriod(shown, news, { ...period, filter })).toBe(expected === 'same' ? shown : expected)
  })

  it('lose one that is removed', () => {
    const news: SliceNews = { type: 'events.removed', eventId: 'evento-5' }
    expect(foldPeriod(shown, news, { ...period, filter: 'all' })).toEqual({ events: [eventOf(6)] })
  })
})
