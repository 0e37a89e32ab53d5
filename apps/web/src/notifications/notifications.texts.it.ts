import type { WeightyField } from '@covo/contract/events/event-changes.rules'
import type { Notification } from '@covo/contract/notifications/notifications.routes'
import type { EventMailKind } from '@covo/contract/notifications/notifications.rules'
import type { Lead } from '@covo/contract/notifications/reminders.rules'

/** What a member may no longer want. */
const mailKinds: Record<EventMailKind, string> = {
  changes: 'le mail sui cambiamenti degli eventi',
  messages: 'i messaggi di chi organizza',
  reminders: 'i promemoria',
}

export const unsubscribeTexts = {
  heading: 'Disiscrizione',
  question: (kind: EventMailKind) => `Non vuoi più ricevere ${mailKinds[kind]}?`,
  confirm: 'Conferma',
  done: (kind: EventMailKind) => `Fatto: non riceverai più ${mailKinds[kind]}.`,
  linkInvalid: 'Il link non è valido o è scaduto. Richiedine uno nuovo.',
}

/** What members are told of an event's fields that changed. */
const fieldWords: Record<WeightyField, string> = {
  title: 'titolo',
  dateTime: 'inizio',
  deadline: 'termine',
  timeZone: 'fuso orario',
  isAllDay: 'tutto il giorno',
  venue: 'luogo',
  address: 'indirizzo',
  link: 'link',
}

type Line = { title: string; name: string; fields: string; text: string }

const lines: Record<Notification['kind'], (line: Line) => string> = {
  seat: ({ title }) => `Si è liberato un posto: partecipi a "${title}".`,
  organizer_added: ({ title, name }) => `${name} ti ha aggiunto tra gli organizzatori di "${title}".`,
  owner_handed_over: ({ title }) => `Ora organizzi tu "${title}".`,
  edited: ({ title, fields }) => `Modificato "${title}": ${fields}.`,
  cancelled: ({ title, text }) => `Annullato "${title}": ${text}`,
  restored: ({ title }) => `Confermato di nuovo "${title}".`,
  message: ({ title, name, text }) => `${name} su "${title}": ${text}`,
}

export const notificationTexts = {
  title: 'Notifiche',
  unread: (count: number) => (count === 1 ? '1 nuova' : `${count} nuove`),
  list: 'Elenco delle notifiche',
  line: ({ kind, title, author, fields, text }: Notification) =>
    lines[kind]({
      title,
      name: author?.displayName || 'Utente',
      fields: fields.map((field) => fieldWords[field]).join(', '),
      text,
    }),
  reminder: (title: string, lead: Lead) =>
    `"${title}" inizia tra ${lead === 'day' ? 'un giorno' : "un'ora"}.`,
  isNew: 'nuova',
  more: 'Mostra altre',
  empty: 'Nessuna notifica.',
  loading: 'Caricamento...',
  failed: 'Impossibile caricare le notifiche. Riprova.',
  retry: 'Riprova',
  close: 'Chiudi',
}
