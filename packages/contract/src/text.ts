let segmenter: Intl.Segmenter | undefined

/**
 * What a person typed, as it is stored: trimmed, without NUL (PostgreSQL text refuses it) and with lone surrogates
 * replaced (they have no UTF-8 form). Linear in the length of the text.
 */
export function cleanText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '').trim()
}

/** UTF-16 units that a character may take on average: a single one can pile up any number of marks. */
export const maximumUnitsPerCharacter = 15

/** Whether a text has more characters than that, or takes more room than so many characters ever need. */
export function isLongerThan(text: string, maximum: number): boolean {
  // No character takes less than one unit: most texts need no counting.
  if (text.length <= maximum) return false
  return text.length > maximum * maximumUnitsPerCharacter || countCharacters(text) > maximum
}

/**
 * As `isLongerThan`, for what an index holds in its compatible form (NFKC), which can be larger than the text. The length
 * comes first: putting many marks in order takes a time that grows with the square of their number.
 */
export function isNameLongerThan(name: string, maximum: number): boolean {
  return isLongerThan(name, maximum) || name.normalize('NFKC').length > maximum * maximumUnitsPerCharacter
}

/**
 * Characters as people count them, one by one: grapheme clusters (UAX #29). A family emoji is one. What tells them apart is
 * made for the first text, since that takes a slow phone a tenth of a second.
 */
export function charactersOf(text: string): Iterable<Intl.SegmentData> {
  segmenter ??= new Intl.Segmenter('it', { granularity: 'grapheme' })
  return segmenter.segment(text)
}

/** How many characters people count. */
export function countCharacters(text: string): number {
  let count = 0
  for (const _ of charactersOf(text)) count += 1
  return count
}
