import { expect, it } from 'vitest'
import { emojiBegun } from './emoji-begun.ts'

/** '|' is the cursor. */
const begunAt = (marked: string) => {
  const cursor = marked.indexOf('|')
  return emojiBegun(marked.replace('|', ''), cursor)?.typed ?? null
}

it.each([
  [':fi|', 'fi'],
  ['ciao :fuo|', 'fuo'],
  ['(:+1|)', '+1'],
  ['riga\n:ta|da', 'ta'],
  [':sì|', 'sì'],
  [':fire:|', 'fire:'],
  ['🔥:ta|', 'ta'],
  ['❤️:ta|', 'ta'],
  ['👍🏽:ta|', 'ta'],
  ['`a` :fi|', 'fi'],
  ['```\ncodice\n```\n:fi|', 'fi'],
])('begins an emoji in %j', (marked, typed) => {
  expect(begunAt(marked)).toBe(typed)
})

it.each([
  ':|',
  ':f|',
  ':-)|',
  ': fi|',
  'alle 10:30|',
  'https://esempio.it:80|',
  'https://esempio.it/:fi|',
  'std::vector|',
  ' ::vector|',
  'nota:ecco|',
  ':fire: |',
  '`a :fi|',
  '`a :fi|`',
  '``a ` :fi|',
  '```\na :fi|',
  '```css\na :hover|\n```',
  `:${'a'.repeat(41)}|`,
])('begins none in %j', (marked) => {
  expect(begunAt(marked)).toBeNull()
})

it('begins none in a box without the focus', () => {
  expect(emojiBegun(':fire', -1)).toBeNull()
})
