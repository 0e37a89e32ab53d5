import type { Event } from '@covo/contract/events/events.routes'
import { datesOf, isRunning } from './event-dates.ts'

/** The events of a day, or those that go on at present. */
export type AgendaPart = { heading: string; events: Event[] }

/**
 * Events under the days of their starts, as this reader reads them, in the order in which the events came; those that go on at
 * `now` (milliseconds) come first, under `runningHeading`.
 */
export function agendaOf(events: readonly Event[], now: number, runningHeading: string): AgendaPart[] {
  const running = events.filter((event) => isRunning(event, now))
  const others = events.filter((event) => !isRunning(event, now))
  const days = Map.groupBy(others, (event) => datesOf(event).longDay(event.dateTime))
  return [
    ...(running.length > 0 ? [{ heading: runningHeading, events: running }] : []),
    ...[...days].map(([heading, ofDay]) => ({ heading, events: ofDay })),
  ]
}
