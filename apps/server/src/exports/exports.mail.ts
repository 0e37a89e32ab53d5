import { resetPath } from '../auth/auth.mail.ts'
import { composeMail } from '../platform/mail/compose-mail.ts'
import type { Mail } from '../platform/mail/mailer.ts'

/** The mail that says that the archive is ready. It leads to the settings, and opens nothing without a session. */
export function exportMail(to: string, origin: string, name: string, expiresAt: Date): Mail {
  const day = expiresAt.toLocaleDateString('it', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'Europe/Rome',
  })
  return composeMail(to, 'I tuoi dati sono pronti', [
    `L'archivio con i tuoi dati su ${name} è pronto. Accedi e scaricalo dalle impostazioni, alla pagina Privacy, entro il ${day}:`,
    { link: `${origin}/app/impostazioni/privacy` },
    'Se non lo hai chiesto tu, scegli una nuova password da qui:',
    { link: `${origin}${resetPath}` },
  ])
}
