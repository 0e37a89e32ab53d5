import { dayAfter, readWallTime, wallTimeAt } from '../time-zones.ts'

/** How often a member is mailed their unseen messages and notifications. */
export const digestPaces = ['never', 'daily', 'weekly'] as const
export type DigestPace = (typeof digestPaces)[number]

const times = { daily: '18:00', weekly: '08:00' }

/** As `Date.prototype.getUTCDay` counts. */
const monday = 1

/**
 * When the next digest is due after an instant (both milliseconds since the epoch), by the clock of a zone: each day at 18:00, or each Monday at
 * 08:00; null where none is wanted.
 */
export function nextDigest(instant: number, pace: DigestPace, zone: string): number | null {
  if (pace === 'never') return null
  const today = wallTimeAt(instant, zone).slice(0, 10)
  for (let days = 0; days <= 7; days += 1) {
    const date = dayAfter(today, days)
    const due = readWallTime(`${date}T${times[pace]}`, zone)?.instant
    const isItsDay = pace === 'daily' || new Date(date).getUTCDay() === monday
    if (due !== undefined && due > instant && isItsDay) return due
  }
  return null
}
