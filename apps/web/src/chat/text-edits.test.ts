import { expect, it } from 'vitest'
import {
  bold,
  codeInLine,
  fence,
  languageAt,
  listItems,
  type MakeEdit,
  quote,
  spoiler,
  type TextEdit,
  writeLanguage,
} from './text-edits.ts'

/** A text whose selection lies between two signs, or whose cursor is at the one. */
function parse(marked: string): [start: number, end: number, text: string] {
  const start = marked.indexOf('¦')
  const end = Math.max(start, marked.lastIndexOf('¦') - 1)
  return [start, end, marked.replaceAll('¦', '')]
}

function apply(text: string, { start, end, insert, selection: [begin, close] }: TextEdit): string {
  const edited = text.slice(0, start) + insert + text.slice(end)
  const marked = begin === close ? '¦' : `¦${edited.slice(begin, close)}¦`
  return edited.slice(0, begin) + marked + edited.slice(close)
}

it.each<[name: string, make: MakeEdit, before: string, after: string]>([
  ['bold', bold, 'una ¦parola¦ sola', 'una **¦parola¦** sola'],
  ['bold', bold, 'una¦ parola ¦sola', 'una **¦parola¦** sola'],
  ['bold', bold, 'una ¦sola', 'una **¦**sola'],
  ['bold', bold, '¦tutto¦', '**¦tutto¦**'],
  ['bold', bold, '¦uno\ndue¦', '**¦uno\ndue¦**'],
  ['bold', bold, '¦uno\n\ndue¦', '**¦uno**\n\n**due¦**'],
  ['code in a line', codeInLine, 'usa ¦rebase¦', 'usa `¦rebase¦`'],
  ['code in a line', codeInLine, 'usa ¦', 'usa `¦`'],
  ['code in a line', codeInLine, '¦a`b¦', '``¦a`b¦``'],
  ['code in a line', codeInLine, '¦`a`¦', '`` ¦`a`¦ ``'],
  ['a fence', fence, '¦', '```\n¦\n```'],
  ['a fence', fence, 'guarda ¦', 'guarda \n```\n¦\n```'],
  ['a fence', fence, 'guarda¦qui', 'guarda\n```\n¦\n```\nqui'],
  ['a fence', fence, '¦let a = 1¦', '```\n¦let a = 1¦\n```'],
  ['a fence', fence, 'ecco\nlet ¦a = 1\nlet¦ b\nfine', 'ecco\n```\n¦let a = 1\nlet b¦\n```\nfine'],
  ['a fence', fence, '¦let a\n¦fine', '```\n¦let a¦\n```\nfine'],
  ['a fence', fence, '¦```\na\n```¦', '````\n¦```\na\n```¦\n````'],
  ['a fence', fence, '¦\nlet a¦', '```\n¦\nlet a¦\n```'],
  ['code with its language', writeLanguage('python'), 'a\n```\nb¦\n```', 'a\n```python\nb¦\n```'],
  ['code with its language', writeLanguage('go'), '```python\n¦b', '```go\n¦b'],
  ['code with its language', writeLanguage('go'), '```py¦thon\nb\n```', '```go¦\nb\n```'],
  ['code without a language', writeLanguage(''), '~~~ python \n¦b\n~~~', '~~~\n¦b\n~~~'],
  ['a spoiler', spoiler, 'la flag è ¦42¦.', 'la flag è ||¦42¦||.'],
  ['a spoiler', spoiler, 'la flag è ¦.', 'la flag è ||¦||.'],
  ['a spoiler', spoiler, 'ecco\n¦uno\ndue¦\nfine', 'ecco\n||\n¦uno\ndue¦\n||\nfine'],
  ['a list', listItems, '¦', '- ¦'],
  ['a list', listItems, 'pane¦ e latte', '- pane¦ e latte'],
  ['a list', listItems, 'spesa\npa¦ne\nlat¦te\nfine', 'spesa\n¦- pane\n- latte¦\nfine'],
  ['a list', listItems, '¦pane\n\nlatte\n¦fine', '¦- pane\n- latte¦\nfine'],
  ['a quote', quote, '\n¦', '\n> ¦'],
  ['a quote', quote, '¦uno\n\ndue¦', '¦> uno\n> \n> due¦'],
])('makes %s of a selection', (_name, make, before, after) => {
  const [start, end, text] = parse(before)
  expect(apply(text, make(start, end, text))).toBe(after)
})

it.each<[before: string, word: string | null]>([
  ['¦', null],
  ['a¦\n```\nb\n```', null],
  ['``¦`\nb\n```', ''],
  ['```\nb¦\n```', ''],
  ['```\nb\n``¦`', ''],
  ['```\nb\n```\n¦c', null],
  ['```py\nb¦', 'py'],
  ['```py\nb\n```\n~~~sh\n```\n¦c', 'sh'],
  ['````py\n```\n¦b', 'py'],
  ['``` not a language\n¦b', null],
  ['`` a ``\n¦b', null],
])('finds the language of the code at the cursor of %j: %j', (before, word) => {
  const [start, , text] = parse(before)
  expect(languageAt(start, text)?.word ?? null).toBe(word)
})
