import type { api, ErrorTexts } from '../platform/api.ts'
import { loginErrors } from './auth.texts.it.ts'

const failed = 'Accesso con passkey non riuscito. Riprova.'

export const passkeyLoginErrors: ErrorTexts<typeof api.api.auth.passkey.$post> = {
  ...loginErrors,
  'auth.passkey_refused': failed,
  // Cancelled, or the browser has none.
  fallback: failed,
}
