import { resetPath } from '../auth/auth.mail.ts'
import { composeMail } from '../platform/mail/compose-mail.ts'
import { tokenLink } from '../platform/mail/mailed-token.ts'
import type { Mail } from '../platform/mail/mailer.ts'

/** The mail with the link to confirm an address. */
export function verificationMail(to: string, origin: string, name: string, token: string): Mail {
  return composeMail(to, `Conferma il tuo indirizzo per ${name}`, [
    `Per confermare che questo indirizzo è tuo apri questo link entro 24 ore, poi premi «Conferma l'indirizzo»:`,
    { link: tokenLink(origin, '/conferma-email', token) },
    `Se non hai creato tu questo account, scegli una tua password da qui: chi l'ha creato perde l'accesso.`,
    { link: `${origin}${resetPath}` },
  ])
}
