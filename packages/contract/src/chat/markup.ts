import { isSeen } from '../names.ts'
import { parseInline } from './markup.inline.ts'
import { endOfRun } from './markup.marks.ts'
import type { Block, List, ListItem, Surroundings } from './markup.tree.ts'

const maximumElements = 2000
const maximumQuotes = 2
const maximumLists = 3

/**
 * Makes a block; `end` is the line after its last. It is called when the text before the block has been parsed, since
 * elements are counted in their order.
 */
type Build = () => { block: Block; end: number }

type Fence = { marks: string; info: string }

type ItemLine = { typed: string; indent: number; marker: string; text: string }

/**
 * A message's source as a tree, in which nothing is empty. It takes a time that grows linearly with the source, and never
 * throws. Marks deeper than the tree's types say, and those after 2,000 elements, are text as typed; paragraphs and gaps
 * are no elements.
 *
 * The rules are the specification's (conversations, formatting and code). Where it says nothing, CommonMark 0.31.2 decides; but
 * a block ends with the first line that lacks its mark, and blocks begin where their line does.
 */
export function parseMarkup(source: string): Block[] {
  return parse(source, { isInSpoiler: false })
}

/** The description of an event: the same without spoilers, whose bars are text as typed. */
export function parseDescription(source: string): Block[] {
  return parse(source, { isInSpoiler: true })
}

function parse(source: string, { isInSpoiler }: { isInSpoiler: boolean }): Block[] {
  const lines = source.replaceAll(/\r\n?/g, '\n').split('\n')
  const budget = { elements: maximumElements }
  return parseBlocks(lines, { budget, quotes: 0, isInSpoiler, isInLink: false })
}

function parseBlocks(lines: string[], around: Surroundings): Block[] {
  const { budget } = around
  const blocks: Block[] = []
  let begin = 0
  let at = 0
  const endParagraph = () => {
    const text = lines.slice(begin, at).join('\n')
    if (at > begin) blocks.push({ kind: 'paragraph', content: parseInline(text, around) })
    begin = at
  }
  while (at < lines.length) {
    const gap = gapAt(lines, at)
    const build = gap ?? (budget.elements > 0 ? blockAt(lines, at, around) : null)
    if (build) endParagraph()
    // The paragraph may have had the last elements.
    if (build && (gap || budget.elements > 0)) {
      const { block, end } = build()
      blocks.push(block)
      at = end
      begin = end
    } else at += 1
  }
  endParagraph()
  return blocks
}

function gapAt(lines: string[], at: number): Build | null {
  let end = at
  while (lines[end]?.trim() === '') end += 1
  return end === at ? null : () => ({ block: { kind: 'gap', lines: end - at > 1 ? 2 : 1 }, end })
}

function blockAt(lines: string[], at: number, around: Surroundings): Build | null {
  return (
    codeAt(lines, at, around) ??
    spoilerAt(lines, at, around) ??
    quoteAt(lines, at, around) ??
    listAt(lines, at, around)
  )
}

/** Lines that look like a block and enclose nothing. */
function asTyped(lines: string[], at: number, end: number): Build {
  const isBlank = (line: string | undefined) => line?.trim() === ''
  const shown = lines
    .slice(at, end)
    .filter((line, index, all) => !(isBlank(line) && isBlank(all[index - 1]) && isBlank(all[index - 2])))
  return () => ({ block: { kind: 'paragraph', content: [{ kind: 'text', text: shown.join('\n') }] }, end })
}

function codeAt(lines: string[], at: number, { budget }: Surroundings): Build | null {
  const fence = fenceOf(lines[at])
  if (!fence) return null
  let close = at + 1
  while (close < lines.length && !closesFence(lines[close], fence)) close += 1
  const end = Math.min(close + 1, lines.length)
  const code = lines.slice(at + 1, close)
  const isLanguage = /^\S*$/.test(fence.info)
  // More than a word is no language, and must not get lost.
  if (!isLanguage) code.unshift(fence.info)
  const text = code.join('\n')
  // Where nothing closes it either, it may be the end of code in the line above.
  if (!isSeen(text)) return close === lines.length ? null : asTyped(lines, at, end)
  return () => {
    budget.elements -= 1
    return { block: { kind: 'codeBlock', language: (isLanguage && fence.info) || null, text }, end }
  }
}

