import type { api, ErrorTexts } from '../platform/api.ts'

type EmailApi = typeof api.api.account.email

export const linkErrors: ErrorTexts<EmailApi['confirm']['$post']> & ErrorTexts<EmailApi['revert']['$post']> =
  {
    'auth.reset_link_invalid': 'Il link non è valido o è scaduto. Richiedine uno nuovo.',
    'common.rate_limited': 'Troppi tentativi. Riprova più tardi.',
    fallback: 'Operazione fallita.',
  }

export const accountTexts = {
  confirmHeading: 'Conferma indirizzo',
  confirm: "Conferma l'indirizzo",
  confirmed: (email: string) => `Indirizzo confermato: ${email}.`,
  revertHeading: 'Annulla cambio email',
  revert: "Ripristina l'indirizzo",
  reverted: 'Indirizzo ripristinato. Ti abbiamo mandato un link per scegliere una nuova password.',
  goOn: 'Continua',
}
