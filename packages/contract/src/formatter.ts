/** How a date is written. */
export type DateOptions = Intl.DateTimeFormatOptions

/**
 * A formatter of dates and times. What this browser doesn't know is left out, be it an option or a zone that is newer than its table: it
 * then writes in its own zone, and no screen fails for one value.
 */
export function formatterOf(locale: string, options: DateOptions): Intl.DateTimeFormat {
  for (const unknown of [[], ['timeZoneName'], ['timeZone'], ['timeZone', 'timeZoneName']])
    try {
      const known = Object.entries(options).filter(([name]) => !unknown.includes(name))
      return new Intl.DateTimeFormat(locale, Object.fromEntries(known))
    } catch {
      // With less, perhaps.
    }
  return new Intl.DateTimeFormat(locale)
}
