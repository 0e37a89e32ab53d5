import type { ErrorTexts } from '../platform/api.ts'
import { commonTexts } from '../platform/common.texts.it.ts'
import { passwordErrors } from '../platform/password.texts.it.ts'

const tooManyAttempts = 'Troppi tentativi falliti. Riprova più tardi.'

export const passwordChangeErrors: ErrorTexts<'POST /api/account/password'> = {
  ...passwordErrors,
  'account.current_password_wrong': 'La password attuale non è corretta.',
  'account.password_unchanged': 'La nuova password è uguale a quella attuale.',
  'account.no_password': 'Non hai una password: usa il link via email per impostarne una.',
  'auth.too_many_attempts': tooManyAttempts,
  'common.unauthenticated': commonTexts.signInNeeded,
  fallback: commonTexts.failed,
}

export const secondFactorErrors: ErrorTexts<
  | 'POST /api/account/second-factor'
  | 'PUT /api/account/second-factor'
  | 'DELETE /api/account/second-factor'
  | 'POST /api/account/recovery-codes'
> = {
  'account.second_factor_on': 'La verifica in due passaggi è già attiva.',
  'account.second_factor_off': 'La verifica in due passaggi non è attiva.',
  'auth.second_factor_wrong': 'Codice non valido.',
  'auth.challenge_expired': 'La verifica è scaduta. Ricomincia.',
  'auth.too_many_attempts': tooManyAttempts,
  'common.rate_limited': tooManyAttempts,
  'common.unauthenticated': commonTexts.signInNeeded,
  fallback: commonTexts.failed,
}

export const deviceErrors: ErrorTexts<'DELETE /api/account/sessions' | 'DELETE /api/account/sessions/{id}'> =
  {
    // Ended elsewhere meanwhile.
    'account.session_not_found': 'Dispositivo disconnesso.',
    'common.unauthenticated': commonTexts.signInNeeded,
    fallback: commonTexts.failed,
  }

export const securityTexts = {
  title: 'Sicurezza',

  password: 'Password',
  passwordHint: 'Serve quella attuale. Non la ricordi?',
  passwordByMail: 'Fatti mandare un link',
  currentPassword: 'Password attuale',
  newPassword: 'Nuova password',
  newPasswordConfirmation: 'Conferma nuova password',
  endOthers: 'Esci dagli altri dispositivi',
  changePassword: 'Cambia password',
  changingPassword: 'Cambio password...',
  passwordChanged: 'Password cambiata.',

  secondFactor: 'Verifica in due passaggi',
  factorOff: 'Disattivata',
  factorOn: (left: number) => `Attiva · codici di recupero rimasti: ${left}`,
  turnOn: 'Attiva',
  turnOff: 'Disattiva',
  turnOnTitle: 'Attiva la verifica in due passaggi',
  whichApp: 'Va bene qualsiasi app di codici, per esempio Aegis, 2FAS o quella del tuo gestore di password.',
  qrCode: "Codice QR per l'app di autenticazione",
  secret: 'Chiave segreta',
  copySecret: 'Copia chiave',
  copied: 'Copiato.',
  sixDigits: 'Codice a 6 cifre',
  cancel: 'Annulla',
  recoveryCodes: 'Codici di recupero',
  recoveryCodesHint: "Ognuno vale una volta, se non hai l'app. Non li mostriamo più: conservali.",
  newRecoveryCodes: 'Nuovi codici di recupero',
  copyCodes: 'Copia codici',
  downloadCodes: 'Scarica codici',
  codesKept: 'Li ho salvati',
  done: 'Fine',

  devices: 'Dispositivi collegati',
  unknownDevice: 'Dispositivo sconosciuto',
  thisDevice: 'Questo dispositivo',
  signedInOn: (date: string) => `Accesso del ${date}`,
  lastUsed: (day: string) => `ultimo uso ${day}`,
  today: 'oggi',
  yesterday: 'ieri',
  withPassword: 'con password',
  withPasskey: 'con passkey',
  withProvider: (provider: string) => `con ${provider}`,
  withPush: 'notifiche attive',
  endDevice: 'Disconnetti',
  endOtherDevices: 'Disconnetti gli altri dispositivi',
  deviceEnded: deviceErrors['account.session_not_found'],
  devicesEnded: (count: number) => `Dispositivi disconnessi: ${count}.`,
}
