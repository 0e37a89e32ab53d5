import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  datesIn,
  datesOf,
  instantOf,
  isRunning,
  lengthOf,
  localOf,
  minutesOf,
  readLocal,
  spanOf,
  startsIn,
  zoneWithOffset,
} from './event-dates.ts'

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
  it('is an instant by the clock of its zone', () => {
    expect(instantOf('2026-11-28T14:00', 'Europe/Rome')).toBe('2026-11-28T13:00:00.000Z')
    expect(instantOf('2026-11-28T14:00', 'Asia/Kolkata')).toBe('2026-11-28T08:30:00.000Z')
  })

  it('that is not complete is empty', () => {
    expect(instantOf('', 'Europe/Rome')).toBe('')
    expect(instantOf('2026-11-28T', 'Europe/Rome')).toBe('')
  })
})

it.each([
  ['Europe/Rome', '2026-11-28T13:00:00.000Z', 'Europe/Rome (UTC+1)'],
  ['Europe/Rome', '2026-07-28T13:00:00.000Z', 'Europe/Rome (UTC+2)'],
  ['Asia/Kolkata', '2026-07-28T13:00:00.000Z', 'Asia/Kolkata (UTC+5:30)'],
  ['UTC', '2026-07-28T13:00:00.000Z', 'UTC (UTC+0)'],
])('%s is offered at %s as %s', (timeZone, instant, label) => {
  expect(zoneWithOffset(timeZone, Date.parse(instant))).toBe(label)
})

it('the dates of an event that lasts all day are those of its own zone, without a time', () => {
  const dates = datesOf({ timeZone: 'Pacific/Auckland', isAllDay: true })
  const start = '2026-11-30T11:00:00.000Z'
  expect(dates.short(start)).toBe('mar 1 dic 2026, tutto il giorno')
  expect(dates.long(start)).toBe('martedì 1 dicembre 2026, tutto il giorno')
  expect(dates.monthAndDay(start)).toEqual({ month: 'dic', day: '1' })
})

it.each([
  ['', ''],
  ['2026-12-05T14:00', 'sabato 5 dicembre 2026, 14:00'],
  ['2026-12-05T', ''],
  ['2026-03-29T02:30', 'domenica 29 marzo 2026, 03:30\nQuel giorno le 02:30 non esistono: vale 03:30.'],
  [
    '2026-10-25T02:30',
    'domenica 25 ottobre 2026, 02:30\nQuel giorno le 02:30 arrivano due volte: vale la prima.',
  ],
])('a field that holds %o reads %o', (local, words) => {
  expect(readLocal(local, 'Europe/Rome')).toBe(words)
})

describe('in Rome', () => {
  beforeEach(() => {
    vi.stubEnv('TZ', 'Europe/Rome')
  })
  afterEach(() => {
    vi.unstubAllEnvs()
  })

  it.each([
    ['2026-11-28T13:00:00.000Z', '2026-11-28T14:00'],
    ['2026-07-28T12:05:59.999Z', '2026-07-28T14:05'],
    ['2026-10-25T00:30:00.000Z', '2026-10-25T02:30'],
    ['9999-12-31T22:59:00.000Z', '9999-12-31T23:59'],
    ['9999-12-31T23:00:00.000Z', ''],
  ])('a field holds %s as %o', (instant, local) => {
    expect(localOf(new Date(instant), 'Europe/Rome')).toBe(local)
  })

  it.each([
    ['2026-11-22T23:00', 'now', '2026-11-22T23:00', null],
    ['2026-11-22T23:00', 'before', '2026-11-22T22:59', null],
    ['2026-11-22T23:00', 'never', 'domani', null],
    ['2026-11-22T23:00', 'never', '', null],
    ['2026-11-22T23:00', 'a second later', '2026-11-22T23:00:01', 'tra 1 minuto'],
    ['2026-11-22T23:00', 'soon', '2026-11-22T23:59', 'tra 59 minuti'],
    ['2026-11-22T23:00', 'in almost an hour', '2026-11-22T23:59:30', 'tra 1 ora'],
    ['2026-11-22T23:00', 'after midnight', '2026-11-23T02:00', 'tra 3 ore'],
    ['2026-11-22T23:00', 'in the morning', '2026-11-23T09:00', 'domani'],
    ['2026-11-22T00:10', 'late today', '2026-11-22T23:50', 'tra 24 ore'],
    ['2026-11-22T00:10', 'late tomorrow', '2026-11-23T23:50', 'domani'],
    ['2026-11-22T23:00', 'after tomorrow', '2026-11-24T00:10', 'tra 2 giorni'],
    ['2026-10-24T12:00', 'after the clock goes back', '2026-10-26T11:30', 'tra 2 giorni'],
    ['2026-03-28T12:00', 'after the clock goes forward', '2026-03-29T12:30', 'domani'],
    ['2026-11-22T23:00', 'in two weeks', '2026-12-06T14:00', 'tra 14 giorni'],
    ['2026-11-22T23:00', 'next year', '2027-01-20T14:00', 'tra 59 giorni'],
    ['2026-11-22T23:00', 'in spring', '2027-04-22T14:00', 'tra 5 mesi'],
    ['2026-11-22T23:00', 'in two years', '2028-11-22T14:00', 'tra 24 mesi'],
  ])('at %s an event that starts %s (%s) starts %o', (now, _, dateTime, words) => {
    expect(startsIn({ dateTime, deadline: dateTime }, Date.parse(now))).toBe(words)
  })
})

