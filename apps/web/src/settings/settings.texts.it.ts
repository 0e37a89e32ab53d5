import type { Account } from '@covo/contract/account/account.routes'
import type { NotificationKind } from '@covo/contract/notifications/notifications.rules'
import type { MailFailure } from '@covo/contract/settings/settings.routes'
import type { ErrorTexts } from '../platform/api.ts'
import { commonTexts } from '../platform/common.texts.it.ts'

type SendOperation = 'POST /api/settings/password-reset'

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

export const emailChangeErrors: ErrorTexts<'POST /api/account/email'> = {
  ...passwordResetErrors,
  'auth.email_invalid': commonTexts.emailInvalid,
  'account.email_unchanged': 'È già il tuo indirizzo.',
  'account.too_many_mails': 'Hai chiesto troppe email. Riprova più tardi.',
  fallback: commonTexts.failed,
}

export const emailTexts = {
  present: ({ email, emailVerified }: Pick<Account, 'email' | 'emailVerified'>) =>
    `Indirizzo attuale: ${email} (${emailVerified ? 'confermato' : 'da confermare'})`,
  newEmail: 'Nuova email',
  send: 'Invia conferma',
  sending: 'Invio conferma...',
  sent: (email: string) => `Ti abbiamo scritto a ${email}. L'indirizzo cambia quando apri il link.`,
  pending: (email: string) => `In attesa di conferma: ${email}`,
  cancel: 'Annulla la modifica',
}

export const settingsTexts = {
  title: 'Impostazioni',
  heading: 'Impostazioni Account',
  sections: 'Sezioni delle impostazioni',
  accountSection: 'Account',
  securitySection: 'Sicurezza',
  notifications: 'Notifiche',
  privacy: 'Privacy',
  tokens: 'API',
  moderation: 'Moderazione',

  security: 'Sicurezza Account',
  password: 'Modifica Password',
  passwordHint: 'Ti mandiamo un link per sceglierne una nuova.',
  changeNow: 'La cambi subito',
  inSecurity: 'in Sicurezza.',
  sendReset: 'Invia Email Reset Password',
  sendingReset: 'Invio email...',
  resetSent: (email: string) =>
    `Email per il reset della password inviata a ${email}. Controlla la tua casella di posta.`,
  email: 'Modifica Email',
  emailNotYet: "La modifica dell'email sarà implementata in futuro.",
  soon: 'Prossimamente',
  toConfirm: 'Indirizzo da confermare',
  confirmAddress: (email: string) => `Conferma il tuo indirizzo: abbiamo scritto a ${email}.`,
  sendAgain: 'Invia di nuovo',
  changeAddress: 'Cambia indirizzo',

  preferences: 'Preferenze Notifiche (Placeholder)',
  storedPreferences: 'Preferenze Notifiche',
  preferenceList: {
    events: { name: 'Aggiornamenti eventi', hint: 'Quando cambia un evento a cui partecipi' },
    chat: { name: 'Nuovi messaggi chat', hint: 'Quando qualcuno ti scrive in privato' },
    friendship: { name: 'Richieste di amicizia', hint: 'Quando qualcuno vuole aggiungerti' },
  } satisfies Record<NotificationKind, { name: string; hint: string }>,
  finerChoices: 'Scelte più fini',
  inNotifications: 'in Notifiche.',
  preferencesChanged: 'Preferenze aggiornate.',

  appearance: 'Su questo dispositivo',
  messages: 'Messaggi',
  densities: { comfortable: 'Comodi', compact: 'Compatti' },

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
  audienceOf: {
    bio: 'Chi vede la bio',
    professione: 'Chi vede la professione',
    citta: 'Chi vede la città',
    telefono: 'Chi vede il telefono',
    dataNascita: 'Chi vede la data di nascita',
  },
  emailToFriends: {
    name: 'Mostra la tua email agli amici',
    hint: 'Nel tuo profilo e nei loro elenchi di amici',
  },
  findableByEmail: {
    name: 'Fatti trovare con la tua email',
    hint: "In 'Cerca Utenti'. Se no, ti trova solo chi sa il tuo nome",
  },
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
