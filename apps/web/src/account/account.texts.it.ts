import type { api, ErrorTexts } from '../platform/api.ts'

export const confirmationErrors: ErrorTexts<typeof api.api.account.email.confirm.$post> = {
  'auth.reset_link_invalid': 'Il link non è valido o è scaduto. Richiedine uno nuovo.',
  'common.rate_limited': 'Troppi tentativi. Riprova più tardi.',
  fallback: 'Operazione fallita.',
}

export const accountTexts = {
  confirmHeading: 'Conferma indirizzo',
  confirm: "Conferma l'indirizzo",
  confirmed: (email: string) => `Indirizzo confermato: ${email}.`,
  goOn: 'Continua',
}
