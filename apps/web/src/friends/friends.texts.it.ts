import type { ReactNode } from 'react'
import type { ErrorTexts } from '../platform/api.ts'
import { commonTexts } from '../platform/common.texts.it.ts'

export const listErrors: ErrorTexts<
  | 'GET /api/friends'
  | 'GET /api/friends/requests'
  | 'GET /api/friends/requests/sent'
  | 'GET /api/friends/counts'
> = {
  'common.unauthenticated': commonTexts.signInNeeded,
  fallback: 'Errore caricamento dati. Riprova.',
}

export const searchErrors: ErrorTexts<'GET /api/friends/search'> = {
  'friends.too_many_searches': 'Stai cercando troppo in fretta. Riprova tra {seconds} secondi.',
  'friends.too_many_found': 'Oggi hai già trovato moltissime persone. Riprova più tardi.',
  'common.unauthenticated': commonTexts.signInNeeded,
  fallback: 'Impossibile caricare lista utenti. Riprova.',
}

export const sendErrors: ErrorTexts<'POST /api/friends/requests'> = {
  'friends.request_to_self': 'Non puoi inviare una richiesta a te stesso.',
  'friends.already_friends': 'Siete già amici!',
  'friends.request_already_sent': 'Hai già inviato una richiesta a questo utente.',
  'friends.member_not_found': 'Dati utente non trovati.',
  'account.email_unverified': commonTexts.emailUnverified,
  'friends.too_many_requests': 'Hai inviato troppe richieste. Riprova più tardi.',
  'common.unauthenticated': commonTexts.signInNeeded,
  fallback: 'Impossibile inviare la richiesta. Riprova.',
}

export const acceptErrors: ErrorTexts<'POST /api/friends/requests/{uid}/accept'> = {
  'friends.request_not_found': 'Impossibile accettare la richiesta. Riprova.',
  'common.unauthenticated': commonTexts.signInNeeded,
  fallback: 'Impossibile accettare la richiesta. Riprova.',
}

export const rejectErrors: ErrorTexts<'POST /api/friends/requests/{uid}/reject'> = {
  'friends.request_not_found': 'Impossibile rifiutare la richiesta. Riprova.',
  'common.unauthenticated': commonTexts.signInNeeded,
  fallback: 'Impossibile rifiutare la richiesta. Riprova.',
}

export const withdrawErrors: ErrorTexts<'DELETE /api/friends/requests/{uid}'> = {
  'friends.request_not_found': 'Impossibile annullare la richiesta. Riprova.',
  'common.unauthenticated': commonTexts.signInNeeded,
  fallback: 'Impossibile annullare la richiesta. Riprova.',
}

export const openChatErrors: ErrorTexts<'POST /api/chat/private'> = {
  'chat.not_friends': 'Impossibile avviare la chat. Riprova più tardi.',
  'common.unauthenticated': commonTexts.signInNeeded,
  fallback: 'Impossibile avviare la chat. Riprova più tardi.',
}

export const friendsTexts = {
  title: 'Amici',
  friends: (count: number | undefined) => (count === undefined ? 'Amici' : `Amici (${count})`),
  requests: (count: number | undefined) => (count === undefined ? 'Richieste' : `Richieste (${count})`),
  sentRequests: (count: number | undefined) => (count === undefined ? 'Inviate' : `Inviate (${count})`),
  withdraw: 'Annulla richiesta',
  today: 'oggi',
  /** Empty where there are none. */
  inCommon: ({ sharedFriends, sharedEvents }: { sharedFriends: number; sharedEvents: number }) => {
    const friends = sharedFriends === 1 ? '1 amico' : `${sharedFriends} amici`
    const events = sharedEvents === 1 ? '1 evento' : `${sharedEvents} eventi`
    const shared = [...(sharedFriends > 0 ? [friends] : []), ...(sharedEvents > 0 ? [events] : [])]
    return shared.length > 0 && `${shared.join(' e ')} in comune`
  },
  sharedEvents: (count: number, latest: ReactNode) =>
    count === 1 ? ['1 evento in comune: ', latest] : [`${count} eventi in comune, tra cui `, latest],
  sameCity: (city: ReactNode) => ['Anche a ', city],
  accepted: (name: ReactNode) => [name, ' ha accettato la tua richiesta.'],
  befriended: (name: ReactNode) => ['Tu e ', name, ' ora siete amici.'],
  write: 'Scrivi',
  search: 'Cerca Utenti',
  filterBox: 'Cerca tra i tuoi amici per nome o email...',
  searchBox: 'Cerca utenti per nome o email...',
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
  requestsHint:
    'Se accetti, potrete scrivervi in privato e vedere ciò che ognuno mostra agli amici: di solito profilo ed email.',
  knowsNobody: 'Non conosci ancora nessuno? Tocca o premi un nome in',
  suggested: 'Persone',
  searchPrompt: "Digita un nome o un'email per cercare nuovi amici.",
  nobodyFound: 'Nessun utente trovato con i criteri specificati, o sono già connessi.',
  alone: 'Per ora ci sei solo tu: invita qualcuno',
  copyAddress: "Copia l'indirizzo",
  addressCopied: 'Indirizzo copiato.',
  localAddressCopied: 'Indirizzo copiato: si apre solo da questo computer.',
  friendsSee: 'Gli amici vedono ciò che ognuno mostra loro: di solito profilo ed email.',
  addressNotCopied: (address: string) => `Copia non riuscita. L'indirizzo è ${address}`,
  partnerMissing: 'Impossibile avviare la chat: dati utente mancanti.',
  loading: 'Caricamento...',
  more: 'Mostra altri',
  error: (text: string) => `Errore: ${text}`,
  dismiss: 'OK',
}
