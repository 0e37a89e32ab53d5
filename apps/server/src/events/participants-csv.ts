import { wallTimeAt } from '@covo/contract/time-zones'

const header = ['nome', 'stato', 'data', 'squadra']
const stateNames = { joined: 'confermato', waiting: "in lista d'attesa" }

type ListedPerson = { displayName: string; state: 'joined' | 'waiting'; joinedAt: string; team: string }

/** The first line, after the mark by which spreadsheets know UTF-8. */
export const csvHeader = `\uFEFF${lineOf(header)}`

/** A line for each, with the time in the event's zone, as an Italian spreadsheet reads one. */
export function csvLines(people: ListedPerson[], timeZone: string): string {
  return people
    .map(({ displayName, state, joinedAt, team }) =>
      lineOf([displayName, stateNames[state], timeOf(joinedAt, timeZone), team]),
    )
    .join('')
}

/** '23/11/2026 11:00'. */
function timeOf(instant: string, timeZone: string): string {
  const [day = '', clock = ''] = wallTimeAt(Date.parse(instant), timeZone).split('T')
  return `${day.split('-').toReversed().join('/')} ${clock}`
}

/** Semicolons: an Italian Excel, whose decimals have a comma, takes no other separator of a file that it opens by a double click. */
function lineOf(cells: string[]): string {
  return `${cells.map(cellOf).join(';')}\r\n`
}

/** A cell in quotes (RFC 4180). One that a spreadsheet would take for a formula begins with an apostrophe. */
function cellOf(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return `"${harmless.replaceAll('"', '""')}"`
}
