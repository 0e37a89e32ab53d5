import { expect, it } from 'vitest'
import { namePartsOf } from './name-parts.ts'

it.each([
  ['relazione.pdf', '', 'relazione.pdf'],
  ['relazione-finale-v12.pdf', '', 'relazione-finale-v12.pdf'],
  ['relazione-finale-2026.pdf', 'relazione-fin', 'ale-2026.pdf'],
  [`${'a'.repeat(108)}-bozza-2.pdf`, 'a'.repeat(108), '-bozza-2.pdf'],
  // A character is never parted.
  [`${'👩‍👩‍👧‍👦'.repeat(30)}.txt`, '👩‍👩‍👧‍👦'.repeat(22), `${'👩‍👩‍👧‍👦'.repeat(8)}.txt`],
])('%s', (name, start, end) => {
  expect(namePartsOf(name)).toEqual([start, end])
})
