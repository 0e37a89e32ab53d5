import { maximumUsernameLength } from '@covo/contract/auth/auth.rules'
import type { ErrorTexts } from '../platform/api.ts'
import { commonTexts } from '../platform/common.texts.it.ts'
import { passwordErrors } from '../platform/password.texts.it.ts'
import { authTexts, loginErrors } from './auth.texts.it.ts'

export const registrationErrors: ErrorTexts<'POST /api/auth/register'> = {
  ...passwordErrors,
  'auth.email_invalid': commonTexts.emailInvalid,
  'auth.username_too_short': "L'username deve essere di almeno 3 caratteri.",
  'auth.username_too_long': `L'username può avere al massimo ${maximumUsernameLength} caratteri.`,
  'auth.username_invalid': "L'username contiene spazi speciali o caratteri che non si vedono.",
  'auth.username_taken': 'Questo username è già in uso. Scegline un altro.',
  'auth.email_taken': 'Questa email è già in uso.',
  'auth.account_blocked': loginErrors['auth.account_blocked'],
  'auth.invite_invalid': 'Il codice invito non è valido.',
  'auth.registration_closed': authTexts.registrationClosed,
  'account.too_many_mails':
    'Account creato, ma a questa casella abbiamo già mandato troppe email. Accedi più tardi per avere il link.',
  'common.rate_limited': 'Troppe registrazioni da questa rete. Riprova più tardi.',
  fallback: 'Errore durante la registrazione. Riprova.',
}

export const registerTexts = {
  invite: 'Codice invito *',
  heading: 'Entra nel Covo',
  submit: 'Inizia Ora',
  terms: 'Registrandoti dichiari di avere almeno 14 anni e accetti le Regole.',
  busy: 'Registrazione...',
  registered: 'Registrazione completata con successo!',
  checkMail: 'Controlla la tua posta: ti abbiamo mandato un link.',
  haveAccount: 'Hai già un account?',
  optional: 'facoltativo',
  usernameHint: 'Il nome che vedono gli altri. Se manca, è la prima parte della tua email.',
}
