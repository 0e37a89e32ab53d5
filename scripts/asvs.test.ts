import { existsSync, globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { figure } from '@covo/testing/figure'
import { describe, expect, it } from 'vitest'

/** The level of each requirement, in the order of its section: OWASP ASVS 5.0.0. */
const levels = {
  '1.1': '22',
  '1.2': '1111122223',
  '1.3': '112222222223',
  '1.4': '222',
  '1.5': '123',
  '2.1': '122',
  '2.2': '112',
  '2.3': '12223',
  '2.4': '23',
  '3.1': '3',
  '3.2': '113',
  '3.3': '12223',
  '3.4': '11222233',
  '3.5': '11122333',
  '3.6': '3',
  '3.7': '22333',
  '4.1': '12233',
  '4.2': '23333',
  '4.3': '22',
  '4.4': '1222',
  '5.1': '2',
  '5.2': '112333',
  '5.3': '113',
  '5.4': '222',
  '6.1': '122',
  '6.2': '111111112222',
  '6.3': '11223333',
  '6.4': '112233',
  '6.5': '22222333',
  '6.6': '2223',
  '6.7': '33',
  '6.8': '2222',
  '7.1': '222',
  '7.2': '1111',
  '7.3': '22',
  '7.4': '11222',
  '7.5': '223',
  '7.6': '22',
  '8.1': '1233',
  '8.2': '1123',
  '8.3': '133',
  '8.4': '23',
  '9.1': '111',
  '9.2': '1222',
  '10.1': '22',
  '10.2': '223',
  '10.3': '22223',
  '10.4': '1111122222233333',
  '10.5': '22222',
  '10.6': '22',
  '10.7': '222',
  '11.1': '2233',
  '11.2': '22233',
  '11.3': '11233',
  '11.4': '1222',
  '11.5': '23',
  '11.6': '23',
  '11.7': '33',
  '12.1': '12233',
  '12.2': '11',
  '12.3': '22223',
  '13.1': '2333',
  '13.2': '222223',
  '13.3': '2233',
  '13.4': '1222233',
  '14.1': '22',
  '14.2': '12223333',
  '14.3': '122',
  '15.1': '12233',
  '15.2': '12233',
  '15.3': '1222222',
  '15.4': '3333',
  '16.1': '2',
  '16.2': '22222',
  '16.3': '2222',
  '16.4': '222',
  '16.5': '2223',
  '17.1': '23',
  '17.2': '22223333',
  '17.3': '22',
}

const root = resolve(import.meta.dirname, '..')
const read = (path: string) => readFileSync(resolve(root, path), 'utf8')
const lines = read('docs/asvs.md').split('\n')
const cellsOf = (line: string) =>
  line
    .slice(2, -2)
    .split(' | ')
    .map((cell) => cell.trim())

const states = ['met', 'does not apply', 'not met']
const rows = lines
  .filter((line) => /^\| V\d/.test(line))
  .map((line) => {
    const [id = '', level = '', asks = '', state = '', grounds = '', ...rest] = cellsOf(line)
    return { id, level, asks, state, grounds, rest }
  })
const wstgRows = lines.filter((line) => /^\| WSTG-/.test(line)).map(cellsOf)

const official = Object.entries(levels).flatMap(([section, digits]) =>
  [...digits].map((level, index) => ({ id: `V${section}.${index + 1}`, level })),
)
const wanted = official.filter(({ level }) => level !== '3')

const tests = globSync(
  [
    'apps/*/{src,test}/**/*.test.{ts,tsx}',
    'packages/*/src/**/*.test.ts',
    'scripts/*.test.ts',
    'e2e/**/*.spec.ts',
  ],
  { cwd: root },
)
/** The ids of the plan that stand in the title of a test. */
const tested = new Set(
  tests.flatMap((path) =>
    [...read(path).matchAll(/['"`].*\(((?:S-\d\d[, ]*)+)\)/g)].flatMap(([, ids = '']) => ids.split(', ')),
  ),
)

const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-')

/** A file, the section of a document, or the title of a test. */
const pathPattern =
  /((?:apps|packages|e2e|docs|scripts)\/[\w./-]+\w|(?:README|SECURITY)\.md|package-lock\.json)(?:#([\w-]+))?(?: "([^"]+)")?/g

/** The problems of the places that a cell names: tests by id or by file and title, documents, sources. */
function problemsOf(grounds: string): string[] {
  const ids = [...grounds.matchAll(/\bS-\d\d\b/g)]
    .map(([id]) => id)
    .filter((id) => !tested.has(id))
    .map((id) => `no test is called (${id})`)
  const places = [...grounds.matchAll(pathPattern)].flatMap(([, path = '', anchor, title]) => {
    if (!existsSync(resolve(root, path))) return [`${path} is not there`]
    if (title && !read(path).replaceAll("\\'", "'").includes(title)) return [`${path} has no "${title}"`]
    const hasAnchor = () =>
      [...read(path).matchAll(/^#+ (.+)$/gm)].some(([, text = '']) => anchorOf(text) === anchor)
    return anchor && !hasAnchor() ? [`${path} has no section ${anchor}`] : []
  })
  return [...ids, ...places]
}

const count = (level: string, state: string) =>
  rows.filter((row) => row.level === level && row.state === state).length

describe('the ASVS ledger (S-29)', () => {
  it('counts levels as the standard does', () => {
    const of = (level: string) => official.filter((one) => one.level === level).length
    expect([of('1'), of('2'), of('3')]).toEqual([70, 183, 92])
  })

  it('has each requirement of levels 1 and 2 once, with its level', () => {
    const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1)
    const found = rows.map(({ id, level }) => ({ id, level }))
    expect(found.toSorted(byId)).toEqual(wanted.toSorted(byId))
  })

  it('lists what is not met under its own heading, and nothing else there', () => {
    const start = lines.indexOf('## Not met')
    const end = lines.findIndex((line, index) => index > start && line.startsWith('## '))
    const apart = lines.slice(start, end).flatMap((line) => /^\| (V[\d.]+)/.exec(line)?.[1] ?? [])
    expect(start).toBeGreaterThan(0)
    expect(apart).toEqual(rows.filter(({ state }) => state === 'not met').map(({ id }) => id))
  })

  it('says of each what it asks, its state, and the grounds', () => {
    for (const { id, asks, state, grounds, rest } of rows) {
      expect(asks.length, id).toBeGreaterThan(5)
      expect(states, id).toContain(state)
      expect(rest, id).toEqual([])
      if (state === 'met') expect(grounds, id).toMatch(new RegExp(`S-\\d\\d|${pathPattern.source}`))
      else expect(grounds.split(' ').length, id).toBeGreaterThan(3)
    }
  })

  it('names only tests, documents and files that are there', () => {
    const problems = [
      ...rows.map(({ id, grounds }) => [id, grounds]),
      ...wstgRows.map(([id, , at]) => [id, at]),
    ].flatMap(([id, grounds = '']) => problemsOf(grounds).map((problem) => `${id}: ${problem}`))
    expect(problems).toEqual([])
  })

  it('has a test for each of the WSTG tests that it names, once', () => {
    const ids = wstgRows.map(([id]) => id)
    expect(ids.length).toBeGreaterThan(30)
    expect(new Set(ids).size).toBe(ids.length)
    for (const [id, , grounds = ''] of wstgRows)
      expect(grounds, id).toMatch(/S-\d\d|(apps|e2e)\/\S+\.(test|spec)\.ts/)
  })

  it('states the counts that its rows have', () => {
    const stated = lines.filter((line) => /^\| [12] \|/.test(line)).map((line) => cellsOf(line).map(Number))
    const counted = ['1', '2'].map((level) => {
      const [met = 0, notApplying = 0, notMet = 0] = states.map((state) => count(level, state))
      return [Number(level), met + notApplying + notMet, notApplying, met, notMet]
    })
    expect(stated).toEqual(counted)
    const [[, all1 = 0, away1 = 0, met1] = [], [, all2 = 0, away2 = 0, met2] = []] = counted
    const notMet = count('1', 'not met') + count('2', 'not met')
    figure(
      'S-29',
      `L1 ${met1} of ${all1 - away1} met, L2 ${met2} of ${all2 - away2}, not applicable ${away1 + away2}, not met ${notMet}`,
    )
  })
})
