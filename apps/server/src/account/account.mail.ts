import { securityNotices } from '@covo/contract/notifications/security-notice.it'
import { describeOccasion, type Occasion, resetPath } from '../auth/auth.mail.ts'
import { composeMail } from '../platform/mail/compose-mail.ts'
import type { Mailer } from '../platform/mail/mailer.ts'
import { tokenLink } from '../platform/mail/token-link.ts'

export type AccountMails = ReturnType<typeof createAccountMails>

/** The mails about a member's address. No text of the person who causes one is in it, but the new address in part. */
export function createAccountMails({ send }: Pick<Mailer, 'send'>, origin: string, name: string) {
  const chooseAnother = { link: `${origin}${resetPath}` }
  return {
    /** The link to confirm an address. */
    verify: (to: string, token: string) =>
      send(
        composeMail(to, `Conferma il tuo indirizzo per ${name}`, [
          `Per confermare che questo indirizzo è tuo apri questo link entro 24 ore, poi premi «Conferma l'indirizzo»:`,
          { link: tokenLink(origin, '/conferma-email', token) },
          `Se non hai creato tu questo account, scegli una tua password da qui: chi l'ha creato perde l'accesso.`,
          chooseAnother,
        ]),
      ),

    /** The link that makes the address a member's. */
    change: (to: string, token: string) =>
      send(
        composeMail(to, `Conferma il nuovo indirizzo per ${name}`, [
          `Per usare questo indirizzo con il tuo account ${name} apri questo link entro 24 ore, poi premi «Conferma l'indirizzo»:`,
          { link: tokenLink(origin, '/conferma-email', token) },
          'Se non sei stato tu, ignora questo messaggio: non cambia nulla.',
        ]),
      ),

    /** To a new address that is registered already, in place of that link. */
    taken: (to: string) =>
      send(
        composeMail(to, `Il tuo indirizzo è già registrato su ${name}`, [
          `Qualcuno ha chiesto di usare questo indirizzo per un altro account ${name}. È già registrato: non è cambiato nulla.`,
          'Se sei stato tu, accedi con questo indirizzo. Se hai dimenticato la password, scegline una nuova da qui:',
          chooseAnother,
        ]),
      ),

    /** To the present address, when a change is asked for. */
    changeAsked: (to: string, newEmail: string, occasion: Occasion) =>
      send(
        composeMail(to, 'Richiesta di cambio email', [
          `Hai chiesto di cambiare l'indirizzo del tuo account ${name} in ${maskEmail(newEmail)}. Cambia quando si apre il link mandato lì.`,
          describeOccasion(occasion),
          'Se non sei stato tu, cambia la password.',
          chooseAnother,
        ]),
      ),

    /** To the address before, when it is changed. */
    changed: (to: string, newEmail: string, token: string, occasion: Occasion) =>
      send(
        composeMail(to, securityNotices.email_changed, [
          `L'indirizzo del tuo account ${name} ora è ${maskEmail(newEmail)}.`,
          describeOccasion(occasion),
          `Se non sei stato tu, apri questo link entro 7 giorni, poi premi «Ripristina l'indirizzo»:`,
          { link: tokenLink(origin, '/annulla-cambio-email', token) },
        ]),
      ),
  }
}

/** Tells who knows an address which one it is, and nobody else: its first letter and its domain. */
export function maskEmail(email: string): string {
  const [first = ''] = email
  return `${first}•••${email.slice(email.lastIndexOf('@'))}`
}
