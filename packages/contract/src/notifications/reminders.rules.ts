import { readWallTime, wallTimeAt } from '../time-zones.ts'

/** Milliseconds before the start at which members are reminded, the nearest first. */
export const reminderLeads = { hour: 3_600_000, day: 86_400_000 } as const

export type Lead = keyof typeof reminderLeads

/** `startsAt`: milliseconds since the epoch. */
type ReminderTime = { startsAt: number; timeZone: string; isAllDay: boolean }

/** The instant (milliseconds since the epoch) before which one is reminded: of an event that lasts all day 09:00 of its first day. */
export function remindedStart({ startsAt, timeZone, isAllDay }: ReminderTime): number {
  if (!isAllDay) return startsAt
  const firstDay = wallTimeAt(startsAt, timeZone).slice(0, 10)
  return readWallTime(`${firstDay}T09:00`, timeZone)?.instant ?? startsAt
}

/** The reminder that is due at an instant: of several the nearest to the start, and none once that has come. */
export function dueLead(event: ReminderTime, now: number): Lead | null {
  const left = remindedStart(event) - now
  if (left <= 0) return null
  if (left <= reminderLeads.hour) return 'hour'
  return left <= reminderLeads.day ? 'day' : null
}