/** The fence that a line opens (CommonMark 0.31.2, section 4.5, but without indentation). */
export function fenceOf(line = ''): Fence | null {
  const mark = line.charAt(0)
  if (mark !== '`' && mark !== '~') return null
  const end = endOfRun(line, 0)
  const info = line.slice(end).trim()
  return end < 3 || info.includes(mark) ? null : { marks: line.slice(0, end), info }
}

/** Whether a line closes the code that a fence opened. */
export function closesFence(line = '', { marks }: Pick<Fence, 'marks'>): boolean {
  const run = line.trimEnd()
  return run.startsWith(marks) && endOfRun(run, 0) === run.length
}

function spoilerAt(lines: string[], at: number, around: Surroundings): Build | null {
  if (around.isInSpoiler || !isBars(lines[at])) return null
  const close = endOfSpoiler(lines, at)
  const hidden = lines.slice(at + 1, close)
  if (close === undefined || !isSeen(hidden.join('\n'))) return null
  return () => {
    around.budget.elements -= 1
    const blocks = parseBlocks(hidden, { ...around, isInSpoiler: true })
    return { block: { kind: 'spoilerBlock', blocks }, end: close + 1 }
  }
}

function isBars(line: string | undefined): boolean {
  return line?.trimEnd() === '||'
}

/**
 * The next line of bars outside of code. Bars end a spoiler also in code that nothing closes: text that was meant to be
 * hidden has to be.
 */
function endOfSpoiler(lines: string[], at: number): number | undefined {
  let fence: Fence | null = null
  let inFence: number | undefined
  for (let index = at + 1; index < lines.length; index += 1) {
    const line = lines[index]
    if (fence) {
      if (closesFence(line, fence)) fence = null
      else if (isBars(line)) inFence ??= index
    } else {
      if (isBars(line)) return index
      fence = fenceOf(line)
      inFence = undefined
    }
  }
  return fence ? inFence : undefined
}

function quoteAt(lines: string[], at: number, around: Surroundings): Build | null {
  let end = at
  while (/^>(?: |$)/.test(lines[end] ?? '')) end += 1
  if (end === at || around.quotes === maximumQuotes) return null
  const inner = lines.slice(at, end).map((line) => line.slice(2))
  if (!isSeen(inner.join('\n'))) return asTyped(lines, at, end)
  return () => {
    around.budget.elements -= 1
    const blocks = parseBlocks(inner, { ...around, quotes: around.quotes + 1 })
    return { block: { kind: 'quote', blocks }, end }
  }
}

function listAt(lines: string[], at: number, around: Surroundings): Build | null {
  const items: ItemLine[] = []
  for (let line = itemOf(lines[at]); line; line = itemOf(lines[at + items.length])) items.push(line)
  if (items.length < 2) return null
  return () => {
    const counted = items.slice(0, around.budget.elements)
    around.budget.elements -= counted.length
    return { block: buildList(counted, 1, around), end: at + counted.length }
  }
}

function itemOf(typed = ''): ItemLine | null {
  const [, blanks = '', marker, text = ''] = /^( *)([-*+]|\d{1,9}[.)]) (.*)$/s.exec(typed) ?? []
  return marker && isSeen(text) ? { typed, indent: blanks.length, marker, text } : null
}

/**
 * Lines that are indented by two blanks more than the first one are a list in the item before them, or more of its text where
 * that list would be too deep.
 */
function buildList(lines: ItemLine[], depth: number, around: Surroundings): List {
  const items: ListItem[] = []
  const deepIndent = (lines[0]?.indent ?? 0) + 2
  let at = 0
  for (let line = lines[0]; line; line = lines[at]) {
    const begin = at + 1
    at = begin
    while ((lines[at]?.indent ?? 0) >= deepIndent) at += 1
    const deeper = lines.slice(begin, at)
    const isTooDeep = depth === maximumLists
    const text = isTooDeep ? [line.text, ...deeper.map(({ typed }) => typed)].join('\n') : line.text
    items.push({
      marker: line.marker,
      content: parseInline(text, around),
      nested: isTooDeep || deeper.length === 0 ? null : buildList(deeper, depth + 1, around),
    })
  }
  return { kind: 'list', items }
}
