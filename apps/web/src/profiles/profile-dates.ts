import { dateFormat } from '../platform/format.ts'

// A birth date is a day of the calendar: by way of the reader's zone it could become the day before.
const birthDate = dateFormat({ dateStyle: 'long', timeZone: 'UTC' })
const birthDay = dateFormat({ dateStyle: 'full', timeZone: 'UTC' })
const month = dateFormat({ month: 'short', year: 'numeric' })

/** A day of the calendar (yyyy-mm-dd) in words: '14 maggio 1998'; null when there is none. */
export function formatBirthDate(day: string): string | null {
  const date = new Date(`${day}T00:00:00Z`)
  return Number.isNaN(date.getTime()) ? null : birthDate(date)
}

/** A day of the calendar that is being entered, in words: 'giovedì 14 maggio 1998'; empty when there is none. */
export function readBirthDate(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  return Number.isNaN(date.getTime()) ? '' : birthDay(date)
}

/** The month of an instant in the reader's zone: 'mar 2025'; null when there is none. */
export function formatMonth(instant: string): string | null {
  const date = new Date(instant)
  return Number.isNaN(date.getTime()) ? null : month(date)
}
