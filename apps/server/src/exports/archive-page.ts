import { escapeHtml } from '@covo/contract/escape-html'
import type { OwnData, Value } from './own-data.ts'

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 70rem; margin: 0 auto; padding: 1rem; }
section { margin-top: 2rem; }
div { overflow-x: auto; }
table { width: max-content; border-collapse: collapse; }
th, td { padding: 0.25rem 0.75rem 0.25rem 0; border-bottom: 1px solid #8884; text-align: start; vertical-align: top; }
td { max-width: min(30rem, 75vw); overflow-wrap: break-word; white-space: pre-wrap; }
th { white-space: nowrap; }`

/** Without scripts; the content policy lets it fetch nothing, whatever its texts hold. */
export function pageStart(files: readonly OwnData[], madeAt: Date): string {
  return `<!doctype html>
<html lang="it">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>I tuoi dati</title>
<style>${style}
</style>
</head>
<body>
<h1>I tuoi dati</h1>
<p>Ciò che conserviamo su di te, al ${shownInstant(madeAt)}. Gli stessi dati sono in JSON negli altri file dell'archivio; la tua foto, se ne hai una, è nel file foto.webp.</p>
<nav aria-label="Sezioni"><ul>${files
    .map(({ name, title }) => `<li><a href="#${name}">${escapeHtml(title)}</a></li>`)
    .join('')}</ul></nav>
`
}

export const pageEnd = '</body>\n</html>\n'

/** The section of a part of the archive, piece by piece as its rows come. */
export async function* sectionOf(
  { name, title, isOne, fields }: OwnData,
  pages: AsyncIterable<Record<string, Value>[]>,
): AsyncGenerator<string> {
  const columns = Object.entries(fields).map(([key, field]) =>
    typeof field === 'string' ? { key, label: field, words: {} } : { key, ...field },
  )
  const head = columns.map(({ label }) => `<th scope="col">${escapeHtml(label)}</th>`).join('')
  const cell = (row: Record<string, Value>, { key, words }: (typeof columns)[number]) =>
    `<td dir="auto">${escapeHtml(shownValue(row[key] ?? null, words))}</td>`
  let isEmpty = true
  yield `<section id="${name}">\n<h2>${escapeHtml(title)}</h2>\n`
  for await (const rows of pages) {
    if (rows.length === 0) continue
    if (isEmpty) yield isOne ? '<div><table>\n' : `<div><table>\n<tr>${head}</tr>\n`
    isEmpty = false
    yield rows
      .map((row) =>
        isOne
          ? columns
              .map(
                (column) => `<tr><th scope="row">${escapeHtml(column.label)}</th>${cell(row, column)}</tr>\n`,
              )
              .join('')
          : `<tr>${columns.map((column) => cell(row, column)).join('')}</tr>\n`,
      )
      .join('')
  }
  yield isEmpty ? '<p>Niente.</p>\n</section>\n' : '</table></div>\n</section>\n'
}

function shownValue(value: Value, words: Record<string, string>): string {
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? 'sì' : 'no'
  if (value instanceof Date) return shownInstant(value)
  if (Array.isArray(value)) return value.join(', ')
  return Object.hasOwn(words, value) ? String(words[value]) : String(value)
}

const instantFormat = new Intl.DateTimeFormat('it', {
  dateStyle: 'short',
  timeStyle: 'medium',
  timeZone: 'UTC',
})

function shownInstant(instant: Date): string {
  return `${instantFormat.format(instant)} UTC`
}
