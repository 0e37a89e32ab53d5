import type { Event } from '@covo/contract/events/events.routes'
import { expect, test } from 'vitest'
import { copyOf } from './event-copy.ts'

const event: Event = {
  id: 'c3b7c9a0-0000-4000-8000-000000000001',
  title: 'CTF',
  description: 'aperta a tutti',
  dateTime: '2026-10-20T16:00:00.000Z',
  deadline: '2026-10-21T16:00:00.000Z',
  link: 'https://esempio.it',
  category: 'ctf',
  duration: '24 ore',
  timeZone: 'Europe/Rome',
  isAllDay: false,
  venue: 'none',
  address: '',
  mapLink: '',
  capacity: 30,
  teamSize: 4,
  joinDeadline: '2026-10-19T10:00:00.000Z',
  ctftimeId: '2345',
} as Event

test.each([
  [
    'an event to come: a week later',
    '2026-10-10',
    '2026-10-27T18:00',
    '2026-10-28T18:00',
    '2026-10-26T12:00',
  ],
  // The clock is put back on 25 October: the wall time stays.
  [
    'an event that is over: the next such day',
    '2026-11-18',
    '2026-11-24T18:00',
    '2026-11-25T18:00',
    '2026-11-23T12:00',
  ],
])('%s', (_, today, dateTime, deadline, joinDeadline) => {
  expect(copyOf(event, Date.parse(`${today}T12:00Z`))).toMatchObject({
    title: 'CTF',
    capacity: '30',
    teamSize: '4',
    ctftimeId: '',
    dateTime,
    deadline,
    joinDeadline,
  })
})

test('no time to join until stays none', () => {
  expect(copyOf({ ...event, joinDeadline: null }, 0).joinDeadline).toBe('')
})
