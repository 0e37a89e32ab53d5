import { escapeHtml } from '../platform/http/escape-html.ts'
import type { Mail } from '../platform/mail/mailer.ts'

/**
 * The link to set a new password. It is made of the configured origin, never of a request. Its token is in the fragment,
 * which a browser sends to nobody: no proxy's log has it.
 */
export function resetLink(origin: string, token: string): string {
  return `${origin}/reset-password#token=${encodeURIComponent(token)}`
}

/** The mail with the link to set a new password. */
export function resetMail(to: string, origin: string, name: string, token: string): Mail {
  const link = resetLink(origin, token)
  const sentences = [
    `Hai chiesto di reimpostare la password del tuo account ${name}. Apri questo link entro un'ora:`,
    'Se non sei stato tu, ignora questo messaggio: la tua password non cambia.',
  ]
  return {
    to,
    subject: `Reimposta la password di ${name}`,
    text: [sentences[0], link, sentences[1]].join('\n\n'),
    html: `<p>${escapeHtml(sentences[0] ?? '')}</p><p><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p><p>${escapeHtml(sentences[1] ?? '')}</p>`,
  }
}
