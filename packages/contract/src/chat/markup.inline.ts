import { addressPattern, withoutClosing } from '../addresses.ts'
import { isSeen } from '../names.ts'
import { canClose, canOpen, endOfRun, nest, type Reading, readMarks } from './markup.marks.ts'
import type { Inline, Surroundings } from './markup.tree.ts'

type InlineReading = Reading & {
  codeAt: CodeFinder
  /** Looked for where the first bracket or bar asks for them: most messages have none. */
  pairs?: Pairs
}

type CodeFinder = (at: number) => Code | null

type Code = { text: string; end: number }

/** Where each bracket closes, by where it opens, and the bars that can end a spoiler, the first at the end. */
type Pairs = { brackets: Map<number, number>; spoilerEnds: number[] }

/** Characters that may not be plain: runs of marks, addresses as a whole. */
const special = new RegExp(`[\\\\\\[<]|\x60+|\\*+|_+|~+|\\|+|${addressPattern}`, 'giv')
const escaped = /\\[`*_~|[\]<>@]/y
/** A mention, and its uid. */
export const mention = /<@([\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12})>/iy
/** The second half of a written link. An address may hold pairs of round brackets, but none within another. */
const linkEnd = /\]\((https?:\/\/[^\s<>"`()]*(?:\([^\s<>"`()]*\)[^\s<>"`()]*)*)\)/iy

/** Each reads an element that begins with its character at `reading.at`, or answers false: then it is text. */
const readers: Partial<Record<string, (reading: InlineReading, found: string) => boolean>> = {
  '\\': readEscape,
  '`': readCode,
  '<': readMention,
  '[': readLink,
  '|': readSpoiler,
  '*': readMarks,
  _: readMarks,
  '~': readMarks,
}

/**
 * The elements of a text without blocks. Code, links and spoilers bind tighter than the other marks, as code and links do in
 * CommonMark (0.31.2, section 6): a mark that would cross one of them is text.
 */
export function parseInline(text: string, around: Surroundings): Inline[] {
  const reading: InlineReading = {
    text,
    at: 0,
    around,
    pieces: [],
    open: new Map(),
    codeAt: codeFinder(text),
  }
  while (around.budget.elements > 0) {
    special.lastIndex = reading.at
    const match = special.exec(text)
    if (!match) break
    const [found] = match
    addText(reading, match.index)
    const read = readers[found.charAt(0)] ?? readAddress
    if (!read(reading, found)) addText(reading, reading.at + found.length)
  }
  addText(reading, text.length)
  return nest(reading.pieces)
}

function addText(reading: InlineReading, end: number): void {
  if (end > reading.at) reading.pieces.push({ kind: 'text', text: reading.text.slice(reading.at, end) })
  reading.at = end
}

function addElement(reading: InlineReading, element: Inline, end: number): true {
  reading.around.budget.elements -= 1
  reading.pieces.push(element)
  reading.at = end
  return true
}

function readEscape(reading: InlineReading): boolean {
  if (!matchAt(escaped, reading.text, reading.at)) return false
  reading.at += 1
  addText(reading, reading.at + 1)
  return true
}

function readCode(reading: InlineReading): boolean {
  const code = reading.codeAt(reading.at)
  return code !== null && addElement(reading, { kind: 'code', text: code.text }, code.end)
}

function readMention(reading: InlineReading): boolean {
  const [typed, uid] = matchAt(mention, reading.text, reading.at) ?? []
  if (!typed || !uid) return false
  return addElement(reading, { kind: 'mention', uid: uid.toLowerCase() }, reading.at + typed.length)
}

function readLink(reading: InlineReading): boolean {
  const { text, at, around } = reading
  const isImage = text[at - 1] === '!'
  if (isImage || around.isInLink) return false
  reading.pairs ??= findPairs(text, reading.codeAt)
  const close = reading.pairs.brackets.get(at) ?? text.length
  const [end, href] = matchAt(linkEnd, text, close) ?? []
  const label = text.slice(at + 1, close)
  if (!end || !href || !URL.canParse(href) || !isSeen(label)) return false
  const link: Inline = { kind: 'link', href, content: [] }
  addElement(reading, link, close + end.length)
  link.content = parseInline(label, { ...around, isInLink: true })
  return true
}

function readSpoiler(reading: InlineReading, bars: string): boolean {
  const { text, at, around } = reading
  const begin = at + 2
  if (bars !== '||' || around.isInSpoiler || !canOpen(text, at, begin)) return false
  reading.pairs ??= findPairs(text, reading.codeAt)
  const { spoilerEnds } = reading.pairs
  while ((spoilerEnds.at(-1) ?? text.length) < begin) spoilerEnds.pop()
  const end = spoilerEnds.at(-1)
  const hidden = text.slice(begin, end)
  if (end === undefined || !isSeen(hidden)) return false
  const spoiler: Inline = { kind: 'spoiler', content: [] }
  addElement(reading, spoiler, end + 2)
  spoiler.content = parseInline(hidden, { ...around, isInSpoiler: true })
  return true
}

/** An address inside a link is that link's text; one that no browser could follow is text. */
function readAddress(reading: InlineReading, found: string): true {
  const href = withoutClosing(found, [...reading.open.keys()].join(''))
  const end = reading.at + href.length
  if (!reading.around.isInLink && URL.canParse(href))
    return addElement(reading, { kind: 'link', href, content: [{ kind: 'text', text: href }] }, end)
  addText(reading, end)
  return true
}

/** The code that begins with the run of backticks at a place of the text, if one of the same length follows. */
function codeFinder(text: string): CodeFinder {
  /** Where the last run of each length is, so that no search goes through the whole text in vain. */
  let last: Map<number, number> | undefined
  return (at) => {
    last ??= new Map(Array.from(text.matchAll(/`+/g), (run) => [run[0].length, run.index]))
    const start = endOfRun(text, at)
    const length = start - at
    if ((last.get(length) ?? 0) < start) return null
    let close = text.indexOf('`', start)
    let end = endOfRun(text, close)
    while (end - close !== length) {
      close = text.indexOf('`', end)
      end = endOfRun(text, close)
    }
    const code = text.slice(start, close)
    return isSeen(code) ? { text: withoutPadding(code), end } : null
  }
}

/** Blanks that keep a backtick in the code apart from those around it (CommonMark 0.31.2, section 6.1). */
function withoutPadding(code: string): string {
  return code.startsWith(' ') && code.endsWith(' ') ? code.slice(1, -1) : code
}

function findPairs(text: string, codeAt: CodeFinder): Pairs {
  const brackets = new Map<number, number>()
  const spoilerEnds: number[] = []
  const opened: number[] = []
  const sign = /\\[`*_~|[\]<>@]|[`[\]]|\|+/g
  for (let match = sign.exec(text); match; match = sign.exec(text)) {
    const { 0: found, index } = match
    if (found === '[') opened.push(index)
    const opener = found === ']' ? opened.pop() : undefined
    if (opener !== undefined) brackets.set(opener, index)
    if (found === '||' && canClose(text, index, index + 2)) spoilerEnds.push(index)
    if (found === '`') sign.lastIndex = codeAt(index)?.end ?? endOfRun(text, index)
  }
  return { brackets, spoilerEnds: spoilerEnds.reverse() }
}

/** A match of a sticky pattern at that place. */
function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}
