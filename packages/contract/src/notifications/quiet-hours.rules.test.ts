import { describe, expect, it } from 'vitest'
import { endOfQuietHours } from './quiet-hours.rules.ts'

const night = { isOn: true, from: '22:00', to: '08:00' }
const noon = { isOn: true, from: '13:00', to: '14:30' }
const rome = 'Europe/Rome'

function endOf(instant: string, hours: typeof night, zone = rome): string | null {
  const end = endOfQuietHours(Date.parse(instant), hours, zone)
  return end === null ? null : new Date(end).toISOString().slice(0, 16)
}

describe('quiet hours', () => {
  it.each<[what: string, instant: string, hours: typeof night, end: string | null, zone?: string]>([
    ['before a night', '2026-12-05T20:59:59.999Z', night, null],
    ['as it begins', '2026-12-05T21:00Z', night, '2026-12-06T07:00'],
    ['before midnight', '2026-12-05T22:59Z', night, '2026-12-06T07:00'],
    ['after midnight', '2026-12-05T23:30Z', night, '2026-12-06T07:00'],
    ['before it ends', '2026-12-06T06:59:59.999Z', night, '2026-12-06T07:00'],
    ['as it ends', '2026-12-06T07:00Z', night, null],
    ['at noon', '2026-12-06T12:00Z', noon, '2026-12-06T13:30'],
    ['before noon', '2026-12-06T11:59Z', noon, null],
    ['after noon', '2026-12-06T13:30Z', noon, null],
    ['off', '2026-12-05T23:30Z', { ...night, isOn: false }, null],
    ['all but a minute', '2026-12-05T23:30Z', { isOn: true, from: '08:00', to: '07:59' }, '2026-12-06T06:59'],
    ['in that minute', '2026-12-06T06:59Z', { isOn: true, from: '08:00', to: '07:59' }, null],
    ['from midnight', '2026-12-05T23:00Z', { isOn: true, from: '00:00', to: '06:00' }, '2026-12-06T05:00'],
    ['to midnight', '2026-12-05T22:59Z', { isOn: true, from: '20:00', to: '00:00' }, '2026-12-05T23:00'],
    ['at the end of a year', '2026-12-31T23:30Z', night, '2027-01-01T07:00'],
    ['far in the east', '2026-12-05T12:00Z', night, '2026-12-05T19:00', 'Pacific/Auckland'],
    ['far in the west', '2026-12-06T08:00Z', night, '2026-12-06T18:00', 'Pacific/Honolulu'],
    ['a half hour off', '2026-12-05T17:00Z', night, '2026-12-06T02:15', 'Asia/Kathmandu'],
    // 29 March 2026: at 02:00 it is 03:00.
    ['before a short night', '2026-03-28T20:59Z', night, null],
    ['in a short night', '2026-03-28T21:00Z', night, '2026-03-29T06:00'],
    ['after a short night', '2026-03-29T06:00Z', night, null],
    [
      'to a time that is left out',
      '2026-03-29T00:59Z',
      { isOn: true, from: '01:00', to: '02:30' },
      '2026-03-29T01:30',
    ],
    ['at that time', '2026-03-29T01:30Z', { isOn: true, from: '01:00', to: '02:30' }, null],
    ['from a time that is left out', '2026-03-29T01:29Z', { isOn: true, from: '02:30', to: '05:00' }, null],
    ['from then on', '2026-03-29T01:30Z', { isOn: true, from: '02:30', to: '05:00' }, '2026-03-29T03:00'],
    ['that are left out', '2026-03-29T01:05Z', { isOn: true, from: '02:15', to: '03:10' }, null],
    // 25 October 2026: at 03:00 it is 02:00 again.
    ['in a long night', '2026-10-24T20:00Z', night, '2026-10-25T07:00'],
    ['before the end of a long night', '2026-10-25T06:59Z', night, '2026-10-25T07:00'],
    [
      'to a time that comes twice',
      '2026-10-25T00:29Z',
      { isOn: true, from: '22:00', to: '02:30' },
      '2026-10-25T00:30',
    ],
    ['the second time', '2026-10-25T01:10Z', { isOn: true, from: '22:00', to: '02:30' }, null],
    [
      'from a time that comes twice',
      '2026-10-25T00:30Z',
      { isOn: true, from: '02:30', to: '06:00' },
      '2026-10-25T05:00',
    ],
  ])('%s: %s', (_, instant, hours, end, zone) => {
    expect(endOf(instant, hours, zone)).toBe(end)
  })

  it('end after each instant of them, in every zone and week', () => {
    for (const zone of Intl.supportedValuesOf('timeZone'))
      for (
        let instant = Date.UTC(2026, 0, 1);
        instant < Date.UTC(2027, 0, 1);
        instant += 7 * 86_400_000 + 3_420_000
      ) {
        const end = endOfQuietHours(instant, night, zone)
        if (end === null) continue
        expect(end).toBeGreaterThan(instant)
        expect(endOfQuietHours(end, night, zone)).toBeNull()
      }
  })
})
