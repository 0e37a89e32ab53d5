import { dayAfter, readWallTime, wallTimeAt } from '../time-zones.ts'

/** The hours without pushes, by the clock of the member's zone: '22:00' to '08:00' is a night. */
export type QuietHours = { isOn: boolean; from: string; to: string }

/** Whether quiet hours are valid: with the same start and end they would mean no hour, or all of them. */
export function areQuietHours({ from, to }: Pick<QuietHours, 'from' | 'to'>): boolean {
  return from !== to
}

/**
 * When the quiet hours end in which an instant lies; null where it lies in none. Both are milliseconds since the epoch. They begin and end
 * by the clock of the zone, also on the nights in which it is changed: a time that it leaves out is as much later, one
 * that it shows twice is the first of the two.
 */
export function endOfQuietHours(
  instant: number,
  { isOn, from, to }: QuietHours,
  zone: string,
): number | null {
  if (!isOn) return null
  const today = wallTimeAt(instant, zone).slice(0, 10)
  for (const day of [dayAfter(today, -1), today]) {
    const begin = readWallTime(`${day}T${from}`, zone)?.instant
    const end = readWallTime(`${from < to ? day : dayAfter(day, 1)}T${to}`, zone)?.instant
    if (begin !== undefined && end !== undefined && begin <= instant && instant < end) return end
  }
  return null
}
