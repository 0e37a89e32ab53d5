import type { EventCategory, EventVenue } from '@covo/contract/events/events.rules'
import type { ErrorTexts } from '../platform/api.ts'
import { commonTexts } from '../platform/common.texts.it.ts'

/** The heading of a page without an event. */
export const notFound = 'Evento non trovato'

/** Why an event's page did not come. */
export const eventErrors: ErrorTexts<'GET /api/events/{eventId}'> = {
  'events.not_found': notFound,
  fallback: commonTexts.failed,
}

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

const days = (count: number) => (count === 1 ? '1 giorno' : `${count} giorni`)
const hours = (count: number) => (count === 1 ? '1 ora' : `${count} ore`)
const minutes = (count: number) => (count === 1 ? '1 minuto' : `${count} minuti`)

/** The texts of one event, for visitors too. */
export const eventTexts = {
  inMinutes: (count: number) => `tra ${minutes(count)}`,
  inHours: (count: number) => `tra ${hours(count)}`,
  tomorrow: 'domani',
  inDays: (count: number) => `tra ${days(count)}`,
  inMonths: (count: number) => `tra ${count} mesi`,
  start: 'inizio',
  end: 'termine',
  duration: 'durata',
  link: 'link',
  where: 'dove',
  openMap: 'Apri la mappa',
  seats: 'posti',
  seatsFree: (free: number, capacity: number) => `${free} liberi su ${capacity}`,
  seatsLeft: (free: number, capacity: number) =>
    free === 1 ? `1 posto libero su ${capacity}` : `${free} posti liberi su ${capacity}`,
  full: 'Al completo',
  joinDeadline: 'iscrizioni entro',
  source: 'fonte',
  ctftime: 'CTFtime',
  organizer: 'organizza',
  hosts: 'organizza',
  dateInvalid: 'Data non valida',
  dateMissing: 'Non disponibile',
  allDay: 'tutto il giorno',
  startMissing: 'Data non disponibile',
  participants: (count: number) => `${count} ${count === 1 ? 'partecipante' : 'partecipanti'}`,

  timeSkipped: (typed: string, meant: string) => `Quel giorno le ${typed} non esistono: vale ${meant}.`,
  timeTwice: (typed: string) => `Quel giorno le ${typed} arrivano due volte: vale la prima.`,
  days,
  hours,
  minutes,
  close: 'Chiudi',

  event: 'Evento',
  backToEvents: 'Torna agli eventi',
  state: "Stato dell'evento",
  startsAfter: (time: string) => `Inizia tra ${time}`,
  endsAfter: (time: string) => `In corso, termina tra ${time}`,
  over: 'Terminato',
  hasStarted: "L'evento è iniziato.",
  hasEnded: "L'evento è terminato.",
  lessThanMinute: 'meno di un minuto',
  zoneOf: (timeZone: string) => `fuso: ${timeZone}`,
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
  room: "Chat dell'evento",
  teams: 'Squadre',
  addToCalendar: 'Aggiungi al calendario',
  googleCalendar: 'Google Calendar',
  outlook: 'Outlook',
  downloadCalendar: 'Scarica .ics',

  cancelled: 'Annullato',
}
