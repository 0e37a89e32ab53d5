import type { ErrorTexts } from '../platform/api.ts'
import { loginErrors } from './auth.texts.it.ts'

export const confirmationErrors: ErrorTexts<'POST /api/account/confirmation'> = {
  'account.confirmation_failed': 'La conferma non è riuscita. Controlla i dati e riprova.',
  'auth.too_many_attempts': 'Troppi tentativi falliti. Riprova più tardi.',
  'common.unauthenticated': loginErrors.fallback,
  fallback: 'La conferma non è riuscita. Controlla i dati e riprova.',
}

export const confirmationTexts = {
  title: 'Conferma che sei tu',
  text: 'Per continuare conferma la tua identità.',
  signInAgain: 'Per confermare esci e accedi di nuovo: poi hai dieci minuti.',
  confirm: 'Conferma',
  confirmAt: (provider: string) => `Conferma con ${provider}`,
  usePasskey: 'Usa una passkey',
  confirming: 'Conferma in corso...',
  cancel: 'Annulla',
}
