import { expect, it } from 'vitest'
import { fence, surround, type TextEdit } from './text-edits.ts'

/** A text whose selection lies between two bars, or whose cursor is at the one. */
function parse(marked: string): [start: number, end: number, text: string] {
  const start = marked.indexOf('|')
  const end = Math.max(start, marked.lastIndexOf('|') - 1)
  return [start, end, marked.replaceAll('|', '')]
}

function apply(text: string, { start, end, insert, selection: [begin, close] }: TextEdit): string {
  const edited = text.slice(0, start) + insert + text.slice(end)
  const marked = begin === close ? '|' : `|${edited.slice(begin, close)}|`
  return edited.slice(0, begin) + marked + edited.slice(close)
}

it.each([
  ['una |parola| sola', 'una **|parola|** sola'],
  ['una| parola |sola', 'una **|parola|** sola'],
  ['una |sola', 'una **|**sola'],
  ['|tutto|', '**|tutto|**'],
])('surrounds %j', (before, after) => {
  const [start, end, text] = parse(before)
  expect(apply(text, surround(start, end, text, '**'))).toBe(after)
})

it.each([
  ['|', '```\n|\n```'],
  ['guarda |', 'guarda \n```\n|\n```'],
  ['guarda|qui', 'guarda\n```\n|\n```\nqui'],
  ['|let a = 1|', '```\n|let a = 1|\n```'],
  ['ecco\nlet |a = 1\nlet| b\nfine', 'ecco\n```\n|let a = 1\nlet b|\n```\nfine'],
  ['|let a\n|fine', '```\n|let a|\n```\nfine'],
  ['|```\na\n```|', '````\n|```\na\n```|\n````'],
])('fences %j', (before, after) => {
  const [start, end, text] = parse(before)
  expect(apply(text, fence(start, end, text))).toBe(after)
})
