import type { Event } from '@covo/contract/events/events.routes'
import { describe, expect, it } from 'vitest'
import { mapOf, seatsInWords, seatsText, withPress } from './event-seats.ts'

const seats = (
  capacity: number | null,
  participantsCount: number,
  waitingCount: number,
  participation: Event['participation'],
) =>
  ({
    capacity,
    participantsCount,
    waitingCount,
    participation,
    isParticipating: participation === 'joined',
  }) as Event

describe('a press of the button', () => {
  it.each([
    ['joins where there is no limit', seats(null, 3, 0, 'none'), seats(null, 4, 0, 'joined')],
    ['takes a free seat', seats(4, 3, 0, 'none'), seats(4, 4, 0, 'joined')],
    ['queues where all are taken', seats(4, 4, 1, 'none'), seats(4, 4, 2, 'waiting')],
    ['leaves the queue', seats(4, 4, 2, 'waiting'), seats(4, 4, 1, 'none')],
    ['leaves a seat to nobody', seats(4, 4, 0, 'joined'), seats(4, 3, 0, 'none')],
    ['leaves a seat to the first who waits', seats(4, 4, 2, 'joined'), seats(4, 4, 1, 'none')],
    ['leaves one of too many', seats(4, 6, 2, 'joined'), seats(4, 5, 2, 'none')],
  ])('%s', (_, before, after) => {
    expect(withPress(before, before)).toEqual(after)
  })

  it('leaves counts that are newer than the press', () => {
    const pressed = { ...seats(null, 0, 0, 'none'), revision: 1 }
    const shown = { ...seats(null, 2, 0, 'none'), revision: 3 }
    expect(withPress(shown, pressed)).toEqual({ ...seats(null, 2, 0, 'joined'), revision: 3 })
  })

  it('changes nothing once it is stored', () => {
    const stored = { ...seats(null, 1, 0, 'joined'), revision: 2 }
    expect(withPress(stored, { ...seats(null, 0, 0, 'none'), revision: 1 })).toBe(stored)
  })

  it('takes back one that is not stored yet', () => {
    const before = seats(null, 0, 0, 'none')
    expect([before, seats(null, 1, 0, 'joined')].reduce(withPress, before)).toEqual(before)
  })
})

it('tells how many seats are free, and none where more take part than there are', () => {
  expect(seatsText(seats(20, 13, 0, 'none'))).toBe('7 liberi su 20')
  expect(seatsText(seats(20, 23, 0, 'none'))).toBe('0 liberi su 20')
})

it.each([
  [seats(null, 7, 0, 'none'), ''],
  [seats(12, 11, 0, 'none'), '1 posto libero su 12'],
  [seats(12, 9, 0, 'none'), '3 posti liberi su 12'],
  [seats(12, 12, 0, 'none'), 'Al completo'],
  [seats(12, 11, 1, 'none'), 'Al completo'],
])('says in words whether there is room: %o', (event, words) => {
  expect(seatsInWords(event)).toBe(words)
})

it('leads to the given map, else to a search for the address', () => {
  const place = { address: 'Via Zamboni 33 & altri', mapLink: '' } as Event
  expect(mapOf({ ...place, mapLink: 'https://mappa.it' })).toBe('https://mappa.it')
  for (const mapLink of ['', 'javascript:alert(1)'])
    expect(mapOf({ ...place, mapLink })).toBe(
      'https://www.openstreetmap.org/search?query=Via+Zamboni+33+%26+altri',
    )
})
