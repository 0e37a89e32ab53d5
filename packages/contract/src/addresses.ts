/**
 * What ends an address of the web within a text: blanks, letters that draw nothing, angle brackets and quotes, and the punctuation
 * of all scripts that isn't ASCII's. Keyboards of phones write such quotes, dashes and ellipses by themselves, and no browser
 * copies an address with one: it encodes them.
 */
const ends = String.raw`\s<>"\x60\p{Cc}\p{Cf}\u3164\uffa0\u2800[[\p{P}\u02c6\u02dc\uff5c\uff5e\uff1c\uff1e]--\p{ASCII}]`

/** An address of the web in a text, as source of a regular expression with the flags `iv`. What closes it may follow, see below. */
export const addressPattern = `https?:\\/\\/[^${ends}]*`

/** Characters that end a sentence, or a bracket around an address, but no address. */
const closing = new Set(".,;:!?')]}")

/**
 * An address at the end of a sentence, inside brackets or between marks without the characters that close them. A round bracket that
 * it opened itself is its own.
 *
 * @param marks further characters that close what began before it
 */
export function withoutClosing(address: string, marks = ''): string {
  let unopened = address.split(')').length - address.split('(').length
  let end = address.length
  for (; end > 0; end -= 1) {
    const last = address.charAt(end - 1)
    if (last === ')' && unopened <= 0 && !marks.includes(last)) break
    if (last !== ')' && !closing.has(last) && !marks.includes(last)) break
    if (last === ')') unopened -= 1
    if (last === '(') unopened += 1
  }
  return address.slice(0, end)
}

/** A text in pieces, each an address that a browser can follow, or what stands between such ones. */
export function splitAddresses(text: string): { text: string; isAddress: boolean }[] {
  const pieces: { text: string; isAddress: boolean }[] = []
  let at = 0
  const add = (end: number, isAddress: boolean) => {
    if (end > at) pieces.push({ text: text.slice(at, end), isAddress })
    at = end
  }
  for (const { 0: found, index } of text.matchAll(new RegExp(addressPattern, 'giv'))) {
    const address = withoutClosing(found)
    if (!URL.canParse(address)) continue
    add(index, false)
    add(index + address.length, true)
  }
  add(text.length, false)
  return pieces
}

const isAround = new RegExp(`^[${ends}']$`, 'v')

/** An address that was typed or pasted by itself, without the blanks and quotes around it, and what ends a sentence after them. */
export function trimAddress(typed: string): string {
  let start = 0
  while (isAround.test(typed.charAt(start))) start += 1
  let end = typed.length
  for (let at = end; at > start; at -= 1) {
    const last = typed.charAt(at - 1)
    if (isAround.test(last)) end = at - 1
    else if (!closing.has(last)) break
  }
  return typed.slice(start, end)
}

/**
 * A link as it was typed, with `https://` before it where it is a bare host, with or without a path: 'esempio.org/ctf'.
 * Without the blanks and quotes around it.
 */
export function completeLink(typed: string): string {
  const link = trimAddress(typed)
  const completed = `https://${link}`
  return bareHost.test(link) && isWebLink(completed) ? completed : link
}

/** Begins with a name that has a dot in it: 'mailto:anna@esempio.org' and 'localhost' do not. */
const bareHost = /^[^\s:/?#@.]+\.[^\s:/?#@.]/

const webLink = /^https?:\/\/[^/\\?#@\s]+(?:[/\\?#]|$)/i

/**
 * Only links that a page may safely open: a `javascript:` link would run in the reader's session, `https:/path` is a path
 * of the page that shows it, and the part before an `@` looks like the host and isn't (RFC 3986, section 7.6). Quotes at its end
 * belong to the text around it.
 */
export function isWebLink(link: string): boolean {
  return webLink.test(link) && link === trimAddress(link) && URL.canParse(link)
}
