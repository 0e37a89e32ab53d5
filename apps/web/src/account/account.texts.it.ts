import type { ErrorTexts } from '../platform/api.ts'

export const linkErrors: ErrorTexts<'POST /api/account/email/confirm'> &
  ErrorTexts<'POST /api/account/email/revert'> = {
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
