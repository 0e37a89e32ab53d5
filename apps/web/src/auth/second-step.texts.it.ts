import type { ErrorTexts } from '../platform/api.ts'
import { loginErrors } from './auth.texts.it.ts'

export const secondStepErrors: ErrorTexts<'POST /api/auth/second-factor'> = {
  'auth.second_factor_wrong': 'Codice non valido.',
  'auth.challenge_expired': 'La verifica è scaduta. Accedi di nuovo.',
  'auth.too_many_attempts': loginErrors['auth.too_many_attempts'],
  'auth.account_blocked': loginErrors['auth.account_blocked'],
  'auth.account_suspended': loginErrors['auth.account_suspended'],
  'auth.invalid_credentials': loginErrors['auth.invalid_credentials'],
  'auth.deletion_pending': loginErrors['auth.deletion_pending'],
  fallback: loginErrors.fallback,
}

export const secondStepTexts = {
  title: 'Verifica in due passaggi',
  code: 'Codice di verifica',
  hint: "Scrivi il codice dell'app oppure un codice di recupero.",
  verify: 'Verifica',
  verifying: 'Verifica in corso...',
  back: 'Torna al login',
}
