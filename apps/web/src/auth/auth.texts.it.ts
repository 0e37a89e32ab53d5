import {
  maximumPasswordLength,
  maximumUsernameLength,
  minimumPasswordLength,
} from '@covo/contract/auth/auth.rules'
import type { api, ErrorTexts } from '../platform/api.ts'

export const loginErrors: ErrorTexts<typeof api.api.auth.login.$post> = {
  'auth.credentials_required': 'Email e password sono obbligatori.',
  'auth.invalid_credentials': 'Email o password non validi.',
  'auth.too_many_attempts':
    'Accesso temporaneamente disabilitato a causa di troppi tentativi falliti. Riprova più tardi.',
  'auth.account_blocked':
    'Questo account è stato bloccato. Per informazioni scrivi a chi gestisce la community.',
  fallback: 'Errore durante il login. Riprova.',
}

const passwordErrors = {
  'auth.required_fields_missing': 'Tutti i campi obbligatori devono essere compilati.',
  'auth.password_too_short': 'La password deve essere di almeno 6 caratteri.',
  'auth.password_too_long': `La password può avere al massimo ${maximumPasswordLength} caratteri.`,
  'auth.password_mismatch': 'Le password non coincidono.',
  'auth.password_weak': 'La password è troppo debole.',
}

export const registrationErrors: ErrorTexts<typeof api.api.auth.register.$post> = {
  ...passwordErrors,
  'auth.email_invalid': 'Inserisci un indirizzo email valido.',
  'auth.username_too_short': "L'username deve essere di almeno 3 caratteri.",
  'auth.username_too_long': `L'username può avere al massimo ${maximumUsernameLength} caratteri.`,
  'auth.username_invalid': "L'username contiene spazi speciali o caratteri che non si vedono.",
  'auth.username_taken': 'Questo username è già in uso. Scegline un altro.',
  'auth.email_taken': 'Questa email è già in uso.',
  'common.rate_limited': 'Troppe registrazioni da questa rete. Riprova più tardi.',
  fallback: 'Errore durante la registrazione. Riprova.',
}

export const resetMailErrors: ErrorTexts<(typeof api.api.auth)['reset-mail']['$post']> = {
  'auth.email_invalid': registrationErrors['auth.email_invalid'],
  'auth.too_many_reset_mails':
    'Hai chiesto troppi link. Usane uno della tua casella di posta o riprova più tardi.',
  fallback: "Errore durante l'invio del link. Riprova.",
}

export const resetErrors: ErrorTexts<(typeof api.api.auth)['reset-password']['$post']> = {
  ...passwordErrors,
  'auth.reset_link_invalid': 'Il link non è valido o è scaduto. Richiedine uno nuovo.',
  fallback: 'Impossibile impostare la password. Riprova.',
}

/** By the score of the password. */
export const strengthWords = ['Molto debole', 'Molto debole', 'Debole', 'Media', 'Forte', 'Molto forte']

export const authTexts = {
  login: 'Accedi',
  loginBusy: 'Accesso in corso...',
  loginHeading: 'Accedi',
  forgotPassword: 'Password dimenticata?',
  noAccount: 'Non hai un account?',
  register: 'Registrati',
  registerHeading: 'Entra nel Covo',
  registerSubmit: 'Inizia Ora',
  terms: 'Registrandoti dichiari di avere almeno 14 anni e accetti le Regole.',
  registerBusy: 'Registrazione...',
  registered: 'Registrazione completata con successo!',
  haveAccount: 'Hai già un account?',
  optional: 'facoltativo',
  usernameHint: 'Il nome che vedono gli altri. Se manca, è la prima parte della tua email.',
  passwordHint: `Almeno ${minimumPasswordLength} caratteri`,
  strength: 'Sicurezza della password',
  resetHeading: 'Reimposta password',
  resetLead: "Scrivi l'email del tuo account: ti mandiamo un link per scegliere una nuova password.",
  resetSend: 'Invia link',
  resetSending: 'Invio link...',
  resetSent:
    'Se esiste un account con questo indirizzo, riceverai un link. Controlla la tua casella di posta.',
  newPassword: 'Nuova password',
  newPasswordConfirmation: 'Conferma nuova password',
  setPassword: 'Imposta password',
  settingPassword: 'Imposto la password...',
  checkingLink: 'Controllo il link...',
  passwordSet: 'Password cambiata. Ora puoi accedere.',
  askAgain: 'Chiedi un nuovo link',
  continueWith: (provider: string) => `Continua con ${provider}`,
  providerCancelled: (provider: string) => `Login con ${provider} annullato.`,
  providerFailed: (provider: string) => `Errore durante il login con ${provider}. Riprova.`,
  closeWindow: 'Puoi chiudere questa finestra.',
  backToLogin: "Torna all'accesso",
}
