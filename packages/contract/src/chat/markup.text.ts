import { charactersOf } from '../text.ts'
import { mention } from './markup.inline.ts'
import type { Block, Inline, List } from './markup.tree.ts'
import { parseDescription, parseMarkup } from './markup.ts'

/** A member's name by their uid in lower case; undefined where it is not known. */
export type NameOf = (uid: string) => string | undefined

/** How names and spoilers are read. */
type Reading = { nameOf: NameOf; isRevealed: boolean }

/** Stands for the text of a spoiler. */
export const hiddenText = '[spoiler]'
const noNames: NameOf = () => undefined
const maximumExcerptLength = 120
const mentions = new RegExp(mention.source, 'gi')

/**
 * A message's text without its marks, for places without formatting: a spoiler is '[spoiler]', a mention '@' and the name, or as
 * typed where that is not known. Of lists the numbers are kept, since a text may refer to them.
 */
export function plainText(source: string, nameOf = noNames): string {
  return textOfBlocks(parseMarkup(source), { nameOf, isRevealed: false })
}

/** The same with the text of its spoilers. */
export function revealedText(source: string, nameOf: NameOf): string {
  return textOfBlocks(parseMarkup(source), { nameOf, isRevealed: true })
}

/** The text of an event's description without its marks. */
export function plainDescription(source: string): string {
  return textOfBlocks(parseDescription(source), { nameOf: noNames, isRevealed: true })
}

/** The beginning of the plain text in one line: 120 code points at most, '…' included where it was cut. */
export function excerptOf(source: string, nameOf = noNames): string {
  return cutText(plainText(source, nameOf).replaceAll(/\s+/g, ' ').trim())
}

/** The beginning of a line: 120 code points at most, '…' included where it was cut. */
export function cutText(line: string): string {
  // Two units of UTF-16 at most make a code point, and whether one follows has to be seen.
  const codePoints = [...line.slice(0, 2 * maximumExcerptLength + 2)]
  if (codePoints.length <= maximumExcerptLength) return line
  const cut = codePoints.slice(0, maximumExcerptLength - 1).join('').length
  return `${line.slice(0, startOfCharacter(line.slice(0, 2 * maximumExcerptLength), cut)).trimEnd()}…`
}

/** Where the character (UAX #29) around a place begins; that place itself where it would be the whole text. */
function startOfCharacter(text: string, place: number): number {
  // No letter below the first combining mark joins the one before: most texts need no table of characters.
  if (text.charCodeAt(place) < 0x300) return place
  let start = 0
  for (const { index } of charactersOf(text)) {
    if (index > place) break
    start = index
  }
  return start || place
}

/**
 * The uids that a message mentions, each once, in their order. Those in code count: the writer chose each of these people, and
 * code shows their names too, which the message has to bring along. So do those in spoilers.
 */
export function mentionedUids(source: string): string[] {
  const uids = elementsOf(parseMarkup(source)).flatMap((element) => {
    if (element.kind === 'mention') return [element.uid]
    return element.kind === 'code' ? mentionsInCode(element.text) : []
  })
  return [...new Set(uids)]
}

/** Whether a message leads anywhere on the web. An address in code is none. */
export function hasLink(source: string): boolean {
  return elementsOf(parseMarkup(source)).some(({ kind }) => kind === 'link')
}

/** Code as it is shown: mentions in it read '@' and the name, or as typed where that is not known. */
export function nameMentions(code: string, nameOf: NameOf): string {
  return code.replaceAll(mentions, (typed, uid: string) => nameOrTyped(uid, typed, nameOf))
}

function nameOrTyped(uid: string, typed: string, nameOf: NameOf): string {
  const name = nameOf(uid.toLowerCase())
  return name === undefined ? typed : `@${name}`
}

function textOfBlocks(blocks: Block[], reading: Reading): string {
  return blocks.map((block) => textOfBlock(block, reading)).join('\n')
}

function textOfBlock(block: Block, reading: Reading): string {
  switch (block.kind) {
    case 'paragraph':
      return textInLine(block.content, reading)
    case 'gap':
      return '\n'.repeat(block.lines - 1)
    case 'codeBlock':
      return nameMentions(block.text, reading.nameOf)
    case 'quote':
      return textOfBlocks(block.blocks, reading)
    case 'spoilerBlock':
      return reading.isRevealed ? textOfBlocks(block.blocks, reading) : hiddenText
    case 'list':
      return textOfList(block, reading)
  }
}

function textOfList({ items }: List, reading: Reading): string {
  return items
    .map(({ marker, content, nested }) => {
      const number = /\d/.test(marker) ? `${marker} ` : ''
      const below = nested ? `\n${textOfList(nested, reading)}` : ''
      return `${number}${textInLine(content, reading)}${below}`
    })
    .join('\n')
}

/** The same of a part of it, such as a link's label. */
export function textOfInline(content: readonly Inline[], nameOf: NameOf): string {
  return textInLine(content, { nameOf, isRevealed: false })
}

function textInLine(content: readonly Inline[], reading: Reading): string {
  return content
    .map((element) => {
      switch (element.kind) {
        case 'text':
          return element.text
        case 'code':
          return nameMentions(element.text, reading.nameOf)
        case 'mention':
          return nameOrTyped(element.uid, `<@${element.uid}>`, reading.nameOf)
        case 'spoiler':
          return reading.isRevealed ? textInLine(element.content, reading) : hiddenText
        default:
          return textInLine(element.content, reading)
      }
    })
    .join('')
}

/** Each element before those in it; a block of code is one of code. */
function elementsOf(blocks: readonly Block[]): Inline[] {
  return blocks.flatMap((block) => {
    switch (block.kind) {
      case 'paragraph':
        return elementsInLine(block.content)
      case 'gap':
        return []
      case 'codeBlock':
        return [{ kind: 'code', text: block.text }]
      case 'list':
        return elementsInList(block)
      default:
        return elementsOf(block.blocks)
    }
  })
}

function elementsInList({ items }: List): Inline[] {
  return items.flatMap(({ content, nested }) => [
    ...elementsInLine(content),
    ...(nested ? elementsInList(nested) : []),
  ])
}

function elementsInLine(content: readonly Inline[]): Inline[] {
  return content.flatMap((element) => [
    element,
    ...('content' in element ? elementsInLine(element.content) : []),
  ])
}

function mentionsInCode(code: string): string[] {
  return Array.from(code.matchAll(mentions), ([, uid = '']) => uid.toLowerCase())
}
