import type { ErrorTexts } from '../platform/api.ts'
import { commonTexts } from '../platform/common.texts.it.ts'
import { passwordErrors } from '../platform/password.texts.it.ts'

export const resetMailErrors: ErrorTexts<'POST /api/auth/reset-mail'> = {
  'auth.email_invalid': commonTexts.emailInvalid,
  'auth.too_many_reset_mails':
    'Hai chiesto troppi link. Usane uno della tua casella di posta o riprova più tardi.',
  fallback: "Errore durante l'invio del link. Riprova.",
}

export const resetErrors: ErrorTexts<'POST /api/auth/reset-password'> = {
  ...passwordErrors,
  'auth.reset_link_invalid': 'Il link non è valido o è scaduto. Richiedine uno nuovo.',
  fallback: 'Impossibile impostare la password. Riprova.',
}

export const resetTexts = {
  heading: 'Reimposta password',
  lead: "Scrivi l'email del tuo account: ti mandiamo un link per scegliere una nuova password.",
  send: 'Invia link',
  sending: 'Invio link...',
  sent: 'Se esiste un account con questo indirizzo, riceverai un link. Controlla la tua casella di posta.',
  newPassword: 'Nuova password',
  newPasswordConfirmation: 'Conferma nuova password',
  setPassword: 'Imposta password',
  settingPassword: 'Imposto la password...',
  checkingLink: 'Controllo il link...',
  passwordSet: 'Password cambiata. Ora puoi accedere.',
  askAgain: 'Chiedi un nuovo link',
}
