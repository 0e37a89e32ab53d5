/** A valid form of an event that begins in an hour and lasts one. */
export function eventForm() {
  const hour = 3_600_000
  return {
    title: 'Serata',
    description: 'aperta',
    dateTime: new Date(Date.now() + hour).toISOString(),
    deadline: new Date(Date.now() + 2 * hour).toISOString(),
    link: 'https://esempio.it',
    category: 'other',
    duration: '1 ora',
  }
}
