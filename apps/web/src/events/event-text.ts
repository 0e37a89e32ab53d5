import { plainDescription } from '@covo/contract/chat/markup.text'
import { charactersOf } from '@covo/contract/text'

const longestLink = 30
const shownOfLongLink = 27
const previewLength = 100

/** A link as a card shows it (specification, point 9). */
export function shortenLink(link: string): string {
  return cut(link, longestLink, shownOfLongLink)
}

/** A description as the home shows it (specification, point 9): without its marks. */
export function previewOf(description: string): string {
  return cut(plainDescription(description), previewLength, previewLength)
}

/** The text, or its first `shown` characters and an ellipsis if it has more than `longest`; the rest is not looked at. */
function cut(text: string, longest: number, shown: number): string {
  if (text.length <= longest) return text
  let count = 0
  let end = 0
  for (const { segment, index } of charactersOf(text)) {
    count += 1
    if (count === shown) end = index + segment.length
    if (count > longest) return `${text.slice(0, end)}…`
  }
  return text
}
