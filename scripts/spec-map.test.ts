import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const read = (path: string) => readFileSync(resolve(root, path), 'utf8')
const rows = read('docs/spec-map.md')
  .split('\n')
  .filter((line) => /^\| [^-]/.test(line))
  .map((line) => line.slice(2, -2).split(' | '))
const texts = rows.filter(([point, , catalogue]) => /^\d$/.test(point ?? '') && catalogue)

/** Texts whose dots are a value, where other texts end in three dots. */
const valueDots = /(?<=^Errore: )\.\.\.|(?<=login con )\.\.\.|(?<=Login con )\.\.\./

/** The fixed parts of a text, in order. */
function fragmentsOf(text: string): string[] {
  return text
    .replace(valueDots, '{}')
    .replace(/^N |\(count\)|^(24\/7|infinite) /, (part) =>
      /count|^N/.test(part) ? '{}' : `${part.trim()}{}`,
    )
    .split(/\{[^}]*\}/)
    .map((part) => part.trim())
    .filter(Boolean)
}

function has(path: string, text: string): boolean {
  const content = read(path).replaceAll("\\'", "'")
  let position = 0
  return fragmentsOf(text).every((fragment) => {
    position = content.indexOf(fragment, position) + 1
    return position > 0
  })
}

it('has all texts of the specification', () => {
  expect(texts.length).toBeGreaterThan(120)
})

describe.each(texts)('%s: %s', (_point, text, catalogue, test) => {
  it(`stands in ${catalogue}`, () => expect(has(catalogue ?? '', text ?? '')).toBe(true))
  it(`is asserted by ${test}`, () => expect(has(test ?? '', text ?? '')).toBe(true))
})

/** Cells that name a place in a file: `path`, with its symbol in backticks or its title in quotation marks. */
const places = rows
  .flat()
  .map((cell) => /^((?:apps|packages|e2e)\/\S+) (?:`([^`]+)`|"(.+)")$/.exec(cell))
  .filter((match) => match !== null)
  .map(([, path = '', symbol, title]) => ({ path, symbol, name: symbol ?? title ?? '' }))

/** Whether a file defines a symbol: in TypeScript, SQL or CSS. */
function defines(path: string, symbol: string): boolean {
  const definitions = path.endsWith('.css')
    ? [`^\\s*${symbol}:`, `^[^{};]*\\.${symbol}(?![\\w-])`]
    : [
        `(function|const|type|class) ${symbol}\\b`,
        `create table ${symbol}\\b`,
        `^\\s+${symbol} (boolean|text)\\b`,
      ]
  return definitions.some((definition) => new RegExp(definition, 'm').test(read(path)))
}

it('names a symbol and a title for each fact that is no text', () => {
  const symbols = places.filter(({ symbol }) => symbol)
  expect(symbols.length).toBeGreaterThan(65)
  expect(places.length).toBe(2 * symbols.length)
})

it.each(places)('finds $name in $path', ({ path, symbol, name }) => {
  if (symbol) expect(defines(path, symbol)).toBe(true)
  else expect(read(path).replaceAll("\\'", "'")).toContain(name)
})

it('has no sentence in two catalogues', () => {
  const catalogues = new Set(texts.map(([, , catalogue]) => catalogue ?? ''))
  const sentences = texts
    .map(([, text]) => text ?? '')
    .filter((text) => / .*[.!]$/.test(text) && !/[{N]|\.\.\./.test(text))
  for (const sentence of sentences) {
    const owners = [...catalogues].filter((path) => has(path, sentence))
    expect(owners, sentence).toHaveLength(1)
  }
})
