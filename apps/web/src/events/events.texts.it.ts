import type { EventFilter } from '@covo/contract/events/events.rules'
import type { ErrorTexts } from '../platform/api.ts'
import { commonTexts } from '../platform/common.texts.it.ts'
import { categoryNames } from './event.texts.it.ts'

/** Why the list did not come; stands in `loadFailed`. */
export const listErrors: ErrorTexts<'GET /api/events'> = {
  fallback: commonTexts.failed,
}

/** Why a month did not come; stands in `loadFailed`. */
export const periodErrors: ErrorTexts<'GET /api/events/period'> = {
  fallback: commonTexts.failed,
}

/** Whole alerts. */
export const participationErrors: ErrorTexts<'PUT /api/events/{eventId}/participation'> &
  ErrorTexts<'DELETE /api/events/{eventId}/participation'> = {
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

/** The rules that a form breaks; stands in `creationFailed` when the server answers it. */
export const creationErrors: ErrorTexts<'POST /api/events'> = {
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
  'events.team_size_invalid': 'I componenti per squadra devono essere un numero intero tra 1 e 50.',
  'events.join_deadline_invalid':
    "Le iscrizioni devono chiudere dopo adesso ed entro il termine dell'evento.",
  'events.ctftime_link_invalid': "Incolla l'indirizzo di un evento su CTFtime.",
  'account.email_unverified': commonTexts.emailUnverified,
  'events.too_many': 'Hai creato troppi eventi. Riprova più tardi.',
  fallback: 'Creazione fallita.',
}

/** Why a look-up at CTFtime filled nothing in. */
export const ctftimeErrors: ErrorTexts<'POST /api/events/ctftime'> = {
  'common.unauthenticated': commonTexts.signInNeeded,
  'common.not_found': commonTexts.failed,
  'common.rate_limited': 'Troppe richieste. Riprova tra {seconds} secondi.',
  'events.ctftime_link_invalid': creationErrors['events.ctftime_link_invalid'],
  'events.ctftime_not_found': 'CTFtime non ha questo evento.',
  'events.ctftime_unavailable': 'CTFtime non risponde. Riprova più tardi.',
  fallback: commonTexts.failed,
}

/** In the order of the select. */
export const filterNames: Record<EventFilter, string> = {
  all: 'Tutti gli eventi',
  ...categoryNames,
  mine: 'I miei eventi',
  past: 'Eventi passati',
}

export const eventsTexts = {
  title: 'Eventi',
  teams: 'Squadre',
  heading: 'Eventi nella tua zona',
  search: 'Cerca eventi',
  filter: 'Filtra eventi',
  create: 'Crea Evento',
  zone: (timeZone: string) => `Orari del tuo fuso: ${timeZone}`,
  list: 'Elenco degli eventi',
  loadFailed: (message: string) => `Errore nel caricamento degli eventi: ${message}`,
  none: 'Nessun evento in programma.',
  noneHint: 'Il primo può essere il tuo.',
  createFirst: 'Organizza il primo',
  noneFiltered: 'Nessun evento corrisponde ai filtri.',
  clearFilters: 'Togli i filtri',
  more: 'Carica altri eventi',

  maybeThere: 'Forse esiste già:',

  view: 'Vista',
  cards: 'Schede',
  agenda: 'Agenda',
  month: 'Mese',
  monthBefore: 'Mese precedente',
  monthAfter: 'Mese successivo',
  today: 'Oggi',
  eventsOf: (day: string) => `Eventi di ${day}`,
  noneOfDay: 'Nessun evento.',
  dayWithEvents: (day: string, count: number) =>
    `${day}, ${count === 0 ? 'nessun evento' : count === 1 ? '1 evento' : `${count} eventi`}`,
  moreOfDay: (count: number) => (count === 1 ? 'e un altro' : `e altri ${count}`),
  until: (date: string) => `fino a ${date}`,
  running: 'In corso',
  showMore: 'Mostra altro',
  showLess: 'Mostra meno',
  organizerUnknown: 'Nome non specificato',
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
  ctftimeField: 'Pagina su CTFtime',
  fillIn: 'Compila',
  isHereAlready: "Questo evento c'è già.",
  goToIt: "Vai all'evento",
  overwrite: 'Sostituire quello che hai scritto?',
  overwriteConfirm: 'Sostituisci',
  overwriteCancel: 'Tieni',
  allDayField: 'Tutto il giorno',
  eventZone: (timeZone: string) => `Fuso: ${timeZone}`,
  changeZone: 'Cambia fuso',
  zoneField: 'Fuso orario',
  venueField: 'Dove',
  addressField: 'Indirizzo',
  mapField: 'Mappa',
  capacityField: 'Posti',
  teamSizeField: 'Componenti per squadra',
  joinDeadlineField: 'Iscrizioni entro',
  fieldMissing: 'Campo obbligatorio.',
  submit: 'Crea',
  cancel: 'Annulla',
  created: 'Evento creato.',
  creationFailed: (message: string) => `Errore nella creazione dell'evento: ${message}`,

  next: 'Prossimo Evento in Programma',
  nextFailed: 'Impossibile caricare il prossimo evento.',
  noNext: 'Nessun evento imminente.',
  seeAll: 'Vedi tutti gli eventi',
}
