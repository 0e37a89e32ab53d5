import { describe, expect, it } from 'vitest'
import { readerZone } from '../platform/format.ts'
import {
  addDays,
  addMonths,
  barsOf,
  eventsOn,
  periodOf,
  shownMonth,
  weekdayOf,
  weeksOf,
  withDays,
} from './month.ts'

describe('a month', () => {
  it.each([
    ['2026-12', '2026-12'],
    ['2026-13', '2026-11'],
    ['0026-12', '2026-11'],
    ['1000-01', '2026-11'],
    ['2999-12', '2026-11'],
    ['2026-00', '2026-11'],
    ['2026-1', '2026-11'],
    ['', '2026-11'],
  ])('that is asked for as %j is %s', (asked, month) => expect(shownMonth(asked, '2026-11-28')).toBe(month))

  // What `wallTimeAt` answers for the year 10000.
  it.each(['', '3000-01-01'])('is the last one where today is %j', (today) =>
    expect(shownMonth('', today)).toBe('2999-11'),
  )

  it('has weeks from Monday, with its days alone', () => {
    const weeks = weeksOf('2026-11')
    expect(weeks).toHaveLength(6)
    expect(weeks[0]).toEqual([null, null, null, null, null, null, '2026-11-01'])
    expect(weeks[5]).toEqual(['2026-11-30', null, null, null, null, null, null])
    // It begins on a Monday and has four weeks.
    expect(weeksOf('2027-02').flat()).toHaveLength(28)
  })

  it('is fetched with the day before and the day after', () => {
    expect(periodOf('2026-12')).toEqual({
      from: '2026-11-30T00:00:00.000Z',
      to: '2027-01-02T00:00:00.000Z',
    })
  })
})

describe('a day', () => {
  it.each([
    ['2026-12-31', 1, '2027-01-31'],
    ['2027-01-31', 1, '2027-02-28'],
    ['2028-03-31', -1, '2028-02-29'],
    ['2026-01-15', -1, '2025-12-15'],
  ])('%s in %d months is %s', (date, count, expected) => expect(addMonths(date, count)).toBe(expected))

  it.each([
    ['2026-02-28', 1, '2026-03-01'],
    ['2026-01-01', -7, '2025-12-25'],
  ])('%s in %d days is %s', (date, count, expected) => expect(addDays(date, count)).toBe(expected))

  it('is counted from Monday', () => {
    expect(['2026-11-23', '2026-11-29'].map(weekdayOf)).toEqual([0, 6])
  })
})

describe('an event', () => {
  const at = (date: string, time: string) => new Date(`${date}T${time}`).toISOString()
  const daysOf = (event: Parameters<typeof withDays>[0][number]) =>
    weeksOf('2026-12')
      .flat()
      .filter((date) => date && eventsOn(withDays([event]), date).length > 0)

  it.each([
    ['within a day', '10:00', '2026-12-04', '12:00', ['2026-12-04']],
    ['to midnight', '10:00', '2026-12-05', '00:00', ['2026-12-04']],
    ['of no length, at midnight', '00:00', '2026-12-04', '00:00', ['2026-12-04']],
    ['over several days', '22:00', '2026-12-06', '01:00', ['2026-12-04', '2026-12-05', '2026-12-06']],
  ])('%s stands on its days', (_, start, lastDay, end, expected) => {
    const times = { dateTime: at('2026-12-04', start), deadline: at(lastDay, end) }
    expect(daysOf({ ...times, timeZone: readerZone(), isAllDay: false })).toEqual(expected)
  })

  it('that lasts all day stands on the days of its own zone', () => {
    const tokyo = { dateTime: '2026-12-04T15:00:00Z', deadline: '2026-12-05T14:59:00Z' }
    expect(daysOf({ ...tokyo, timeZone: 'Asia/Tokyo', isAllDay: true })).toEqual(['2026-12-05'])
  })

  it('of several days is a bar in each of its weeks, in a lane of its own', () => {
    const lasting = (firstDay: string, lastDay: string) => ({ firstDay, lastDay })
    const events = [
      lasting('2026-11-28', '2026-12-02'),
      lasting('2026-12-01', '2026-12-08'),
      lasting('2026-12-02', '2026-12-02'),
      lasting('2026-12-03', '2026-12-04'),
    ]
    const barsIn = (place: number) =>
      barsOf(events, weeksOf('2026-12')[place] ?? []).map(({ from, to, days, lane }) => [
        from,
        to,
        days,
        lane,
      ])
    expect(barsIn(0)).toEqual([
      ['2026-12-01', '2026-12-02', 2, 0],
      ['2026-12-01', '2026-12-06', 6, 1],
      ['2026-12-03', '2026-12-04', 2, 0],
    ])
    expect(barsIn(1)).toEqual([['2026-12-07', '2026-12-08', 2, 0]])
    expect(barsIn(2)).toEqual([])
  })
})
