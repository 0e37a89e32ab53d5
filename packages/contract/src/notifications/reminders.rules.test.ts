import { expect, it } from 'vitest'
import { dueLead, type Lead } from './reminders.rules.ts'

const timed = { startsAt: Date.parse('2026-11-28T13:00:00Z'), timeZone: 'Europe/Rome', isAllDay: false }
/** In New York: 09:00 of the 28th is 14:00 in UTC. */
const allDay = { startsAt: Date.parse('2026-11-28T05:00:00Z'), timeZone: 'America/New_York', isAllDay: true }
/** The clocks go back in that night: 09:00 is ten hours after the day's beginning. */
const longDay = { startsAt: Date.parse('2026-10-24T22:00:00Z'), timeZone: 'Europe/Rome', isAllDay: true }

it.each<[typeof timed, string, Lead | null]>([
  [timed, '2026-11-27T12:59:59Z', null],
  [timed, '2026-11-27T13:00:00Z', 'day'],
  [timed, '2026-11-28T11:59:59Z', 'day'],
  [timed, '2026-11-28T12:00:00Z', 'hour'],
  [timed, '2026-11-28T12:59:59Z', 'hour'],
  [timed, '2026-11-28T13:00:00Z', null],
  [allDay, '2026-11-27T13:59:59Z', null],
  [allDay, '2026-11-27T14:00:00Z', 'day'],
  [allDay, '2026-11-28T13:00:00Z', 'hour'],
  [allDay, '2026-11-28T14:00:00Z', null],
  [longDay, '2026-10-25T06:59:59Z', 'day'],
  [longDay, '2026-10-25T07:00:00Z', 'hour'],
  [longDay, '2026-10-25T08:00:00Z', null],
])('of %o is due at %s: %s', (event, now, lead) => {
  expect(dueLead(event, Date.parse(now))).toBe(lead)
})
