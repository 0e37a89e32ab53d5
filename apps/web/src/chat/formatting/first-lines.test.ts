import { parseMarkup } from '@covo/contract/chat/markup'
import { expect, it } from 'vitest'
import { countLines, firstLines } from './first-lines.ts'

const fence = '```\na\nb\nc\n```'

it.each([
  ['uno', 1],
  ['uno\ndue', 2],
  ['uno\n\ndue', 3],
  ['**uno\ndue** `tre\nquattro`', 3],
  ['[uno\ndue](https://esempio.it)\ntre', 3],
  [fence, 0],
  [`uno\n${fence}\ndue`, 2],
  ['> uno\n> due\ntre', 3],
  ['- uno\n  - due\n  - tre\n- quattro', 4],
  ['||uno\ndue||', 1],
  ['||\nuno\ndue\n||\ntre', 2],
])('counts the lines of %j', (source, lines) => {
  expect(countLines(parseMarkup(source))).toBe(lines)
})

it.each([
  ['uno\ndue\ntre', 'uno\ndue'],
  ['uno\n\ndue', 'uno\n'],
  ['uno **due\ntre\nquattro**', 'uno **due\ntre**'],
  ['[uno\ndue\ntre](https://esempio.it)\nquattro', '[uno\ndue](https://esempio.it)'],
  [`uno\n${fence}\ndue\ntre`, `uno\n${fence}\ndue`],
  [`uno\ndue\n${fence}`, 'uno\ndue'],
  ['> uno\n> due\n> tre', '> uno\n> due'],
  ['1. uno\n  2. due\n  3. tre\n4. quattro', '1. uno\n  2. due'],
  ['1. uno\n2. due\n3. tre', '1. uno\n2. due'],
  ['||uno\ndue|| tre\nquattro\ncinque', '||uno\ndue|| tre\nquattro'],
])('cuts %j after two lines', (source, cut) => {
  expect(firstLines(parseMarkup(source), 2)).toEqual(parseMarkup(cut))
})
