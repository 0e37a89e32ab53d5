import type { EventField } from '@covo/contract/events/event-changes.rules'
import type { EventCategory, EventFilter, EventVenue } from '@covo/contract/events/events.rules'
import type { api, ErrorTexts } from '../platform/api.ts'
import { commonTexts } from '../platform/common.texts.it.ts'

type EventsApi = typeof api.api.events
type Participation = EventsApi[':eventId']['participation']

/** Why the list did not come; stands in `loadFailed`. */
export const listErrors: ErrorTexts<EventsApi['$get']> = {
  fallback: commonTexts.failed,
}

/** The heading of a page without an event. */
export const notFound = 'Evento non trovato'

/** Why an event's page did not come. */
export const eventErrors: ErrorTexts<EventsApi[':eventId']['$get']> = {
  'events.not_found': notFound,
  fallback: commonTexts.failed,
}

/** Whole alerts. */
export const participationErrors: ErrorTexts<Participation['$put']> & ErrorTexts<Participation['$delete']> = {
  'common.unauthenticated': 'Devi effettuare il login per partecipare o abbandonare un evento.',
  'events.organizer_cannot_participate':
    'Come organizzatore, le tue modifiche alla partecipazione avvengono in altro modo o non sono previste tramite questo pulsante.',
  'events.not_found': "Errore: L'evento non esiste più.",
  'events.ended': "Errore: L'evento è già terminato.",
  'events.joining_closed': 'Errore: Le iscrizioni sono chiuse.',
  'events.cancelled': "Errore: L'evento è stato annullato.",
  'events.too_many_changes': 'Troppi cambi in poco tempo. Riprova tra {seconds} secondi.',
  fallback: `Errore: ${commonTexts.failed}`,
}

/** What a form breaks; stands in `creationFailed` when the server says it. */
export const creationErrors: ErrorTexts<EventsApi['$post']> = {
  'common.unauthenticated': 'Devi effettuare il login per creare un evento.',
  'events.required_fields_missing': 'Tutti i campi con * sono obbligatori.',
  'events.start_in_past': "La data e l'ora dell'evento non possono essere nel passato.",
  'events.start_too_far': 'La data è troppo lontana.',
  'events.end_before_start': "Il termine dell'evento non può essere precedente alla data e ora di inizio.",
  'events.too_long': 'Un evento può durare al massimo 60 giorni.',
  'events.link_invalid': 'Inserisci un link valido (http o https).',
  'events.description_too_long':
    'La descrizione può avere al massimo 4000 caratteri (lettere accentate ed emoji contano di più).',
  'events.field_too_long': 'Un campo è troppo lungo.',
  'events.time_zone_unknown': 'Scegli un fuso orario valido.',
  'events.address_missing': "Inserisci l'indirizzo del luogo.",
  'events.map_link_invalid': 'Inserisci un indirizzo della mappa valido (http o https).',
  'events.capacity_invalid': 'I posti devono essere un numero intero tra 1 e 100000.',
  'events.join_deadline_invalid':
    "Le iscrizioni devono chiudere dopo adesso ed entro il termine dell'evento.",
  'events.too_many': 'Hai creato troppi eventi. Riprova più tardi.',
  fallback: 'Creazione fallita.',
}

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

export const editErrors: ErrorTexts<EventsApi[':eventId']['$patch']> = {
  ...creationErrors,
  ...organizingErrors,
}

export const cancelErrors: ErrorTexts<EventsApi[':eventId']['cancel']['$post']> = {
  ...organizingErrors,
  'events.reason_missing': 'Scrivi il motivo.',
  'events.field_too_long': creationErrors['events.field_too_long'],
}

export const restoreErrors: ErrorTexts<EventsApi[':eventId']['restore']['$post']> = organizingErrors

export const deletionErrors: ErrorTexts<EventsApi[':eventId']['$delete']> = {
  ...organizingErrors,
  'events.has_participants': "Qualcuno ha già partecipato: puoi solo annullare l'evento.",
}

export const messageErrors: ErrorTexts<EventsApi[':eventId']['updates']['$post']> = {
  ...organizingErrors,
  'events.message_empty': 'Scrivi un messaggio.',
  'events.message_too_long': 'Il messaggio può avere al massimo 1000 caratteri.',
  'events.too_many_messages': 'Troppi messaggi. Riprova tra {seconds} secondi.',
}

