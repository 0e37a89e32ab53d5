import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const read = (path: string) => readFileSync(resolve(root, path), 'utf8')

/** Ids in titles, `(S-19)` or `A-02 …`, and the first argument of `figure`. */
const idPattern = /(?<=[("'`])(?:[A-Z]-\d\d\b|(?<=\()greedy(?=\))|(?<=figure\(\s*')[a-z]+(?='))/g

it('has a line for every id that a test carries, and a test for every line', () => {
  const tests = globSync(['{apps,packages}/**/*.ts', 'e2e/**/*.ts', 'scripts/*.test.ts'], {
    cwd: root,
    exclude: (path) => path.endsWith('node_modules'),
  })
  const carried = new Set(tests.flatMap((path) => read(path).match(idPattern) ?? []))
  const listed = [...read('docs/test-ids.md').matchAll(/^\| ([A-Z]-\d\d|[a-z]+) \|/gm)].map(([, id]) => id)
  expect(listed.toSorted()).toEqual([...carried].toSorted())
})
