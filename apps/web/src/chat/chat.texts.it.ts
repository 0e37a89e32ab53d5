import { maximumMessageLength } from '@covo/contract/chat/chat.rules'
import type { api, ErrorTexts } from '../platform/api.ts'
import { commonTexts } from '../platform/common.texts.it.ts'

const signedOut = 'Effettua il login per chattare'

const partnerGone = 'Questa persona non riceve più messaggi.'

type SendOperation = (typeof api.api.chat)[':conversationId']['messages']['$post']

export const sendErrors: ErrorTexts<SendOperation> = {
  'chat.message_empty': commonTexts.failed,
  'chat.message_too_long': `Il messaggio può avere al massimo ${maximumMessageLength} caratteri.`,
  'chat.too_fast': 'Stai scrivendo troppo in fretta. Riprova tra {seconds} secondi.',
  'chat.conversation_not_found': commonTexts.failed,
  'chat.partner_gone': partnerGone,
  'chat.not_friends': 'Non siete più amici: il messaggio non è stato inviato.',
  'common.unauthenticated': signedOut,
  fallback: '',
}

export const chatTexts = {
  title: 'Chat Generale',
  lead: 'Partecipa alle conversazioni della community',
  room: 'Chat Pubblica',
  activeUsers: (count: number) => (count === 1 ? '1 utente attivo' : `${count} utenti attivi`),
  noMessages: 'Nessun messaggio',
  writeFirst: 'Scrivi tu il primo messaggio.',
  rules: 'Regole della Chat',
  ruleList: [
    'Rispetta gli altri utenti',
    'Non condividere informazioni personali',
    'Evita spam e contenuti offensivi',
  ],
  list: 'Messaggi',
  placeholder: 'Scrivi un messaggio...',
  signedOutPlaceholder: signedOut,
  send: 'Invia',
  hint: 'Invio invia · Maiusc+Invio va a capo',
  charactersLeft: (count: number) => (count === 1 ? '1 carattere rimasto' : `${count} caratteri rimasti`),
  charactersTooMany: (count: number) =>
    count === 1 ? '1 carattere di troppo' : `${count} caratteri di troppo`,
  loadFailed: 'Impossibile caricare i messaggi. Riprova.',
  retry: commonTexts.retry,
  reconnecting: 'Connessione persa. Mi ricollego…',
  reconnected: 'Connessione ristabilita.',
  newMessages: (count: number) => (count === 1 ? '1 nuovo messaggio' : `${count} nuovi messaggi`),
  firstUnread: 'Nuovi messaggi',
  unread: (count: number, isAll: boolean) =>
    count === 1 && isAll ? '1 messaggio non letto' : `${isAll ? '' : 'oltre '}${count} messaggi non letti`,
  sending: 'invio in corso',
  waitingForNetwork: 'in attesa della rete',
  waitingForNetworkAloud: 'Messaggio in attesa della rete.',
  notSent: 'non inviato',
  notSentAloud: 'Messaggio non inviato.',
  removed: 'Messaggio rimosso da chi gestisce la community.',
  privateTitle: 'Chat privata',
  backToFriends: 'Torna agli amici',
}

/** Why nothing can be written in a private chat. */
export const closedTexts = {
  open: null,
  not_friends: 'Non siete più amici: puoi leggere questa chat, ma non scrivere.',
  gone: partnerGone,
}

type PartnerOperation = (typeof api.api.chat)[':conversationId']['partner']['$get']

export const partnerErrors: ErrorTexts<PartnerOperation> = {
  'chat.partner_invalid': 'ID amico non valido per caricare i dati.',
  'chat.partner_not_found': 'Amico non trovato.',
  'common.unauthenticated': signedOut,
  fallback: "Impossibile caricare i dati dell'amico.",
}

export const recentTexts = {
  heading: 'Messaggi Recenti',
  unread: (count: number) => (count === 1 ? '1 chat da leggere' : `${count} chat da leggere`),
  empty: 'Nessun messaggio recente da mostrare.',
  write: 'Scrivi a un amico',
  failed: 'Impossibile caricare i messaggi recenti.',
  failedHint: 'Verifica gli indici del database.',
  retry: commonTexts.retry,
}

export const conversationsTexts = {
  heading: 'Conversazioni',
  empty: 'Qui troverai le tue conversazioni.',
  more: 'Mostra altre',
  all: 'Tutte le conversazioni',
  failed: 'Impossibile caricare le conversazioni.',
  retry: commonTexts.retry,
  own: (text: string) => `Tu: ${text}`,
  unread: 'non letta',
}
