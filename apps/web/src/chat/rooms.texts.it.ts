import type { ErrorTexts } from '../platform/api.ts'
import { commonTexts } from '../platform/common.texts.it.ts'
import { sendErrors } from './chat.texts.it.ts'

export const roomsTexts = {
  title: 'Stanze',
  back: 'Chat Generale',
  all: 'Tutte le stanze',
  search: 'Cerca stanze',
  list: 'Elenco delle stanze',
  members: (count: number) => (count === 1 ? '1 membro' : `${count} membri`),
  enter: 'Entra',
  leave: 'Esci',
  archived: (count: number) => `Archiviate (${count})`,
  empty: 'Non ci sono ancora stanze.',
  noneFound: 'Nessuna stanza corrisponde alla ricerca.',
  failed: 'Impossibile caricare le stanze. Riprova.',
  entered: (name: string) => `Ora sei nella stanza ${name}.`,
  left: (name: string) => `Hai lasciato la stanza ${name}.`,
  notFound: 'Stanza non trovata',
  reading: 'Stai leggendo questa stanza. Entra per scrivere.',
  closed: 'Questa stanza è archiviata: puoi leggerla, ma non scrivere.',
  more: 'Altre azioni',
  actions: 'Azioni sulla stanza',
  copyLink: 'Copia link',
  linkCopied: 'Link copiato.',
}

export const membershipErrors: ErrorTexts<
  'PUT /api/rooms/{slug}/membership' | 'DELETE /api/rooms/{slug}/membership'
> = {
  'rooms.not_found': 'Questa stanza non esiste.',
  'rooms.archived': 'Questa stanza è archiviata.',
  'rooms.too_many': 'Puoi stare al massimo in 200 stanze.',
  'common.rate_limited': 'Troppi tentativi. Riprova più tardi.',
  'common.unauthenticated': sendErrors['common.unauthenticated'],
  fallback: commonTexts.failed,
}
