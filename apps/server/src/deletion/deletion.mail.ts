import { describeOccasion, type Occasion } from '../auth/auth.mail.ts'
import { composeMail } from '../platform/mail/compose-mail.ts'
import type { Mail } from '../platform/mail/mailer.ts'

/** The recipient of a mail about an account, and the instance that sends it. */
type Envelope = { email: string; origin: string; name: string }

const loginPath = '/Login'

/** The day of an instant, as members who live in Italy read it. */
function dayOf(instant: Date): string {
  return instant.toLocaleDateString('it', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'Europe/Rome',
  })
}

export function deletionAskedMail(
  { email, origin, name }: Envelope,
  until: Date,
  eraseTexts: boolean,
  occasion: Occasion,
): Mail {
  const day = dayOf(until)
  return composeMail(email, `Il tuo account sarà eliminato il ${day}`, [
    `Hai chiesto di eliminare il tuo account su ${name}. Fino al ${day} è chiuso: nessuno ti trova né ti scrive.`,
    'Poi spariscono il profilo, i modi di accedere, le amicizie, le richieste, le iscrizioni agli eventi e le impostazioni.',
    eraseTexts
      ? 'Spariscono anche i testi dei tuoi messaggi. Gli eventi che organizzi restano, senza il tuo nome.'
      : 'I tuoi messaggi e gli eventi che organizzi restano, senza il tuo nome.',
    "Per annullare accedi prima di allora e scegli «Annulla l'eliminazione»:",
    { link: `${origin}${loginPath}` },
    describeOccasion(occasion),
    "Se non l'hai chiesto tu, accedi, annulla e cambia la password.",
  ])
}

export function deletionCancelledMail({ email, origin, name }: Envelope, occasion: Occasion): Mail {
  return composeMail(email, 'Eliminazione annullata', [
    `Hai effettuato l'accesso e annullato l'eliminazione del tuo account su ${name}: resta com'era.`,
    describeOccasion(occasion),
    'Se non sei stato tu, reimposta la password:',
    { link: `${origin}/reset-password` },
  ])
}

export function accountErasedMail({ email, origin, name }: Envelope, hasTextsRemoved: boolean): Mail {
  return {
    ...composeMail(email, 'Il tuo account è stato eliminato', [
      `Il tuo account su ${name} non c'è più, e con lui il profilo, le amicizie e le impostazioni.`,
      hasTextsRemoved
        ? 'Anche i testi dei tuoi messaggi sono stati eliminati.'
        : 'I tuoi messaggi restano, senza il tuo nome.',
      "Questa è l'ultima email che ricevi: il tuo indirizzo non è più conservato.",
      { link: origin },
    ]),
  }
}
