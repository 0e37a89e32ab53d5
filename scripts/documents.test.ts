import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const read = (path: string) => readFileSync(resolve(root, path), 'utf8')

it('names in spec-map.md each symbol in the file that defines it', () => {
  const places = [...read('docs/spec-map.md').matchAll(/((?:apps|packages)\/[\w./-]+) `(\w+)`/g)]
  expect(places.length).toBeGreaterThan(50)
  const missing = places.filter(
    ([, path = '', symbol = '']) =>
      !new RegExp(`\\b(function|const|type|create table) ${symbol}\\b`).test(read(path)),
  )
  expect(missing.map(([place]) => place)).toEqual([])
  const withoutFolder = read('docs/spec-map.md').match(/[ (][\w-]+\.[\w.-]*tsx? `/g) ?? []
  expect(withoutFolder).toEqual([])
})

it.each(['apps/server/src', 'apps/web/src'])("names each folder of %s in architecture.md's tree", (part) => {
  const [, tree = ''] = new RegExp(`^${part}/\\n((?: .*\\n)+)`, 'm').exec(read('docs/architecture.md')) ?? []
  const named = new Set(
    [...tree.matchAll(/^ {2}(\S.*)/gm)].flatMap(([, line = '']) => line.match(/[\w-]+(?=\/)/g)),
  )
  const folders = readdirSync(resolve(root, part), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  )
  expect(folders.map(({ name }) => name).filter((name) => !named.has(name))).toEqual([])
})

it('links to files that are there', () => {
  const pages = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
    cwd: root,
    encoding: 'utf8',
  })
  const broken = pages
    .trim()
    .split('\n')
    .filter((page) => existsSync(resolve(root, page)))
    .flatMap((page) =>
      [...read(page).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)]
        .filter(([, target = '']) => !existsSync(resolve(root, dirname(page), target)))
        .map(([, target]) => `${page}: ${target}`),
    )
  expect(broken).toEqual([])
})

it('lists each decision under a subject, by its number and title', () => {
  const folder = resolve(root, 'docs/decisions')
  const titles = readdirSync(folder)
    .filter((name) => /^\d/.test(name))
    .map((name) => /^# (\d+)\. (.+)/.exec(read(`docs/decisions/${name}`)))
  const listed = read('docs/decisions/README.md').split('\n')
  const missing = titles
    .map((match) => `- ${match?.[1]} ${match?.[2]}`)
    .filter((line) => !listed.includes(line))
  expect(missing).toEqual([])
})
