import { isWebLink } from '@covo/contract/events/events.rules'
import { charactersOf } from '@covo/contract/text'

const longestLink = 30
const shownOfLongLink = 27
const previewLength = 100

/** A link as a card shows it (specification, point 9). */
export function shortenLink(link: string): string {
  return cut(link, longestLink, shownOfLongLink)
}

/** A description as the home shows it (specification, point 9). */
export function previewOf(description: string): string {
  return cut(description, previewLength, previewLength)
}

/**
 * A text in parts, each an address of the web or the text between two. Signs that end a sentence are no part of an
 * address.
 */
export function linkedParts(text: string): { text: string; isLink: boolean }[] {
  return text.split(/(https?:\/\/[^\s<>"]+)/i).flatMap((part, index) => {
    if (index % 2 === 0) return part ? [{ text: part, isLink: false }] : []
    let end = part.length
    while (".,;:!?)]'".includes(part.charAt(end - 1))) end -= 1
    const link = part.slice(0, end)
    const rest = end < part.length ? [{ text: part.slice(end), isLink: false }] : []
    return [{ text: link, isLink: isWebLink(link) }, ...rest]
  })
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
