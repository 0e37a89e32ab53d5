import { randomFrom } from '@covo/testing/random'
import { describe, expect, it } from 'vitest'
import { type DateOptions, formatterOf } from './formatter.ts'
import { isTimeZone, readWallTime, wallTimeAt } from './time-zones.ts'

it.each([
  ['Europe/Rome', true],
  ['UTC', true],
  ['America/Argentina/Buenos_Aires', true],
  ['Etc/GMT+5', true],
  ['Roma', false],
  ['+01:00', false],
  ['', false],
  ['Europe/Rome; drop table events', false],
])('%o names a time zone: %s', (name, isOne) => {
  expect(isTimeZone(name)).toBe(isOne)
})

describe('a time of the clock', () => {
  it.each([
    ['in winter', 'Europe/Rome', '2026-11-28T14:00', '2026-11-28T13:00:00.000Z', 1],
    ['that the clock leaves out', 'Europe/Rome', '2026-03-29T02:30', '2026-03-29T01:30:00.000Z', 0],
    ['that comes twice', 'Europe/Rome', '2026-10-25T02:30', '2026-10-25T00:30:00.000Z', 2],
    ['that comes twice elsewhere', 'America/New_York', '2026-11-01T01:30', '2026-11-01T05:30:00.000Z', 2],
    ['of a year that is still being typed', 'Europe/Rome', '0020-12-12T10:00', '0020-12-12T10:00:00.000Z', 1],
    ['at the end of the calendar', 'Europe/Rome', '9999-12-31T23:30', '9999-12-31T22:30:00.000Z', 1],
    ['where the clock stays', 'Asia/Kolkata', '2026-03-29T02:30', '2026-03-28T21:00:00.000Z', 1],
    ['that half an hour takes', 'Australia/Lord_Howe', '2026-10-04T02:15', '2026-10-03T15:45:00.000Z', 0],
  ])('%s (%s)', (_, timeZone, wall, instant, times) => {
    expect(readWallTime(wall, timeZone)).toEqual({ instant: Date.parse(instant), times })
  })

  it('is none where the text is none', () => {
    expect(readWallTime('', 'Europe/Rome')).toBeNull()
    expect(readWallTime('2026-11-28T', 'Europe/Rome')).toBeNull()
  })

  it('is read and written as Temporal does, in all zones', () => {
    const seed = 30
    const random = randomFrom(seed)
    for (const timeZone of [...Intl.supportedValuesOf('timeZone'), 'UTC'])
      for (let tried = 0; tried < 20; tried += 1) {
        const instant = Date.UTC(2000 + 40 * random(), 0, 1) + Math.floor(random() * 366 * 1440) * 60_000
        const zoned = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone)
        expect(wallTimeAt(instant, timeZone), `${timeZone} ${seed}`).toBe(
          zoned.toPlainDateTime().toString().slice(0, 16),
        )
        const wall = new Date(instant).toISOString().slice(0, 16)
        expect(readWallTime(wall, timeZone)?.instant, `${timeZone} ${wall}`).toBe(
          Temporal.PlainDateTime.from(wall).toZonedDateTime(timeZone).epochMilliseconds,
        )
      }
  })
})

it('is the own zone’s where the zone is newer than the table here, and lacks what is not known', () => {
  const instant = Date.parse('2026-11-28T13:00:00.000Z')
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  expect(wallTimeAt(instant, 'Mars/Olympus')).toBe(wallTimeAt(instant, timeZone))
  expect(readWallTime(wallTimeAt(instant, 'Mars/Olympus'), 'Mars/Olympus')?.instant).toBe(instant)
  const unknown = { timeZoneName: 'lunga' } as unknown as DateOptions
  expect(formatterOf('it-IT', { ...unknown, timeZone: 'UTC', hour: 'numeric' }).format(instant)).toBe('13')
  expect(() => formatterOf('it-IT', { ...unknown, timeZone: 'Mars/Olympus' }).format(instant)).not.toThrow()
})
