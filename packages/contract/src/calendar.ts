/** Whether a text is a day of the calendar, written as yyyy-mm-dd (ISO 8601). */
export function isCalendarDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  // A day that its month doesn't have is read as one of the next.
  const instant = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text)
}
