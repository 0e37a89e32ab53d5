import type { WeightyField } from '../events/event-changes.rules.ts'
import type { EventNotification } from './notifications.routes.ts'

/** The Italian names of an event's changed fields. */
export const fieldWords: Record<WeightyField, string> = {
  title: 'titolo',
  dateTime: 'inizio',
  deadline: 'termine',
  timeZone: 'fuso orario',
  isAllDay: 'tutto il giorno',
  venue: 'luogo',
  address: 'indirizzo',
  link: 'link',
}

type Line = { title: string; name: string; others: number; fields: string; text: string }

const lines: Record<EventNotification['kind'], (line: Line) => string> = {
  seat: ({ title }) => `Si è liberato un posto: partecipi a "${title}".`,
  joined: ({ title, name, others }) => `${name}${peopleWith(others)} "${title}".`,
  full: ({ title }) => `"${title}" è al completo.`,
  organizer_added: ({ title, name }) => `${name} ti ha aggiunto tra gli organizzatori di "${title}".`,
  owner_handed_over: ({ title }) => `Ora organizzi tu "${title}".`,
  mentioned: ({ title, name }) => `${name} ti ha menzionato in "${title}".`,
  replied: ({ title, name }) => `${name} ti ha risposto in "${title}".`,
  edited: ({ title, fields }) => `Modificato "${title}": ${fields}.`,
  cancelled: ({ title, text }) => `Annullato "${title}": ${text}`,
  restored: ({ title }) => `Confermato di nuovo "${title}".`,
  message: ({ title, name, text }) => `${name} su "${title}": ${text}`,
}

function peopleWith(others: number): string {
  if (others === 0) return ' partecipa a'
  return others === 1 ? " e un'altra persona partecipano a" : ` e altre ${others} persone partecipano a`
}

type Subject = Pick<EventNotification, 'kind' | 'title' | 'author' | 'others' | 'fields' | 'text'>

/** The sentence of a notification about an event: a line of 'Notifiche', a toast and a push. */
export function eventLine(subject: Subject): string {
  return eventLineParts(subject).join('')
}

/** No text has it: the database stores none. */
const edge = '\0'

/** The same in parts, of which each second one is a name, a title or a member's text. */
export function eventLineParts({ kind, title, author, others = 0, fields, text }: Subject): string[] {
  const bounded = (part: string) => `${edge}${part}${edge}`
  const line = lines[kind]({
    title: bounded(title),
    name: bounded(author?.displayName || 'Utente'),
    others,
    fields: fields.map((field) => fieldWords[field]).join(', '),
    text: bounded(text),
  })
  return line.split(edge)
}
