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

/** What a text says apart from its values, in order. */
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

it('names only files that are there', () => {
  const paths = rows.flat().filter((cell) => /^(apps|packages|e2e)\/\S+$/.test(cell))
  expect(paths.length).toBeGreaterThan(250)
  for (const path of new Set(paths)) expect(() => read(path), path).not.toThrow()
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
