type Character = Pick<Intl.SegmentData, 'segment' | 'index'>

let segmenter: { segment(text: string): Iterable<Character> } | undefined

/**
 * Typed text as it is stored: trimmed, without NUL (PostgreSQL text refuses it) and with lone surrogates
 * replaced (they have no UTF-8 form). Linear in the length of the text.
 */
export function cleanText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '').trim()
}

/** Letters that draw nothing (Unicode, Default_Ignorable_Code_Point): whether a text has them is not seen. */
const unseen = /\p{Default_Ignorable_Code_Point}/gu

/**
 * The key of a text: two texts that people see as the same have the same one. Canonically equal and compatible forms (Unicode,
 * NFKC), case, kinds of blanks, apostrophes, quotation marks and dashes, and letters that draw nothing make no difference.
 * PostgreSQL's function `text_key` (migration 96) answers the same.
 */
export function textKey(text: string): string {
  const key = text.replaceAll(unseen, '').normalize('NFKC').toLowerCase()
  // Of a text of ASCII, all that follows leaves as it is.
  if (/^[ -~]*$/.test(key)) return key.replaceAll(/ +/g, ' ')
  // The lower case of 'İ' and of a sigma at a word's end differs between PostgreSQL's locales.
  return key
    .replaceAll('\u0307', '')
    .replaceAll('ς', 'σ')
    .replaceAll(/[‘’‚‛ʼ′‹›]/g, "'")
    .replaceAll(/[“”„‟«»]/g, '"')
    .replaceAll(/[‐‒–—―−]/g, '-')
    .replaceAll(/[\t-\r \u0085\u1680\u2028\u2029]+/g, ' ')
}

/** UTF-16 units that a character may take on average: joiners and selectors can make a single one as long as they like. */
export const maximumUnitsPerCharacter = 15
/** Combining marks that a character may carry; no language writes more on one. */
const maximumMarksPerCharacter = 4

/**
 * More combining marks on one character than that (Unicode, General_Category M, without variation selectors), whatever
 * may stand between them on the same character without being a letter.
 */
const piledMarks = /(?:(?!\p{VS})\p{M}[\p{VS}\p{Cf}\p{EMod}\uff9e\uff9f]*){5}/u

/**
 * Whether a text has more characters than that, takes more room than so many characters ever need, or piles more than four
 * combining marks on one of them.
 *
 * @param maximumBytes of its UTF-8, where the text goes to many readers
 */
export function isLongerThan(
  text: string,
  maximum: number,
  maximumBytes = Number.POSITIVE_INFINITY,
): boolean {
  // The cheap bound comes first: a unit takes at least a byte, and the counts below take time with the text's length.
  if (text.length > Math.min(maximum * maximumUnitsPerCharacter, maximumBytes)) return true
  // No character takes less than one unit: most texts need no counting.
  if (text.length > maximum && countCharacters(text) > maximum) return true
  return hasPiledMarks(text) || (maximumBytes < text.length * 3 && countBytes(text) > maximumBytes)
}

/** Marks follow one another also where a character ends between them, as in Burmese: then each has its own. */
function hasPiledMarks(text: string): boolean {
  if (!piledMarks.test(text)) return false
  for (const { segment } of charactersOf(text)) if (piledMarks.test(segment)) return true
  return false
}

/** A character with the first four of its combining marks, where more are piled up. */
export function withoutPiledMarks(character: string): string {
  if (!piledMarks.test(character)) return character
  let marks = 0
  return character.replace(/(?!\p{VS})\p{M}/gu, (mark) => {
    marks += 1
    return marks > maximumMarksPerCharacter ? '' : mark
  })
}

/** Bytes of a text's UTF-8. */
export function countBytes(text: string): number {
  return new TextEncoder().encode(text).length
}

/**
 * As `isLongerThan`, for a name that an index holds in its compatible form (NFKC), which can be larger than the text. The length
 * comes first: putting many marks in order takes a time that grows with the square of their number.
 */
export function isNameLongerThan(name: string, maximum: number): boolean {
  return isLongerThan(name, maximum) || name.normalize('NFKC').length > maximum * maximumUnitsPerCharacter
}

/**
 * Characters as people count them, one by one: grapheme clusters (UAX #29). A family emoji is one. The table of them is
 * made for the first text, since that takes a slow phone a tenth of a second.
 */
export function charactersOf(text: string): Iterable<Character> {
  segmenter ??=
    'Segmenter' in Intl ? new Intl.Segmenter('it', { granularity: 'grapheme' }) : { segment: codePointsOf }
  return segmenter.segment(text)
}

/** In place of characters, for browsers that don't know them. */
function* codePointsOf(text: string): Iterable<Character> {
  let index = 0
  for (const segment of text) {
    yield { segment, index }
    index += segment.length
  }
}

/** The first characters of a text, each whole: half an emoji is no text. */
export function beginningOf(text: string, maximum: number): string {
  let beginning = ''
  let count = 0
  for (const { segment } of charactersOf(text)) {
    count += 1
    if (count > maximum) break
    beginning += segment
  }
  return beginning
}

/**
 * A text, or its beginning where it is longer than so many characters or bytes of UTF-8; a character keeps four combining
 * marks.
 */
export function shortened(text: string, maximum: number, maximumBytes = Number.POSITIVE_INFINITY): string {
  if (!isLongerThan(text, maximum, maximumBytes)) return text
  const beginning = text.slice(0, maximum * maximumUnitsPerCharacter).toWellFormed()
  let kept = ''
  let [characters, bytes] = [0, 0]
  for (const { segment } of charactersOf(beginning)) {
    const character = withoutPiledMarks(segment)
    characters += 1
    bytes += countBytes(character)
    if (characters > maximum || bytes > maximumBytes) break
    kept += character
  }
  return kept
}

/** How many characters people count. */
export function countCharacters(text: string): number {
  let count = 0
  for (const _ of charactersOf(text)) count += 1
  return count
}
