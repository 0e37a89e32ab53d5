import { accepted, refused } from '../parsed.ts'
import { textKey } from '../text.ts'
import { cutText, type NameOf, plainText, revealedText } from './markup.text.ts'

/** Characters that are typed at most, and of the longest word at least. */
export const maximumSearchLength = 200
export const shortestSearchedWord = 3
/** Messages of one page of results. */
export const searchPageSize = 20

/** UTF-16 units before the first hit that an excerpt shows. */
const lead = 40

/** A text as it is compared: as `textKey` says, and without accents and other marks. */
export function foldText(text: string): string {
  const key = textKey(text)
  if (/^[\0-\x7f]*$/.test(key)) return key
  // A mark that stood alone leaves the blank that it stood on.
  return key.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll(/ +/g, ' ')
}

/** A message's text in which words are searched: without marks and mentions, whose names change, with its spoilers. */
export function searchedText(source: string): string {
  return foldText(revealedText(source, () => ''))
}

/** The words that all have to occur, folded; a text in quotation marks is one. */
export function parseSearch(query: string) {
  const typed = query.replaceAll(/[“”„«»]/g, '"').matchAll(/"([^"]*)"|\S+/g)
  const words = Array.from(typed, ([all, quoted]) => foldText(quoted ?? all).trim()).filter(Boolean)
  // Decomposed, a syllable of Korean counts as three.
  if (!words.some((word) => [...word.normalize('NFC')].length >= shortestSearchedWord))
    return refused('chat.query_too_short', 'query')
  return accepted([...new Set(words)])
}

/** A part of a text, and whether it is one of the words that were searched. */
export type TextPart = { text: string; isHit: boolean }

/** A text in parts, of which those are hits that are one of the folded words. */
export function markHits(text: string, words: readonly string[]): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const [from, to] of hitsIn(text, words)) {
    if (from > end) parts.push({ text: text.slice(end, from), isHit: false })
    parts.push({ text: text.slice(from, to), isHit: true })
    end = to
  }
  if (end < text.length) parts.push({ text: text.slice(end), isHit: false })
  return parts
}

/** From where to where the words stand, in the order of the text; those that touch are one. */
function hitsIn(text: string, words: readonly string[]): [from: number, to: number][] {
  const { folded, startOf } = foldWithPlaces(text)
  const found = words
    .flatMap((word) => placesOf(word, folded).map((at): [number, number] => [at, at + word.length]))
    .toSorted(([one], [other]) => one - other)
  const hits: [from: number, to: number][] = []
  for (const [from, to] of found) {
    const [start, end] = [startOf[from] ?? text.length, startOf[to] ?? text.length]
    const last = hits.at(-1)
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else hits.push([start, end])
  }
  return hits
}

function placesOf(word: string, folded: string): number[] {
  const places: number[] = []
  for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length)) places.push(at)
  return places
}

/** A text folded, and for each place in it the place of its source in the text. A mark belongs to the character before it. */
function foldWithPlaces(text: string): { folded: string; startOf: number[] } {
  const startOf: number[] = []
  let folded = ''
  let start = 0
  for (const character of text) {
    const key = /[!-~]/.test(character) ? character.toLowerCase() : foldText(character)
    const piece = folded.endsWith(' ') ? key.trimStart() : key
    for (let unit = 0; unit < piece.length; unit += 1) startOf.push(start)
    folded += piece
    start += character.length
  }
  return { folded, startOf }
}

/**
 * The excerpt of a found message: the surroundings of the first hit in one line of its plain text, 120 code points at most. A
 * spoiler stays '[spoiler]', and hits in it are not shown.
 */
export function excerptAround(source: string, words: readonly string[], nameOf: NameOf): string {
  const line = plainText(source, nameOf).replaceAll(/\s+/g, ' ').trim()
  const [first] = hitsIn(line, words)
  const whole = cutText(line)
  if (whole === line || !first || first[1] < whole.length) return whole
  // It begins with a whole word where one begins nearby.
  const nearby = Math.max(0, first[0] - lead)
  const blank = line.slice(nearby, first[0]).indexOf(' ')
  return `…${cutText(line.slice(blank < 0 ? first[0] : nearby + blank + 1))}`
}
