import { afterEach, describe, expect, it, vi } from 'vitest'
import { datesIn, instantOf } from './event-dates.ts'

describe('an instant', () => {
  const afternoon = '2026-11-28T13:00:00.000Z'

  it('is written in the zone of the reader', () => {
    expect(datesIn('Europe/Rome').short(afternoon)).toBe('sab 28 nov 2026, 14:00 CET')
    expect(datesIn('Europe/Rome').short('2026-07-01T12:05:00.000Z')).toBe('mer 1 lug 2026, 14:05 CEST')
    expect(datesIn('Asia/Tokyo').long('2026-11-28T18:30:00.000Z')).toBe('domenica 29 novembre 2026, 03:30')
    expect(datesIn('Europe/Rome').long(afternoon)).toBe('sabato 28 novembre 2026, 14:00')
  })

  it('has the month and day of that zone', () => {
    expect(datesIn('Europe/Rome').monthAndDay('2026-12-31T23:30:00.000Z')).toEqual({ month: 'gen', day: '1' })
    expect(datesIn('America/New_York').monthAndDay('2026-12-31T23:30:00.000Z')).toEqual({
      month: 'dic',
      day: '31',
    })
  })

  it.each([
    ['', 'Non disponibile', 'Data non disponibile'],
    [null, 'Non disponibile', 'Data non disponibile'],
    ['domani', 'Data non valida', 'Data non valida'],
    ['2026-13-01T00:00:00.000Z', 'Data non valida', 'Data non valida'],
  ])('that is none is said to be none: %o', (instant, short, long) => {
    const dates = datesIn('Europe/Rome')
    expect([dates.short(instant), dates.long(instant)]).toEqual([short, long])
    expect(dates.monthAndDay(instant)).toBeNull()
  })
})

describe('an entered time', () => {
  afterEach(() => {
    vi.unstubAllEnvs()
  })

  it.each([
    ['in winter', 'Europe/Rome', '2026-11-28T14:00', '2026-11-28T13:00:00.000Z'],
    ['in summer', 'Europe/Rome', '2026-07-28T14:00', '2026-07-28T12:00:00.000Z'],
    ['before the clock goes forward', 'Europe/Rome', '2026-03-29T01:59', '2026-03-29T00:59:00.000Z'],
    ['that the clock leaves out', 'Europe/Rome', '2026-03-29T02:30', '2026-03-29T01:30:00.000Z'],
    ['after the clock went forward', 'Europe/Rome', '2026-03-29T03:00', '2026-03-29T01:00:00.000Z'],
    ['before the clock goes back', 'Europe/Rome', '2026-10-25T01:59', '2026-10-24T23:59:00.000Z'],
    ['that comes twice', 'Europe/Rome', '2026-10-25T02:30', '2026-10-25T00:30:00.000Z'],
    ['after the clock went back', 'Europe/Rome', '2026-10-25T03:00', '2026-10-25T02:00:00.000Z'],
    ['that comes twice elsewhere', 'America/New_York', '2026-11-01T01:30', '2026-11-01T05:30:00.000Z'],
    ['where the clock stays', 'Asia/Kolkata', '2026-03-29T02:30', '2026-03-28T21:00:00.000Z'],
  ])('%s (%s)', (_, timeZone, local, instant) => {
    vi.stubEnv('TZ', timeZone)
    expect(instantOf(local)).toBe(instant)
  })

  it('that is not complete is empty', () => {
    expect(instantOf('')).toBe('')
    expect(instantOf('2026-11-28T')).toBe('')
  })
})
