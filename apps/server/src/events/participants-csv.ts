const header = ['nome', 'stato', 'data']
const stateNames = { joined: 'confermato', waiting: "in lista d'attesa" }

type ListedPerson = { displayName: string; state: 'joined' | 'waiting'; joinedAt: string }

/** The first line, after the mark by which spreadsheets know UTF-8. */
export const csvHeader = `\uFEFF${lineOf(header)}`

export function csvLines(people: ListedPerson[]): string {
  return people
    .map(({ displayName, state, joinedAt }) => lineOf([displayName, stateNames[state], joinedAt]))
    .join('')
}

function lineOf(cells: string[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`
}

/** A cell in quotes (RFC 4180). One that a spreadsheet would take for a formula begins with an apostrophe. */
function cellOf(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return `"${harmless.replaceAll('"', '""')}"`
}
