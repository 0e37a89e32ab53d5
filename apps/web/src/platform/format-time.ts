import { dateFormat } from './format.ts'

const day = dateFormat({ weekday: 'short', day: 'numeric', month: 'long' })
const dayOfAnotherYear = dateFormat({ day: 'numeric', month: 'long', year: 'numeric' })

/** Hour and minute in the reader's zone: '09:05'. */
export function formatTime(date: Date): string {
  return [date.getHours(), date.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':')
}

/** A day as a line between messages: 'oggi, sab 21 novembre'. */
export function formatDay(date: Date, now: Date): string {
  const daysAgo = Math.round((startOfDay(now) - startOfDay(date)) / 86_400_000)
  const name = date.getFullYear() === now.getFullYear() ? day(date) : dayOfAnotherYear(date)
  if (daysAgo === 0) return `oggi, ${name}`
  if (daysAgo === 1) return `ieri, ${name}`
  return name
}

function startOfDay(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
}
