const segmenter = new Intl.Segmenter('it', { granularity: 'grapheme' })

/**
 * What a person typed, as it is stored: trimmed, without NUL (PostgreSQL text refuses it) and with lone surrogates
 * replaced (they have no UTF-8 form). Linear in the length of the text.
 */
export function cleanText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '').trim()
}

/** Characters as people count them: grapheme clusters (UAX #29). A family emoji is one. */
export function countCharacters(text: string): number {
  let count = 0
  for (const _ of segmenter.segment(text)) count += 1
  return count
}
