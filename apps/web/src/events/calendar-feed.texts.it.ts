import type { ErrorTexts } from '../platform/api.ts'
import { commonTexts } from '../platform/common.texts.it.ts'

/** Why the address was not made. */
export const makeFeedErrors: ErrorTexts<'POST /api/events/feed'> = {
  'common.unauthenticated': commonTexts.signInNeeded,
  'events.too_many_feeds': 'Errore: Troppi indirizzi. Riprova tra {seconds} secondi.',
  fallback: `Errore: ${commonTexts.failed}`,
}

export const feedTexts = {
  title: 'Calendario e promemoria',
  copy: 'Copia indirizzo del calendario',
  copied: 'Indirizzo copiato: chi lo ha vede i tuoi eventi.',
  hint: "Aggiungi l'indirizzo al tuo calendario: i tuoi eventi ci arrivano da soli, e si aggiornano.",
  reminders: 'Scegli promemoria e mail',
  options: 'Opzioni',
  address: 'Indirizzo del calendario',
  lastRead: (time: string) => `Letto l'ultima volta: ${time}`,
  never: 'mai',
  openInApp: "Apri nell'app Calendario",
  addToGoogle: 'Aggiungi a Google Calendar',
  addToOutlook: 'Aggiungi a Outlook',
  scope: 'Eventi del calendario',
  scopes: { own: 'I miei eventi', all: 'Tutti gli eventi' },
  categories: 'Categorie (almeno una)',
  renew: 'Rigenera',
  revoke: 'Revoca',
  addressEnds: "L'indirizzo di prima smetterà di funzionare. Vuoi continuare?",
  confirm: 'Continua',
  cancel: 'Torna indietro',
  publicCalendars: 'Calendari pubblici',
  all: 'Tutti gli eventi',
}