it.each([
  [59_999, 'meno di un minuto'],
  [60_000, '1 minuto'],
  [11 * 60_000 + 1, '12 minuti'],
  [61 * 60_000, '1 ora e 1 minuto'],
  [2 * 3_600_000, '2 ore'],
  [24 * 3_600_000, '1 giorno'],
  [76 * 3_600_000, '3 giorni e 4 ore'],
  [72 * 3_600_000 + 60_000, '3 giorni'],
])('%i milliseconds are %s', (milliseconds, words) => {
  expect(lengthOf(milliseconds)).toBe(words)
})

it.each([
  ['before it', '2026-11-28T12:59:59.999Z', false],
  ['from its start', '2026-11-28T13:00:00.000Z', true],
  ['until its end', '2026-11-29T13:00:00.000Z', true],
  ['after it', '2026-11-29T13:00:00.001Z', false],
])('an event is running, %s (%s): %s', (_, now, running) => {
  const times = { dateTime: '2026-11-28T13:00:00.000Z', deadline: '2026-11-29T13:00:00.000Z' }
  expect(isRunning(times, Date.parse(now))).toBe(running)
  expect(isRunning({ ...times, dateTime: '' }, Date.parse(now))).toBe(false)
})

it('an event of a zone that is not known here is in the reader’s, with the zone’s name', () => {
  const zoned = { timeZone: 'Mars/Olympus', isAllDay: true }
  const noon = '2026-11-28T12:00:00.000Z'
  expect(datesOf(zoned).short(noon)).toBe('sab 28 nov 2026, tutto il giorno (fuso: Mars/Olympus)')
  expect(datesOf(zoned).monthAndDay(noon)).toEqual({ month: 'nov', day: '28' })
  expect(datesOf({ ...zoned, isAllDay: false }).short(noon)).toBe(datesIn().short(noon))
  expect(zoneWithOffset('Mars/Olympus', Date.parse(noon))).toBe('Mars/Olympus')
})

describe('the time of an event in one line', () => {
  beforeEach(() => vi.stubEnv('TZ', 'Europe/Rome'))
  afterEach(() => vi.unstubAllEnvs())

  const now = Date.parse('2026-11-28T10:00:00.000Z')
  const rome = { timeZone: 'Europe/Rome', isAllDay: false }
  it.each([
    ['one evening', {}, '2026-12-10T17:00Z', '2026-12-10T21:00Z', 'giovedì 10 dicembre, 18:00–22:00'],
    ['an instant', {}, '2026-12-10T17:00Z', '2026-12-10T17:00Z', 'giovedì 10 dicembre, 18:00'],
    [
      'a night',
      {},
      '2026-12-10T21:00Z',
      '2026-12-11T01:00Z',
      'giovedì 10 dicembre, 22:00 – venerdì 11 dicembre, 02:00',
    ],
    ['another year', {}, '2027-01-01T17:00Z', '2027-01-01T21:00Z', 'venerdì 1 gennaio 2027, 18:00–22:00'],
    [
      'across two years',
      {},
      '2026-12-31T21:00Z',
      '2027-01-01T01:00Z',
      'giovedì 31 dicembre 2026, 22:00 – venerdì 1 gennaio 2027, 02:00',
    ],
    [
      'a whole day of its own zone',
      { timeZone: 'Asia/Tokyo', isAllDay: true },
      '2026-12-09T15:00Z',
      '2026-12-10T14:59Z',
      'giovedì 10 dicembre, tutto il giorno',
    ],
    [
      'whole days',
      { isAllDay: true },
      '2026-12-09T23:00Z',
      '2026-12-11T22:59Z',
      'giovedì 10 dicembre – venerdì 11 dicembre, tutto il giorno',
    ],
  ])('%s', (_, changes, dateTime, deadline, line) => {
    const event = { ...rome, ...changes, dateTime, deadline }
    const { start, end, sign } = spanOf(event, { now, isHere: true })
    const textOf = (parts: typeof start) => parts.map(({ text }) => text).join('')
    const shown = (parts: typeof start) => textOf(parts.filter(({ isShown }) => isShown))
    expect(`${shown(start)}${sign}${shown(end)}`).toBe(line)
    const { long, longNamed } = { ...datesIn('Europe/Rome'), ...datesOf(event) } as ReturnType<typeof datesIn>
    const whole = event.isAllDay ? long : longNamed
    expect([textOf(start), textOf(end)]).toEqual([whole(dateTime), whole(deadline)])
  })
})

it.each([
  ['24 ore', 1440],
  ['1 giorno', 1440],
  ['1 ora e 30 minuti', 90],
  ['2 Giorni, 3 ore ', 3060],
  ['una notte', null],
  ['2 ore circa', null],
  ['', null],
])('the minutes of %o are %o', (duration, minutes) => {
  expect(minutesOf(duration)).toBe(minutes)
})
