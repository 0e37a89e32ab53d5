import type { api, ErrorTexts } from '../platform/api.ts'
import { commonTexts } from '../platform/common.texts.it.ts'

type FriendsApi = typeof api.api.friends
type RequestApi = FriendsApi['requests'][':uid']

const signInNeeded = 'Autenticazione richiesta.'

export const listErrors: ErrorTexts<
  FriendsApi['$get'] | FriendsApi['requests']['$get'] | FriendsApi['counts']['$get']
> = {
  'common.unauthenticated': signInNeeded,
  fallback: 'Errore caricamento dati. Riprova.',
}

export const searchErrors: ErrorTexts<FriendsApi['search']['$get']> = {
  'friends.too_many_searches': 'Stai cercando troppo in fretta. Riprova tra {seconds} secondi.',
  'friends.too_many_found': 'Oggi hai già trovato moltissime persone. Riprova più tardi.',
  'common.unauthenticated': signInNeeded,
  fallback: 'Impossibile caricare lista utenti. Riprova.',
}

export const sendErrors: ErrorTexts<FriendsApi['requests']['$post']> = {
  'friends.request_to_self': 'Non puoi inviare una richiesta a te stesso.',
  'friends.already_friends': 'Siete già amici!',
  'friends.request_already_sent': 'Hai già inviato una richiesta a questo utente.',
  'friends.member_not_found': 'Dati utente non trovati.',
  'friends.too_many_requests': 'Hai inviato troppe richieste. Riprova più tardi.',
  'common.unauthenticated': signInNeeded,
  fallback: 'Impossibile inviare la richiesta. Riprova.',
}

export const acceptErrors: ErrorTexts<RequestApi['accept']['$post']> = {
  'friends.request_not_found': 'Impossibile accettare la richiesta. Riprova.',
  'common.unauthenticated': signInNeeded,
  fallback: 'Impossibile accettare la richiesta. Riprova.',
}

export const rejectErrors: ErrorTexts<RequestApi['reject']['$post']> = {
  'friends.request_not_found': 'Impossibile rifiutare la richiesta. Riprova.',
  'common.unauthenticated': signInNeeded,
  fallback: 'Impossibile rifiutare la richiesta. Riprova.',
}

export const openChatErrors: ErrorTexts<typeof api.api.chat.private.$post> = {
  'chat.not_friends': 'Impossibile avviare la chat. Riprova più tardi.',
  'common.unauthenticated': signInNeeded,
  fallback: 'Impossibile avviare la chat. Riprova più tardi.',
}

export const friendsTexts = {
  title: 'Amici',
  friends: (count: number | undefined) => (count === undefined ? 'Amici' : `Amici (${count})`),
  requests: (count: number | undefined) => (count === undefined ? 'Richieste' : `Richieste (${count})`),
  search: 'Cerca Utenti',
  filterBox: 'Cerca tra i tuoi amici per nome o email...',
  searchBox: 'Cerca utenti per nome o email...',
  clear: 'Cancella il testo',
  unknownName: 'Nome Sconosciuto',
  unknownEmail: 'Email non disponibile',
  message: 'Messaggio',
  accept: 'Accetta',
  reject: 'Rifiuta',
  add: 'Aggiungi Amico',
  requested: 'Richiesta inviata',
  alreadyFriends: 'Già amici',
  sent: 'Richiesta di amicizia inviata!',
  noFriends: "Non hai ancora amici. Usa la sezione 'Cerca Utenti' per trovarne!",
  noFriendsFound: 'Nessun amico trovato con questo nome/email.',
  noRequests: 'Nessuna richiesta di amicizia in arrivo.',
  requestsHint: 'Accettando potrete scrivervi in privato.',
  searchPrompt: "Digita un nome o un'email per cercare nuovi amici.",
  nobodyFound: 'Nessun utente trovato con i criteri specificati, o sono già connessi.',
  partnerMissing: 'Impossibile avviare la chat: dati utente mancanti.',
  loading: 'Caricamento...',
  more: 'Mostra altri',
  retry: commonTexts.retry,
  error: (text: string) => `Errore: ${text}`,
  dismiss: 'OK',
}
