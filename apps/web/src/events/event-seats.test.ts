import type { Event } from '@covo/contract/events/events.routes'
import { describe, expect, it } from 'vitest'
import { mapOf, seatsText, withToggled } from './event-seats.ts'

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
    expect(withToggled(before)).toEqual(after)
  })
})

it('tells how many seats are free, and none where more take part than there are', () => {
  expect(seatsText(seats(20, 13, 0, 'none'))).toBe('7 liberi su 20')
  expect(seatsText(seats(20, 23, 0, 'none'))).toBe('0 liberi su 20')
})

it('leads to the given map, else to a search for the address', () => {
  const place = { address: 'Via Zamboni 33 & altri', mapLink: '' } as Event
  expect(mapOf({ ...place, mapLink: 'https://mappa.it' })).toBe('https://mappa.it')
  for (const mapLink of ['', 'javascript:alert(1)'])
    expect(mapOf({ ...place, mapLink })).toBe(
      'https://www.openstreetmap.org/search?query=Via+Zamboni+33+%26+altri',
    )
})
