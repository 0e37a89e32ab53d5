import { type DateOptions, formatterOf } from '@covo/contract/formatter'
import { isTimeZone } from '@covo/contract/time-zones'

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
