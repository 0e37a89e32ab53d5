/** Elements whose content is no text for readers; one that is never closed takes the rest. */
const unread = /<(script|style|template|noscript|iframe)\b[\s\S]*?(?:<\/\1\s*>|$)/gi
const comment = /<!--[\s\S]*?(?:-->|$)/g
const lineBreak = /<br\b[^<>]*>/gi
const listItem = /<li\b[^<>]*>/gi
const block = /<\/?(?:p|div|ul|ol|h[1-6]|table|tr|blockquote|pre|section|article|header|footer|hr)\b[^<>]*>/gi
/** A sign that stands alone, as in 'a < b', is none. */
const tag = /<[!/]?[a-z][^<>]*>/gi
const entity = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi
/** Control characters but for the two that a text is laid out with. */
const control = /(?![\n\t])\p{Cc}/gu

const named: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  laquo: '«',
  raquo: '»',
  bull: '•',
  middot: '·',
  euro: '€',
  copy: '©',
  reg: '®',
  trade: '™',
  agrave: 'à',
  egrave: 'è',
  eacute: 'é',
  igrave: 'ì',
  ograve: 'ò',
  ugrave: 'ù',
}

/**
 * The text of HTML, or of a text that is none: lines stay, tags go, items of lists begin with a dash. The result is a text,
 * and is shown as one: entities that spell a tag stay the letters that they are. Each expression takes a time that is linear
 * in the length of the text.
 */
export function textOfHtml(html: string): string {
  return html
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(comment, '')
    .replaceAll(unread, '')
    .replaceAll(lineBreak, '\n')
    .replaceAll(listItem, '\n- ')
    .replaceAll(block, '\n')
    .replaceAll(tag, '')
    .replaceAll(entity, characterOf)
    .replaceAll(control, '')
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

function characterOf(written: string, decimal?: string, hexadecimal?: string, name = ''): string {
  if (name) return named[name.toLowerCase()] ?? written
  const code = decimal ? Number(decimal) : Number.parseInt(hexadecimal ?? '', 16)
  return code <= 0x10ffff ? String.fromCodePoint(code).toWellFormed() : written
}