/** Why the list of who takes part did not come. */
export const participantsErrors: ErrorTexts<EventsApi[':eventId']['participants']['$get']> = organizingErrors

export const candidatesErrors: ErrorTexts<EventsApi[':eventId']['organizers']['candidates']['$get']> =
  organizingErrors

/** Of adding, removing and handing over. */
export const organizersErrors: ErrorTexts<
  | EventsApi[':eventId']['organizers'][':uid']['$put']
  | EventsApi[':eventId']['organizers'][':uid']['$delete']
  | EventsApi[':eventId']['owner'][':uid']['$put']
> = {
  ...organizingErrors,
  'events.not_candidate': "Questa persona non può organizzare l'evento.",
  'events.too_many_organizers': 'Puoi aggiungere al massimo 5 organizzatori.',
  'events.owner_cannot_leave': "Prima affida l'evento a qualcun altro.",
}

/** Why the history of an event did not come. */
export const updatesErrors: ErrorTexts<EventsApi[':eventId']['updates']['$get']> = organizingErrors

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
  joinDeadline: 'iscrizioni',
} satisfies Record<EventField, string>

export const categoryNames: Record<EventCategory, string> = {
  ctf: 'CTF',
  hackathon: 'Hackathon',
  contest: 'Contest',
  other: 'Altro',
}

/** In the order of the select. */
export const venueNames: Record<EventVenue, string> = {
  none: 'Non indicato',
  online: 'Online',
  place: 'In presenza',
  both: 'Online e in presenza',
}

/** In the order of the select. */
export const filterNames: Record<EventFilter, string> = {
  all: 'Tutti gli eventi',
  ...categoryNames,
  mine: 'I miei eventi',
  past: 'Eventi passati',
}

const days = (count: number) => (count === 1 ? '1 giorno' : `${count} giorni`)
const hours = (count: number) => (count === 1 ? '1 ora' : `${count} ore`)
const minutes = (count: number) => (count === 1 ? '1 minuto' : `${count} minuti`)

