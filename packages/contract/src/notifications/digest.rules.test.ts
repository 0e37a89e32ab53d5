import { expect, it } from 'vitest'
import { nextDigest } from './digest.rules.ts'

it.each<
  [what: string, instant: string, pace: 'never' | 'daily' | 'weekly', next: string | null, zone?: string]
>([
  ['none', '2026-12-05T12:00Z', 'never', null],
  ['today', '2026-12-05T12:00Z', 'daily', '2026-12-05T17:00'],
  ['as it is due', '2026-12-05T17:00Z', 'daily', '2026-12-06T17:00'],
  ['tomorrow', '2026-12-05T17:00:00.001Z', 'daily', '2026-12-06T17:00'],
  ['already tomorrow there', '2026-12-05T17:30Z', 'daily', '2026-12-06T05:00', 'Pacific/Auckland'],
  ['still yesterday there', '2026-12-06T02:00Z', 'daily', '2026-12-06T04:00', 'Pacific/Honolulu'],
  ['on Saturday', '2026-12-05T12:00Z', 'weekly', '2026-12-07T07:00'],
  ['on Monday before', '2026-12-07T06:59Z', 'weekly', '2026-12-07T07:00'],
  ['on Monday', '2026-12-07T07:00Z', 'weekly', '2026-12-14T07:00'],
  ['Sunday here, Monday there', '2026-12-06T20:00Z', 'weekly', '2026-12-13T19:00', 'Pacific/Auckland'],
  ['over the new year', '2026-12-30T12:00Z', 'weekly', '2027-01-04T07:00'],
  ['over the short night', '2026-03-28T17:30Z', 'daily', '2026-03-29T16:00'],
  ['over the long night', '2026-10-24T16:30Z', 'daily', '2026-10-25T17:00'],
  ['a week with the short night', '2026-03-23T08:00Z', 'weekly', '2026-03-30T06:00'],
])('the next digest is %s', (_, instant, pace, next, zone = 'Europe/Rome') => {
  const due = nextDigest(Date.parse(instant), pace, zone)
  expect(due === null ? null : new Date(due).toISOString().slice(0, 16)).toBe(next)
})
