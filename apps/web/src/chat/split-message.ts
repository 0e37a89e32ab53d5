export type MessagePart = { kind: 'text' | 'link' | 'code'; text: string }

const code = /`[^`\n]+`/
const link = /https?:\/\/[^\s<>"`]+/i
const special = new RegExp(`${code.source}|${link.source}`, 'gi')
const closing = new Set(".,;:!?'»)]}")

/** Cuts a message into plain text, links (http and https alone) and code between backticks. Joined, the parts are the message. */
export function splitMessage(text: string): MessagePart[] {
  const parts: MessagePart[] = []
  let end = 0
  for (const match of text.matchAll(special)) {
    const found = match[0].startsWith('`') ? match[0] : withoutClosing(match[0])
    const kind = found.startsWith('`') ? 'code' : 'link'
    if (kind === 'link' && !URL.canParse(found)) continue
    if (match.index > end) parts.push({ kind: 'text', text: text.slice(end, match.index) })
    parts.push({ kind, text: found })
    end = match.index + found.length
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) })
  return parts
}

/** A link at the end of a sentence or inside brackets does not swallow what closes them. */
function withoutClosing(url: string): string {
  const closesOwnBracket = url.includes('(')
  let end = url.length
  while (closing.has(url.charAt(end - 1)) && !(closesOwnBracket && url.charAt(end - 1) === ')')) end -= 1
  return url.slice(0, end)
}
