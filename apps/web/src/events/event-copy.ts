import type { Event } from '@covo/contract/events/events.routes'
import { instantOf } from './event-dates.ts'
import { type EventFields, fieldsOf } from './event-draft.ts'

const day = 86_400_000

/**
 * The fields of a new event like this one, a week later by the clock of its zone; as many weeks later as bring the start
 * after `now` (milliseconds).
 */
export function copyOf(event: Event, now: number): EventFields {
  const fields = fieldsOf(event)
  let weeks = 1
  while (Date.parse(instantOf(weeksLater(fields.dateTime, weeks), fields.timeZone)) <= now) weeks += 1
  return {
    ...fields,
    dateTime: weeksLater(fields.dateTime, weeks),
    deadline: weeksLater(fields.deadline, weeks),
    joinDeadline: fields.joinDeadline && weeksLater(fields.joinDeadline, weeks),
    // That page is of the event that is copied.
    ctftimeId: '',
  }
}

/** A wall time, 'yyyy-mm-ddThh:mm', so many weeks later. */
function weeksLater(local: string, weeks: number): string {
  return new Date(Date.parse(`${local}Z`) + weeks * 7 * day).toISOString().slice(0, local.length)
}
