import { type DateOptions, formatterOf } from '@covo/contract/formatter'
import { isTimeZone } from '@covo/contract/time-zones'

const day = dateFormat({ weekday: 'short', day: 'numeric', month: 'long' })
const dayOfAnotherYear = dateFormat({ day: 'numeric', month: 'long', year: 'numeric' })

/** Writes dates in Italian. The formatter is made for the first of them: that takes a slow phone a tenth of a second. */
export function dateFormat(options: DateOptions): (date: Date) => string {
  let format: ReturnType<typeof formatterOf> | undefined
  return (date) => {
    format ??= formatterOf('it-IT', options)
    return format.format(date)
  }
}

let foundZone: string | undefined

/** The time zone of this reader, or UTC where the browser names none. Found at its first use: that takes a slow phone 40 ms. */
export function readerZone(): string {
  if (foundZone === undefined) {
    const { timeZone } = formatterOf('it-IT', {}).resolvedOptions()
    foundZone = isTimeZone(timeZone ?? '') ? timeZone : 'UTC'
  }
  return foundZone
}

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

/** The size of a file: '12 kB', '3,4 MB'. */
export function formatBytes(bytes: number): string {
  if (bytes < 999_500) return `${Math.max(1, Math.round(bytes / 1000))} kB`
  return `${(bytes / 1e6).toLocaleString('it-IT', { maximumFractionDigits: 1 })} MB`
}
