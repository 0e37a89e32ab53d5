import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { faults } from './mutants/faults.ts'

const read = (path: string) => readFileSync(resolve(import.meta.dirname, '..', path), 'utf8')

it.each(faults)('«$weakness» can still be planted (S-30)', ({ id, file, find, replace, test }) => {
  expect(read(file).split(find)).toHaveLength(2)
  expect(replace).not.toBe(find)
  expect(read(test)).toContain(`(${id})`)
})
