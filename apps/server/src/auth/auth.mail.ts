import { composeMail } from '../platform/mail/compose-mail.ts'
import { tokenLink } from '../platform/mail/mailed-token.ts'
import type { Mail } from '../platform/mail/mailer.ts'

/** Where a member who has no token asks for one, and one who has sets a new password. */
export const resetPath = '/reset-password'

/** The link to set a new password. */
export function resetLink(origin: string, token: string): string {
  return tokenLink(origin, resetPath, token)
}

/** The mail with the link to set a new password. */
export function resetMail(to: string, origin: string, name: string, token: string): Mail {
  return composeMail(to, `Reimposta la password di ${name}`, [
    `Hai chiesto di reimpostare la password del tuo account ${name}. Apri questo link entro un'ora:`,
    { link: resetLink(origin, token) },
    'Se non sei stato tu, ignora questo messaggio: la tua password non cambia.',
  ])
}
