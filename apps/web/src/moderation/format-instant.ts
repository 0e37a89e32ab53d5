import { dateFormat } from '../platform/format.ts'

const format = dateFormat({
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})

/** '25 nov 2026, 10:12', in the reader's zone. */
export const formatInstant = (instant: string): string => format(new Date(instant))