export const eventsTexts = {
  title: 'Eventi',
  heading: 'Eventi nella tua zona',
  search: 'Cerca eventi',
  filter: 'Filtra eventi',
  create: 'Crea Evento',
  zone: (timeZone: string) => `Orari del tuo fuso: ${timeZone}`,
  list: 'Elenco degli eventi',
  loadFailed: (message: string) => `Errore nel caricamento degli eventi: ${message}`,
  retry: commonTexts.retry,
  none: 'Nessun evento in programma.',
  noneHint: 'Il primo può essere il tuo.',
  createFirst: 'Organizza il primo',
  noneFiltered: 'Nessun evento corrisponde ai filtri.',
  clearFilters: 'Togli i filtri',
  more: 'Carica altri eventi',

  view: 'Vista',
  cards: 'Schede',
  agenda: 'Agenda',
  until: (date: string) => `fino a ${date}`,
  running: 'In corso',
  inMinutes: (count: number) => `tra ${minutes(count)}`,
  inHours: (count: number) => `tra ${hours(count)}`,
  tomorrow: 'domani',
  inDays: (count: number) => `tra ${days(count)}`,
  inMonths: (count: number) => `tra ${count} mesi`,
  showMore: 'Mostra altro',
  showLess: 'Mostra meno',
  start: 'inizio',
  end: 'termine',
  duration: 'durata',
  link: 'link',
  where: 'dove',
  openMap: 'Apri la mappa',
  seats: 'posti',
  seatsFree: (free: number, capacity: number) => `${free} liberi su ${capacity}`,
  joinDeadline: 'iscrizioni entro',
  full: 'Al completo',
  organizer: 'organizza',
  organizerUnknown: 'Nome non specificato',
  dateInvalid: 'Data non valida',
  dateMissing: 'Non disponibile',
  allDay: 'tutto il giorno',
  startMissing: 'Data non disponibile',
  participants: (count: number) => `${count} ${count === 1 ? 'partecipante' : 'partecipanti'}`,
  join: 'Partecipa',
  joined: 'Partecipo',
  queue: "Mettiti in lista d'attesa",
  queued: "In lista d'attesa",
  joiningClosed: 'Iscrizioni chiuse',
  queuePosition: (position: number, waiting: number) =>
    `Sei in lista d'attesa: posizione ${position} di ${waiting}.`,
  queueFar: "Sei in lista d'attesa: oltre la millesima posizione.",
  queuedInstead: (position: number) => `I posti sono finiti: sei in lista d'attesa, posizione ${position}.`,
  leaveSeat: 'Lasciare il posto?',
  leaveSeatText: "C'è una lista d'attesa: il tuo posto va a chi aspetta.",
  leaveSeatConfirm: 'Lascia il posto',
  leaveSeatCancel: 'Resta',
  organized: 'Organizzi tu',
  participating: 'Partecipi',

  dialog: 'Crea Nuovo Evento',
  titleField: 'Titolo *',
  descriptionField: 'Descrizione *',
  startField: 'Data e ora di inizio *',
  endField: 'Termine *',
  linkField: 'Link *',
  linkHint: 'come esempio.org/ctf',
  categoryField: 'Categoria *',
  durationField: 'Durata *',
  durationHint: '2 ore, 3 giorni',
  options: 'Altre opzioni',
  allDayField: 'Tutto il giorno',
  eventZone: (timeZone: string) => `Fuso: ${timeZone}`,
  changeZone: 'Cambia fuso',
  zoneField: 'Fuso orario',
  venueField: 'Dove',
  addressField: 'Indirizzo',
  mapField: 'Mappa',
  capacityField: 'Posti',
  joinDeadlineField: 'Iscrizioni entro',
  timeSkipped: (typed: string, meant: string) => `Quel giorno le ${typed} non esistono: vale ${meant}.`,
  timeTwice: (typed: string) => `Quel giorno le ${typed} arrivano due volte: vale la prima.`,
  days,
  hours,
  minutes,
  fieldMissing: 'Campo obbligatorio.',
  submit: 'Crea',
  cancel: 'Annulla',
  close: 'Chiudi',
  created: 'Evento creato.',
  creationFailed: (message: string) => `Errore nella creazione dell'evento: ${message}`,

  event: 'Evento',
  backToEvents: 'Torna agli eventi',
  state: "Stato dell'evento",
  startsAfter: (time: string) => `Inizia tra ${time}`,
  endsAfter: (time: string) => `In corso, termina tra ${time}`,
  over: 'Terminato',
  hasStarted: "L'evento è iniziato.",
  hasEnded: "L'evento è terminato.",
  lessThanMinute: 'meno di un minuto',
  inZone: (timeZone: string, time: string) => `a ${timeZone}: ${time}`,
  elapsed: 'durata effettiva',
  share: 'Condividi',
  shareDialog: 'Condividi evento',
  eventAddress: "Indirizzo dell'evento",
  copyAddress: 'Copia indirizzo',
  addressCopied: 'Indirizzo copiato.',
  showCode: 'Mostra codice QR',
  codeOf: (address: string) => `Codice QR di ${address}`,
  downloadCode: 'Scarica QR',
  otherApps: 'Altre app…',
  enter: 'Entra',
  signInToJoin: 'Accedi per partecipare',
  register: 'Registrati',
  addToCalendar: 'Aggiungi al calendario',
  googleCalendar: 'Google Calendar',
  outlook: 'Outlook',
  downloadCalendar: 'Scarica .ics',

  cancelled: 'Annullato',
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
  handOverText: (name: string) => `Affidare l'evento a ${name}?`,
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
  handedOver: (name: string) => `Affidato a ${name}`,
  writes: (name: string, text: string) => `${name} scrive: ${text}`,
  showChanges: 'Mostra prima e dopo',
  change: (field: string, before: string, after: string) => `${field}: ${before} → ${after}`,
  noValue: '–',
  yes: 'sì',
  no: 'no',

  next: 'Prossimo Evento in Programma',
  nextFailed: 'Impossibile caricare il prossimo evento.',
  noNext: 'Nessun evento imminente.',
  seeAll: 'Vedi tutti gli eventi',
}
