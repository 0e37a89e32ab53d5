import type { ErrorTexts } from '../platform/api.ts'
import { loginErrors } from './auth.texts.it.ts'

const failed = 'Accesso con passkey non riuscito. Riprova.'

export const passkeyLoginErrors: ErrorTexts<'POST /api/auth/passkey'> = {
  ...loginErrors,
  'auth.passkey_refused': failed,
  // Cancelled, or the browser has none.
  fallback: failed,
}
