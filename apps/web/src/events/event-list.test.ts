import type { Event } from '@covo/contract/events/events.routes'
import { expect, it } from 'vitest'
import { type EventList, type EventSelection, eventsOf, withNewEvent, withoutEvent } from './event-list.ts'

const everything: EventSelection = { filter: 'all', search: '', viewerId: 'anna' }

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
    revision: 0,
    createdAt: dateTime,
    updatedAt: dateTime,
    ...changes,
  }
}

function listOf(nextCursor: string | null, ...pages: Event[][]): EventList {
  return {
    pages: pages.map((events, index) => ({
      events,
      nextCursor: index === pages.length - 1 ? nextCursor : `${index}`,
    })),
    pageParams: pages.map(() => null),
  }
}

const daysOf = (list: EventList, filter: EventSelection['filter'] = 'all') =>
  eventsOf(list, filter).map(({ id }) => Number(id.split('-')[1]))

it('puts a new event at its place by the start, once', () => {
  const list = listOf(null, [eventOf(1), eventOf(5)], [eventOf(9)])
  for (const [day, days] of [
    [3, [1, 3, 5, 9]],
    [11, [1, 5, 9, 11]],
    [5, [1, 5, 9]],
  ] as const) {
    const once = withNewEvent(list, eventOf(day), everything)
    expect(daysOf(once)).toEqual(days)
    expect(daysOf(withNewEvent(once, eventOf(day), everything))).toEqual(days)
  }
})

it("leaves what lies beyond the pages that were asked for to those to come, but for one's own", () => {
  const list = listOf('altri', [eventOf(1), eventOf(5)])
  expect(daysOf(withNewEvent(list, eventOf(9), everything))).toEqual([1, 5])
  expect(daysOf(withNewEvent(list, eventOf(3), everything))).toEqual([1, 3, 5])
  const withOwn = withNewEvent(list, eventOf(9, { organizerId: 'anna' }), everything)
  expect(daysOf(withOwn)).toEqual([1, 5, 9])
  const [page] = withOwn.pages
  expect(daysOf(listOf(null, page?.events ?? [], [eventOf(7), eventOf(9)]))).toEqual([1, 5, 7, 9])
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
])('adds a new event to a list of %o: %s', (selection, isAdded) => {
  const list = withNewEvent(listOf(null, []), eventOf(3), { ...everything, ...selection })
  expect(daysOf(list)).toEqual(isAdded ? [3] : [])
})

it('takes an event from whatever page it is on, and leaves the others', () => {
  const list = listOf('altri', [eventOf(1), eventOf(5)], [eventOf(9)])
  expect(daysOf(withoutEvent(list, 'evento-5'))).toEqual([1, 9])
  expect(daysOf(withoutEvent(list, 'evento-9'))).toEqual([1, 5])
  expect(daysOf(withoutEvent(list, 'evento-3'))).toEqual([1, 5, 9])
})

it("keeps past events in the server's order", () => {
  expect(daysOf(listOf(null, [eventOf(9), eventOf(5)], [eventOf(5), eventOf(1)]), 'past')).toEqual([9, 5, 1])
})
