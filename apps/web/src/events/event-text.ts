const longestLink = 30
const shownOfLongLink = 27
const previewLength = 100

const segmenter = new Intl.Segmenter('it', { granularity: 'grapheme' })

/** A link as a card shows it (specification, point 9). */
export function shortenLink(link: string): string {
  return cut(link, longestLink, shownOfLongLink)
}

/** A description as the home shows it (specification, point 9). */
export function previewOf(description: string): string {
  return cut(description, previewLength, previewLength)
}

/** The text, or its first `shown` characters and an ellipsis if it has more than `longest`. */
function cut(text: string, longest: number, shown: number): string {
  const characters = Array.from(segmenter.segment(text), ({ segment }) => segment)
  return characters.length > longest ? `${characters.slice(0, shown).join('')}…` : text
}
