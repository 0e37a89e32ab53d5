import type { LightEvent } from '@covo/contract/events/events.routes'
import { wallTimeAt } from '@covo/contract/time-zones'
import { readerZone } from '../platform/format.ts'

const day = 86_400_000

/** The months of which the server knows the day before and the day after too. */
const [firstMonth, lastMonth] = ['1000-02', '2999-11']

/** The month that is asked for, 'yyyy-mm', else the present one; the last one where a clock is beyond it. */
export function shownMonth(asked: string, today: string): string {
  return [asked, today.slice(0, 7)].find(isMonth) ?? lastMonth
}

function isMonth(text: string): boolean {
  return /^\d{4}-(?:0[1-9]|1[0-2])$/.test(text) && text >= firstMonth && text <= lastMonth
}

/** The days of a month, 'yyyy-mm-dd', in weeks from Monday; null beside the month's own days. */
export function weeksOf(month: string): (string | null)[][] {
  const cells: (string | null)[] = Array.from({ length: weekdayOf(`${month}-01`) }, () => null)
  for (let date = `${month}-01`; date.startsWith(month); date = addDays(date, 1)) cells.push(date)
  while (cells.length % 7 > 0) cells.push(null)
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7))
}

/** 0 for Monday. */
export function weekdayOf(date: string): number {
  return (new Date(date).getUTCDay() + 6) % 7
}

export function addDays(date: string, count: number): string {
  return new Date(Date.parse(date) + count * day).toISOString().slice(0, 10)
}

/** The same day of another month, or that month's last one. */
export function addMonths(date: string, count: number): string {
  const [year = 0, month = 1] = date.split('-').map(Number)
  const first = new Date(Date.UTC(year, month - 1 + count)).toISOString().slice(0, 8)
  const last = addDays(`${addDays(`${first}01`, 31).slice(0, 8)}01`, -1)
  const same = `${first}${date.slice(8)}`
  return same < last ? same : last
}

/** The instants between which a month lies, wherever on Earth its days are read. */
export function periodOf(month: string): { from: string; to: string } {
  const at = (date: string) => `${date}T00:00:00.000Z`
  return { from: at(addDays(`${month}-01`, -1)), to: at(addDays(addMonths(`${month}-01`, 1), 1)) }
}

type Lasting = Pick<LightEvent, 'dateTime' | 'deadline' | 'timeZone' | 'isAllDay'>
type WithDays<Shown> = Shown & { firstDay: string; lastDay: string }

/** Events with their days in the reader's zone; an all-day event stands on the days of its own zone. */
export function withDays<Shown extends Lasting>(events: readonly Shown[]): WithDays<Shown>[] {
  return events.map((event) => {
    const [start, end] = [Date.parse(event.dateTime), Date.parse(event.deadline)]
    const dayOf = (instant: number) =>
      wallTimeAt(instant, event.isAllDay ? event.timeZone : readerZone()).slice(0, 10)
    // One that ends at midnight is not there on the day that begins then.
    return { ...event, firstDay: dayOf(start), lastDay: dayOf(Math.max(start, end - 1)) }
  })
}

/** The events of a day. */
export function eventsOn<Shown>(events: readonly WithDays<Shown>[], date: string): WithDays<Shown>[] {
  return events.filter(({ firstDay, lastDay }) => firstDay <= date && date <= lastDay)
}

/** An event of several days as a week shows it: its days there, and the lane in which no other event stands on them. */
export type Bar<Shown> = { event: WithDays<Shown>; from: string; to: string; days: number; lane: number }

/**
 * The events of several days in a week of `weeksOf`, in the lowest lanes that are free.
 * @param events in the order of their start
 */
export function barsOf<Shown>(
  events: readonly WithDays<Shown>[],
  week: readonly (string | null)[],
): Bar<Shown>[] {
  /** The last day that is taken in each lane. */
  const taken: string[] = []
  return events
    .filter(({ firstDay, lastDay }) => firstDay < lastDay)
    .flatMap((event) => {
      const dates = week.filter((date) => date !== null && event.firstDay <= date && date <= event.lastDay)
      const [from, to] = [dates[0], dates.at(-1)]
      if (!from || !to) return []
      const free = taken.findIndex((date) => date < from)
      const lane = free < 0 ? taken.length : free
      taken[lane] = to
      return [{ event, from, to, days: dates.length, lane }]
    })
}
