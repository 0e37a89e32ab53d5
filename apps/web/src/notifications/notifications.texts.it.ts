import { eventLine } from '@covo/contract/notifications/event-line.it'
import type { MailKind } from '@covo/contract/notifications/notifications.rules'
import type { Lead } from '@covo/contract/notifications/reminders.rules'

/** The kinds of mail that a member can end. */
const mailKinds: Record<MailKind, string> = {
  changes: 'le mail sui cambiamenti degli eventi',
  messages: 'i messaggi di chi organizza',
  reminders: 'i promemoria',
  digest: 'il riepilogo',
}

export const unsubscribeTexts = {
  heading: 'Disiscrizione',
  question: (kind: MailKind) => `Non vuoi più ricevere ${mailKinds[kind]}?`,
  confirm: 'Conferma',
  done: (kind: MailKind) => `Fatto: non riceverai più ${mailKinds[kind]}.`,
  linkInvalid: 'Il link non è valido o è scaduto. Richiedine uno nuovo.',
}

export const notificationTexts = {
  title: 'Notifiche',
  unread: (count: number) => (count === 1 ? '1 nuova' : `${count} nuove`),
  list: 'Elenco delle notifiche',
  requests: (count: number) =>
    count === 1 ? '1 richiesta di amicizia in arrivo' : `${count} richieste di amicizia in arrivo`,
  line: eventLine,
  reminder: (title: string, lead: Lead) =>
    `"${title}" inizia tra ${lead === 'day' ? 'un giorno' : "un'ora"}.`,
  isNew: 'nuova',
  more: 'Mostra altre',
  empty: 'Nessuna notifica.',
  loading: 'Caricamento...',
  failed: 'Impossibile caricare le notifiche. Riprova.',
  settings: 'Scegli che cosa ricevere',
  close: 'Chiudi',
}
