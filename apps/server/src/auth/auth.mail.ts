import { securityNotices } from '@covo/contract/notifications/security-notice.it'
import { composeMail } from '../platform/mail/compose-mail.ts'
import type { Mail } from '../platform/mail/mailer.ts'
import { tokenLink } from '../platform/mail/token-link.ts'
import type { SecurityNotice } from './security-notices.ts'

/** Where a member who has no token asks for one, and one who has sets a new password. */
export const resetPath = '/reset-password'

/** The link to set a new password. */
export function resetLink(origin: string, token: string): string {
  return tokenLink(origin, resetPath, token)
}

const noticeTexts: Record<SecurityNotice, string> = {
  password_changed: 'La password del tuo account è stata cambiata.',
  factor_on: 'La verifica in due passaggi del tuo account è stata attivata.',
  factor_off: 'La verifica in due passaggi del tuo account è stata disattivata.',
  recovery_codes_renewed:
    'I codici di recupero del tuo account sono stati rinnovati: quelli di prima non valgono più.',
  passkey_added: 'Una passkey è stata aggiunta al tuo account: con quella si accede senza password.',
  passkey_removed: 'Una passkey è stata rimossa dal tuo account.',
  signed_in: "C'è stato un accesso al tuo account da un browser o un sistema che non usavi.",
}

const instant = new Intl.DateTimeFormat('it-IT', {
  timeZone: 'Europe/Rome',
  dateStyle: 'long',
  timeStyle: 'short',
})

/** When something was done to an account, and from which device; empty: not known. */
export type Occasion = { at: Date; device: string }

/** Says it in a mail. */
export function describeOccasion({ at, device }: Occasion): string {
  return `Quando: ${instant.format(at)} (ora italiana). Da: ${device || 'dispositivo sconosciuto'}.`
}

type NoticedChange = Occasion & { origin: string; name: string; notice: SecurityNotice }

/** The mail about a change of an account. */
export function securityNoticeMail(to: string, { origin, name, notice, ...occasion }: NoticedChange): Mail {
  return composeMail(to, securityNotices[notice], [
    `${name}: ${noticeTexts[notice]}`,
    describeOccasion(occasion),
    'Se non sei stato tu, reimposta la password.',
    { link: `${origin}${resetPath}` },
  ])
}

/** The mail with the link to set a new password. */
export function resetMail(to: string, origin: string, name: string, token: string): Mail {
  return composeMail(to, `Reimposta la password di ${name}`, [
    `Hai chiesto di reimpostare la password del tuo account ${name}. Apri questo link entro un'ora:`,
    { link: resetLink(origin, token) },
    'Se non sei stato tu, ignora questo messaggio: la tua password non cambia.',
  ])
}
