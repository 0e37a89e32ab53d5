import type { SecurityNoticeKind } from './notifications.rules.ts'

/** The sentence of each kind: the subject of the mail, and the line of 'Notifiche'. */
export const securityNotices: Record<SecurityNoticeKind, string> = {
  signed_in: 'Nuovo accesso al tuo account',
  password_changed: 'Password cambiata',
  factor_on: 'Verifica in due passaggi attivata',
  factor_off: 'Verifica in due passaggi disattivata',
  recovery_codes_renewed: 'Nuovi codici di recupero',
  passkey_added: 'Passkey aggiunta',
  passkey_removed: 'Passkey rimossa',
  email_changed: 'Il tuo indirizzo è cambiato',
}
