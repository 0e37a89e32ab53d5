import type { EventField } from '@covo/contract/events/event-changes.rules'
import type { ReactNode } from 'react'
import type { ErrorTexts } from '../platform/api.ts'
import { commonTexts } from '../platform/common.texts.it.ts'
import { creationErrors } from './events.texts.it.ts'

const organizingErrors = {
  'common.unauthenticated': commonTexts.signInNeeded,
  'events.not_found': "L'evento non esiste più.",
  'events.not_organizer': 'Solo chi organizza può farlo.',
  'events.ended': "L'evento è già terminato.",
  'events.cancelled': "L'evento è stato annullato.",
  'events.changed_meanwhile': "Qualcuno ha cambiato l'evento mentre scrivevi.",
  'events.too_many_edits': 'Troppe modifiche. Riprova tra {seconds} secondi.',
  fallback: commonTexts.failed,
}

export const editErrors: ErrorTexts<'PATCH /api/events/{eventId}'> = {
  ...creationErrors,
  ...organizingErrors,
}

export const cancelErrors: ErrorTexts<'POST /api/events/{eventId}/cancel'> = {
  ...organizingErrors,
  'events.reason_missing': 'Scrivi il motivo.',
  'events.field_too_long': creationErrors['events.field_too_long'],
}

export const restoreErrors: ErrorTexts<'POST /api/events/{eventId}/restore'> = organizingErrors

export const deletionErrors: ErrorTexts<'DELETE /api/events/{eventId}'> = {
  ...organizingErrors,
  'events.has_participants': "Qualcuno ha già partecipato: puoi solo annullare l'evento.",
}

export const messageErrors: ErrorTexts<'POST /api/events/{eventId}/updates'> = {
  ...organizingErrors,
  'events.message_empty': 'Scrivi un messaggio.',
  'events.message_too_long': 'Il messaggio può avere al massimo 1000 caratteri.',
  'events.too_many_messages': 'Troppi messaggi. Riprova tra {seconds} secondi.',
}

/** The errors of the list of participants. */
export const participantsErrors: ErrorTexts<'GET /api/events/{eventId}/participants'> = organizingErrors

export const candidatesErrors: ErrorTexts<'GET /api/events/{eventId}/organizers/candidates'> =
  organizingErrors

/** Of adding, removing and handing over. */
export const organizersErrors: ErrorTexts<
  | 'PUT /api/events/{eventId}/organizers/{uid}'
  | 'DELETE /api/events/{eventId}/organizers/{uid}'
  | 'PUT /api/events/{eventId}/owner'
> = {
  ...organizingErrors,
  'events.not_candidate': "Questa persona non può organizzare l'evento.",
  'events.too_many_organizers': 'Puoi aggiungere al massimo 5 organizzatori.',
  'events.owner_cannot_leave': "Prima affida l'evento a qualcun altro.",
}

/** Why the history of an event did not come. */
export const updatesErrors: ErrorTexts<'GET /api/events/{eventId}/updates'> = organizingErrors

/** The fields of an event as its history names them. */
export const fieldWords: Record<string, string> = {
  title: 'titolo',
  description: 'descrizione',
  dateTime: 'inizio',
  deadline: 'termine',
  timeZone: 'fuso orario',
  isAllDay: 'tutto il giorno',
  venue: 'luogo',
  address: 'indirizzo',
  mapLink: 'mappa',
  link: 'link',
  category: 'categoria',
  duration: 'durata',
  capacity: 'posti',
  teamSize: 'componenti per squadra',
  joinDeadline: 'iscrizioni',
  ctftimeId: 'fonte',
} satisfies Record<EventField, string>

/** The actions of an event's organizers, and the updates that its participants see. */
export const managementTexts = {
  management: 'Gestione evento',
  edit: 'Modifica',
  editDialog: 'Modifica Evento',
  save: 'Salva modifiche',
  reloadAndKeep: 'Ricarica e tieni il mio testo',
  duplicate: 'Duplica',
  organizers: 'Organizzatori',
  addOrganizer: 'Aggiungi organizzatore',
  searchCandidates: 'Cerca tra amici e partecipanti',
  add: 'Aggiungi',
  noCandidates: 'Nessun risultato.',
  handOver: "Affida l'evento",
  handOverText: (name: ReactNode) => ["Affidare l'evento a ", name, '?'],
  handOverConfirm: 'Affida',
  remove: 'Rimuovi',
  leaveOrganizing: "Lascia l'organizzazione",
  writeMessage: 'Scrivi ai partecipanti',
  messageField: 'Messaggio *',
  sendMessage: 'Invia ai partecipanti',
  messageSent: (count: number) => `Messaggio inviato a ${count} persone.`,
  cancelEvent: "Annulla l'evento",
  reasonField: 'Motivo *',
  goBack: 'Torna indietro',
  restoreEvent: "Ripristina l'evento",
  restoreText: 'Chi partecipava verrà avvisato. Vuoi continuare?',
  restore: 'Ripristina',
  deleteEvent: 'Elimina',
  deleteTitle: "Elimina l'evento",
  deleteText: "L'evento sparirà per tutti. Vuoi continuare?",
  failed: (message: string) => `Errore: ${message}`,
  updates: 'Aggiornamenti',
  people: 'Partecipanti',
  peopleList: 'Elenco dei partecipanti',
  shownPeople: 'Mostra',
  joinedPeople: 'Confermati',
  waitingPeople: "In lista d'attesa",
  morePeople: 'Mostra altri',
  downloadPeople: 'Scarica CSV',
  unseen: (count: number) => `e altri ${count}`,
  allUnseen: 'Chi partecipa si vede tra amici e tra partecipanti.',
  nobodyJoined: 'Ancora nessuno.',
  nobodyWaits: "Nessuno in lista d'attesa.",
  updatesList: 'Elenco degli aggiornamenti',
  moreUpdates: 'Mostra altri',
  edited: (fields: string) => `Modificato: ${fields}`,
  cancelledBecause: (reason: string) => `Annullato: ${reason}`,
  restored: 'Ripristinato',
  handedOver: (name: ReactNode) => ['Affidato a ', name],
  writes: (name: ReactNode, text: string) => [name, ` scrive: ${text}`],
  showChanges: 'Mostra prima e dopo',
  change: (field: string, before: string, after: string) => `${field}: ${before} → ${after}`,
  noValue: '–',
  yes: 'sì',
  no: 'no',
}
