import { escapeHtml } from '@covo/contract/escape-html'
import type { Mail } from './mailer.ts'

/** A sentence or more as text, whose lines stay lines, or a link that stands alone. */
type Paragraph = string | { link: string }

/** A mail in plain text, with the same in HTML. */
export function composeMail(to: string, subject: string, paragraphs: Paragraph[]): Mail {
  return {
    to,
    subject,
    text: paragraphs.map((one) => (typeof one === 'string' ? one : one.link)).join('\n\n'),
    html: paragraphs
      .map((one) => `<p>${typeof one === 'string' ? linesOf(one) : anchorOf(one.link)}</p>`)
      .join(''),
  }
}

/** Mail programs draw HTML's own lines as blanks, and indents as one. */
function linesOf(text: string): string {
  return escapeHtml(text)
    .replaceAll(/ (?= )|(?<=^|[\r\n\u2028\u2029]) /g, '&nbsp;')
    .replaceAll('\t', '&emsp;')
    .replaceAll(/\r\n|[\r\n\u2028\u2029]/g, '<br>')
}

function anchorOf(link: string): string {
  return `<a href="${escapeHtml(link)}">${escapeHtml(link)}</a>`
}
