import { escapeHtml } from '@covo/contract/escape-html'
import type { Mail } from './mailer.ts'

/** A sentence or more as text, or a link that stands alone. */
type Paragraph = string | { link: string }

/** A mail in plain text, with the same in HTML. */
export function composeMail(to: string, subject: string, paragraphs: Paragraph[]): Mail {
  return {
    to,
    subject,
    text: paragraphs.map((one) => (typeof one === 'string' ? one : one.link)).join('\n\n'),
    html: paragraphs
      .map((one) => `<p>${typeof one === 'string' ? escapeHtml(one) : anchorOf(one.link)}</p>`)
      .join(''),
  }
}

function anchorOf(link: string): string {
  return `<a href="${escapeHtml(link)}">${escapeHtml(link)}</a>`
}
