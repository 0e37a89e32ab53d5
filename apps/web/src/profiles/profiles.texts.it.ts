import type { ErrorTexts } from '../platform/api.ts'
import { commonTexts } from '../platform/common.texts.it.ts'

export const profileErrors: ErrorTexts<'PATCH /api/profiles/me'> = {
  'profiles.display_name_empty': 'Il nome visualizzato non può essere vuoto.',
  'profiles.display_name_too_short': 'Il nome visualizzato deve essere di almeno 3 caratteri.',
  'profiles.display_name_too_long': 'Il nome visualizzato può avere al massimo 50 caratteri.',
  'profiles.display_name_invalid':
    'Il nome visualizzato contiene spazi speciali o caratteri che non si vedono.',
  'profiles.display_name_taken': 'Questo nome visualizzato è già in uso. Scegline uno diverso.',
  'profiles.name_check_failed': 'Errore verifica nome. Riprova.',
  'profiles.field_too_long': 'Un campo è troppo lungo.',
  'profiles.birth_date_invalid': 'Inserisci una data di nascita valida.',
  'profiles.link_invalid':
    'Scrivi un indirizzo completo che comincia con https://, di al massimo 200 caratteri.',
  'profiles.too_many_changes': 'Hai salvato il profilo troppe volte. Riprova tra {seconds} secondi.',
  'common.unauthenticated': 'Utente non autenticato. Impossibile salvare.',
  fallback: 'Errore salvataggio. Riprova.',
}

export const memberErrors: ErrorTexts<'GET /api/profiles/{uid}'> = {
  'profiles.not_found': 'Profilo non trovato.',
  'profiles.too_many_views': commonTexts.failed,
  'common.unauthenticated': commonTexts.failed,
  fallback: commonTexts.failed,
}

export const profilesTexts = {
  title: 'Profilo',
  changePhoto: 'Cambia foto profilo',
  photoNotYet: 'La modifica della foto profilo non è ancora implementata.',
  edit: 'Modifica Profilo',
  details: 'Dati personali',
  displayName: 'Nome visualizzato',
  profession: 'Professione',
  city: 'Città',
  phone: 'Telefono',
  birthDate: 'Data di nascita',
  bio: 'Bio',
  audiences:
    "Telefono e data di nascita all'inizio li vedi solo tu. Scegli chi altro in 'Impostazioni', 'Privacy'.",
  visibleTo: 'Visibile a',
  skills: 'Competenze',
  ownSkills: 'Le mie competenze',
  links: 'Link',
  link: (number: number) => `Link ${number}`,
  addLink: 'Aggiungi link',
  removeLink: (number: number) => `Togli link ${number}`,
  asBio: 'Competenze e link li vede chi vede la bio.',
  notSpecified: 'Non specificato',
  noBio: 'Nessuna biografia inserita.',
  save: 'Salva',
  cancel: 'Annulla',
  saved: 'Profilo salvato!',
  statistics: 'Statistiche',
  friends: 'Amici',
  memberSince: 'Membro dal',
  notAvailable: 'N/D',
  aboutPassword: "Per cambiare la password vai alle impostazioni dell'account.",
  settings: 'Impostazioni Account',
  email: 'Email',
  noEmail: 'Email non disponibile',
  member: 'Profilo',
  bot: 'Questo è un bot: un programma che un membro della community fa scrivere.',
  forFriendsAlone: 'Questo profilo è visibile solo agli amici.',
  shared: 'In comune',
  sharedFriends: 'Amici in comune',
  sharedEvents: 'Eventi in comune',
  others: (count: number) => (count === 1 ? ' e 1 altro' : ` e altri ${count}`),
}
