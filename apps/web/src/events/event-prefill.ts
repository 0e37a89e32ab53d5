import { eventTexts } from './event.texts.it.ts'
import { instantOf, localOf } from './event-dates.ts'
import type { EventFields } from './event-draft.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
/** Longer periods are written in days and the remaining hours. */
const longestInHours = 3 * day

/**
 * The form after a change, with end and duration filled in as far as they are empty or still as they were filled in before:
 * the end from start and category, the duration from start and end. Times are as their fields hold them.
 */
export function withPrefilled(before: EventFields, after: EventFields): EventFields {
  const isEndOurs = after.deadline === before.deadline && ['', endOf(before)].includes(after.deadline)
  const filled = isEndOurs && endOf(before) !== endOf(after) ? { ...after, deadline: endOf(after) } : after
  const isDurationOurs =
    after.duration === before.duration && ['', durationOf(before)].includes(after.duration)
  return isDurationOurs && durationOf(before) !== durationOf(filled)
    ? { ...filled, duration: durationOf(filled) }
    : filled
}

/** A day after the start for a CTF, else two hours, the same day for an all-day event; empty while there is no start. */
function endOf({ dateTime, category, timeZone, isAllDay }: EventFields): string {
  if (isAllDay) return dateTime
  const start = Date.parse(instantOf(dateTime, timeZone))
  return Number.isNaN(start) ? '' : localOf(new Date(start + (category === 'ctf' ? day : 2 * hour)), timeZone)
}

/**
 * The time from start to end in words, '24 ore', '3 giorni', '1 ora e 30 minuti'; empty where there is none. Days count by
 * the calendar: noon to noon is a whole number of days, also across a change of the clock. Hours count elapsed time.
 */
export function durationOf({ dateTime, deadline, timeZone, isAllDay }: EventFields): string {
  if (isAllDay) {
    const days = (Date.parse(deadline.slice(0, 10)) - Date.parse(dateTime.slice(0, 10))) / day + 1
    return days >= 1 ? eventTexts.days(days) : ''
  }
  const days = (Date.parse(`${deadline}Z`) - Date.parse(`${dateTime}Z`)) / day
  if (days > 1 && Number.isInteger(days)) return eventTexts.days(days)
  const minutes =
    (Date.parse(instantOf(deadline, timeZone)) - Date.parse(instantOf(dateTime, timeZone))) / minute
  if (!(minutes > 0)) return ''
  const wholeDays = minutes * minute > longestInHours ? Math.floor((minutes * minute) / day) : 0
  const rest = minutes - (wholeDays * day) / minute
  const parts = [
    wholeDays > 0 && eventTexts.days(wholeDays),
    rest >= 60 && eventTexts.hours(Math.floor(rest / 60)),
    wholeDays === 0 && rest % 60 > 0 && eventTexts.minutes(rest % 60),
  ]
  return parts.filter(Boolean).join(' e ')
}
