import type { EventCategory, EventFilter } from '@covo/contract/events/events.rules'
import type { api, ErrorTexts } from '../platform/api.ts'
import { commonTexts } from '../platform/common.texts.it.ts'

type EventsApi = typeof api.api.events
type Participation = EventsApi[':eventId']['participation']

/** Why the list did not come; stands in `loadFailed`. */
export const listErrors: ErrorTexts<EventsApi['$get']> = {
  fallback: commonTexts.failed,
}

/** Whole alerts. */
export const participationErrors: ErrorTexts<Participation['$put']> & ErrorTexts<Participation['$delete']> = {
  'common.unauthenticated': 'Devi effettuare il login per partecipare o abbandonare un evento.',
  'events.organizer_cannot_participate':
    'Come organizzatore, le tue modifiche alla partecipazione avvengono in altro modo o non sono previste tramite questo pulsante.',
  'events.not_found': "Errore: L'evento non esiste più.",
  'events.ended': "Errore: L'evento è già terminato.",
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
  'events.too_many': 'Hai creato troppi eventi. Riprova più tardi.',
  fallback: 'Creazione fallita.',
}

export const categoryNames: Record<EventCategory, string> = {
  ctf: 'CTF',
  hackathon: 'Hackathon',
  contest: 'Contest',
  other: 'Altro',
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
  organizer: 'organizza',
  organizerUnknown: 'Nome non specificato',
  dateInvalid: 'Data non valida',
  dateMissing: 'Non disponibile',
  startMissing: 'Data non disponibile',
  participants: (count: number) => `${count} ${count === 1 ? 'partecipante' : 'partecipanti'}`,
  join: 'Partecipa',
  joined: 'Partecipo',
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
  days,
  hours,
  minutes,
  fieldMissing: 'Campo obbligatorio.',
  submit: 'Crea',
  cancel: 'Annulla',
  close: 'Chiudi',
  created: 'Evento creato.',
  creationFailed: (message: string) => `Errore nella creazione dell'evento: ${message}`,

  next: 'Prossimo Evento in Programma',
  nextFailed: 'Impossibile caricare il prossimo evento.',
  noNext: 'Nessun evento imminente.',
  seeAll: 'Vedi tutti gli eventi',
}
