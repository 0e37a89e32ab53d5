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

  create: 'Crea stanza',
  edit: 'Modifica stanza',
  name: 'Nome *',
  purpose: 'A cosa serve *',
  group: 'Gruppo',
  save: 'Salva modifiche',
  cancel: 'Annulla',
  created: 'Stanza creata.',
  saved: 'Modifiche salvate.',
  archive: 'Archivia stanza',
  archiveWarning: (name: string) =>
    `Nessuno potrà più scrivere in ${name}. Resta leggibile e si può riaprire. Vuoi continuare?`,
  confirmArchive: 'Archivia',
  keepOpen: 'Torna indietro',
  archivedNow: 'Stanza archiviata.',
  reopen: 'Riapri stanza',
  reopened: 'Stanza riaperta.',
  moveUp: 'Sposta su',
  moveDown: 'Sposta giù',
}

export const mutingTexts = {
  hour: 'Silenzia per 1 ora',
  morning: 'Silenzia fino a domani',
  always: 'Silenzia sempre',
  end: 'Riattiva',
  mutedUntil: (time: string) => `Silenziata fino alle ${time}.`,
  mutedToMorning: 'Silenziata fino a domani alle 08:00.',
  muted: 'Silenziata.',
  ended: 'Riattivata.',
}

const tooMany = 'Troppi tentativi. Riprova più tardi.'
const notFound = 'Questa stanza non esiste.'

/** Of what moderators do. */
export const moderatingErrors: ErrorTexts<
  | 'POST /api/moderation/rooms'
  | 'PATCH /api/moderation/rooms/{slug}'
  | 'PUT /api/moderation/rooms/{slug}/archive'
  | 'DELETE /api/moderation/rooms/{slug}/archive'
  | 'PUT /api/moderation/rooms/order'
> = {
  'rooms.not_found': notFound,
  'rooms.full': 'Ci sono già 500 stanze.',
  'rooms.name_taken': 'Esiste già una stanza con questo nome.',
  'rooms.changed_meanwhile': 'Qualcuno ha cambiato la stanza mentre scrivevi.',
  'rooms.field_invalid': 'Controlla nome e testi della stanza.',
  'moderation.second_factor_needed': 'Per moderare attiva prima la verifica in due passaggi.',
  'common.not_found': 'Solo chi modera può farlo.',
  'common.rate_limited': tooMany,
  'common.unauthenticated': commonTexts.signInNeeded,
  fallback: commonTexts.failed,
}

export const membershipErrors: ErrorTexts<
  'PUT /api/rooms/{slug}/membership' | 'DELETE /api/rooms/{slug}/membership'
> = {
  'rooms.not_found': notFound,
  'rooms.archived': 'Questa stanza è archiviata.',
  'rooms.not_member': 'Entra nella stanza per scrivere.',
  'rooms.too_many': 'Puoi stare al massimo in 200 stanze.',
  'common.rate_limited': tooMany,
  'common.unauthenticated': sendErrors['common.unauthenticated'],
  fallback: commonTexts.failed,
}

export const mutingErrors: ErrorTexts<'PUT /api/chat/{conversationId}/mute'> = {
  'chat.conversation_not_found': sendErrors['chat.conversation_not_found'],
  'common.rate_limited': tooMany,
  'common.unauthenticated': commonTexts.signInNeeded,
  fallback: commonTexts.failed,
}
