import { formatterOf } from '@covo/contract/formatter'
import type { ErrorTexts } from '../platform/api.ts'
import { commonTexts } from '../platform/common.texts.it.ts'

export const loginErrors: ErrorTexts<'POST /api/auth/login'> = {
  'auth.credentials_required': 'Email e password sono obbligatori.',
  'auth.invalid_credentials': 'Email o password non validi.',
  'auth.too_many_attempts':
    'Accesso temporaneamente disabilitato a causa di troppi tentativi falliti. Riprova più tardi.',
  'auth.account_blocked':
    'Questo account è stato bloccato. Per informazioni scrivi a chi gestisce la community.',
  'account.email_unverified': commonTexts.emailUnverified,
  'account.too_many_mails':
    'Ti abbiamo già mandato troppe email di conferma. Usa il link di una di quelle, o riprova più tardi.',
  'auth.account_suspended':
    "Questo account è sospeso{until}. I motivi e come fare reclamo sono nell'email che ti abbiamo mandato.",
  // The dialog asks instead.
  'auth.deletion_pending': 'Questo account sta per essere eliminato.',
  fallback: 'Errore durante il login. Riprova.',
}

/** Of an account that is suspended until an instant (ISO 8601): of one far away the day is left out, since there is none. */
export function suspendedText(until: string): string {
  const end = new Date(until)
  const day =
    end.getUTCFullYear() < 9999 ? ` fino al ${formatterOf('it-IT', { dateStyle: 'long' }).format(end)}` : ''
  return loginErrors['auth.account_suspended'].replace('{until}', day)
}

export const authTexts = {
  login: 'Accedi',
  loginBusy: 'Accesso in corso...',
  loginHeading: 'Accedi',
  forgotPassword: 'Password dimenticata?',
  noAccount: 'Non hai un account?',
  register: 'Registrati',
  registrationClosed: 'Le registrazioni sono chiuse.',
  loginByPasskey: 'Accedi con una passkey',
  continueWith: (provider: string) => `Continua con ${provider}`,
  providerCancelled: (provider: string) => `Login con ${provider} annullato.`,
  providerFailed: (provider: string) => `Errore durante il login con ${provider}. Riprova.`,
  closeWindow: 'Puoi chiudere questa finestra.',
  backToLogin: "Torna all'accesso",
}
