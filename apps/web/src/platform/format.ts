const time = new Intl.DateTimeFormat('it-IT', { hour: '2-digit', minute: '2-digit' })
const day = new Intl.DateTimeFormat('it-IT', { weekday: 'short', day: 'numeric', month: 'long' })
const dayOfAnotherYear = new Intl.DateTimeFormat('it-IT', { day: 'numeric', month: 'long', year: 'numeric' })

/** Hour and minute in the reader's zone. */
export function formatTime(date: Date): string {
  return time.format(date)
}

/** A day as a line between messages: 'oggi, sab 21 novembre'. */
export function formatDay(date: Date, now: Date): string {
  const daysAgo = Math.round((startOfDay(now) - startOfDay(date)) / 86_400_000)
  const name = date.getFullYear() === now.getFullYear() ? day.format(date) : dayOfAnotherYear.format(date)
  if (daysAgo === 0) return `oggi, ${name}`
  if (daysAgo === 1) return `ieri, ${name}`
  return name
}

function startOfDay(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
}
