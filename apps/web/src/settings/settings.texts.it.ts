import type { MailFailure } from '@covo/contract/settings/settings.routes'
import type { api, ErrorTexts } from '../platform/api.ts'

type SendOperation = (typeof api.api.settings)['password-reset']['$post']

const sendFailed = (reason: string) => `Errore durante l'invio dell'email: ${reason}`

export const passwordResetErrors: ErrorTexts<SendOperation> = {
  'common.unauthenticated': 'Devi essere loggato per accedere alle impostazioni.',
  'settings.email_not_found': 'Email utente non trovata.',
  'settings.mail_not_sent': sendFailed('riprova più tardi.'),
  'settings.too_many_mails': sendFailed('troppe email inviate. Riprova più tardi.'),
  fallback: sendFailed('riprova più tardi.'),
}

/** By the reason of `settings.mail_not_sent`. */
export const mailFailureTexts: Record<MailFailure, string> = {
  unreachable: sendFailed('il server di posta non risponde.'),
  refused: sendFailed('il server di posta ha rifiutato il messaggio.'),
}

export const settingsTexts = {
  title: 'Impostazioni',
  heading: 'Impostazioni Account',
  sections: 'Sezioni delle impostazioni',
  accountSection: 'Account',
  notifications: 'Notifiche',
  privacy: 'Privacy',

  security: 'Sicurezza Account',
  password: 'Modifica Password',
  passwordHint: 'Ti mandiamo un link per sceglierne una nuova.',
  sendReset: 'Invia Email Reset Password',
  sendingReset: 'Invio email...',
  resetSent: (email: string) =>
    `Email per il reset della password inviata a ${email}. Controlla la tua casella di posta.`,
  email: 'Modifica Email',
  emailNotYet: "La modifica dell'email sarà implementata in futuro.",
  soon: 'Prossimamente',

  preferences: 'Preferenze Notifiche (Placeholder)',
  preferenceList: [
    { name: 'Aggiornamenti eventi', hint: 'Quando cambia un evento a cui partecipi' },
    { name: 'Nuovi messaggi chat', hint: 'Quando qualcuno ti scrive in privato' },
    { name: 'Richieste di amicizia', hint: 'Quando qualcuno vuole aggiungerti' },
  ],
  preferencesChanged: 'Preferenze aggiornate.',

  account: 'Gestione Account',
  deletion: 'Eliminazione',
  deletionHint: "L'operazione è irreversibile e tutti i tuoi dati andranno persi.",
  deleteAccount: 'Elimina Il Mio Account',
  deletionWarning:
    "Attenzione: l'operazione è irreversibile e tutti i tuoi dati andranno persi. Vuoi continuare?",
  confirmDeletion: 'Elimina',
  cancel: 'Annulla',
  deletionNotYet:
    "L'eliminazione dell'account non è ancora implementata: richiede una nuova autenticazione. Nessun dato è stato eliminato.",
}

export const privacyTexts = {
  audience: 'Chi vede che cosa',
  showPresence: {
    name: 'Mostra quando sono in linea',
    hint: 'Solo ai tuoi amici. Se non lo mostri, non lo vedi nemmeno di loro',
  },
  readReceipts: {
    name: 'Invia e mostra le conferme di lettura',
    hint: 'Nelle chat private. Se non le invii, non vedi nemmeno quelle degli altri',
  },
  showTyping: {
    name: 'Mostra quando sto scrivendo',
    hint: 'A chi ha aperto la stessa chat',
  },
  showParticipation: {
    name: 'Mostra a chi partecipa agli stessi eventi che ci sono',
    hint: 'E ai tuoi amici. Chi organizza ti vede comunque',
  },
}
