import { maximumMessageLength, type ReactionKind } from '@covo/contract/chat/chat.rules'
import type { ReactNode } from 'react'
import type { ErrorTexts } from '../platform/api.ts'
import { commonTexts } from '../platform/common.texts.it.ts'
import { fileProblems } from './files/files.texts.it.ts'

const signedOut = 'Effettua il login per chattare'

const partnerGone = 'Questa persona non riceve più messaggi.'

type SendOperation = 'POST /api/chat/{conversationId}/messages'

export const sendErrors: ErrorTexts<SendOperation> = {
  'chat.message_empty': commonTexts.failed,
  'chat.message_too_long': `Il messaggio può avere al massimo ${maximumMessageLength} caratteri.`,
  'chat.too_fast': 'Stai scrivendo troppo in fretta. Riprova tra {seconds} secondi.',
  'chat.too_many_links': 'Per le prime 24 ore puoi inviare pochi link. Riprova più tardi.',
  'chat.reply_target_not_found': 'Il messaggio a cui rispondi non esiste.',
  'chat.too_many_mentions': 'Puoi menzionare al massimo 10 persone in un messaggio.',
  'chat.mention_invalid': 'Una persona menzionata non fa parte di questa chat.',
  'chat.conversation_not_found': commonTexts.failed,
  'chat.partner_gone': partnerGone,
  'chat.not_friends': 'Non siete più amici: il messaggio non è stato inviato.',
  'chat.read_only': 'Questa chat è in sola lettura.',
  'rooms.not_member': 'Entra nella stanza per scrivere.',
  'files.not_found': fileProblems.notFound,
  'files.incomplete': fileProblems.incomplete,
  'files.too_many': fileProblems.tooMany,
  'common.unauthenticated': signedOut,
  fallback: '',
}

const tooManyChanges = 'Troppe modifiche. Riprova tra {seconds} secondi.'
const notEdited = 'Impossibile modificare il messaggio. Riprova.'
const notRemoved = 'Impossibile eliminare il messaggio. Riprova.'
const notFound = 'Questo messaggio non esiste.'
const notOwn = 'Puoi cambiare solo i tuoi messaggi.'

export const editErrors: ErrorTexts<'PUT /api/chat/{conversationId}/messages/{sequence}'> = {
  'chat.message_not_found': notFound,
  'chat.not_own_message': notOwn,
  'chat.message_removed': 'Il messaggio è stato eliminato.',
  'chat.edit_too_late': 'Un messaggio si può modificare solo nelle prime 24 ore.',
  'chat.message_empty': notEdited,
  'chat.message_too_long': sendErrors['chat.message_too_long'],
  'chat.too_many_mentions': sendErrors['chat.too_many_mentions'],
  'chat.mention_invalid': sendErrors['chat.mention_invalid'],
  'chat.too_fast': sendErrors['chat.too_fast'],
  'chat.too_many_links': sendErrors['chat.too_many_links'],
  'chat.edit_conflict': 'Hai già modificato questo messaggio altrove. Controlla il testo e salva di nuovo.',
  'chat.too_many_changes': tooManyChanges,
  'chat.conversation_not_found': notEdited,
  'chat.partner_gone': partnerGone,
  'chat.not_friends': sendErrors['chat.not_friends'],
  'chat.read_only': sendErrors['chat.read_only'],
  'rooms.not_member': sendErrors['rooms.not_member'],
  'files.not_found': fileProblems.notFound,
  'files.too_many': fileProblems.tooMany,
  'common.unauthenticated': signedOut,
  fallback: notEdited,
}

export const removalErrors: ErrorTexts<'DELETE /api/chat/{conversationId}/messages/{sequence}'> = {
  'chat.message_not_found': notFound,
  'chat.not_own_message': notOwn,
  'chat.too_many_changes': tooManyChanges,
  'chat.conversation_not_found': notRemoved,
  'common.unauthenticated': signedOut,
  fallback: notRemoved,
}

/** The kinds by their keys on the wire, in the order in which they are offered. */
export const reactionTexts = {
  up: { sign: '👍', name: 'Mi piace' },
  heart: { sign: '❤️', name: 'Cuore' },
  laugh: { sign: '😂', name: 'Risata' },
  eyes: { sign: '👀', name: 'Ci guardo' },
  done: { sign: '✅', name: 'Fatto' },
  flag: { sign: '🚩', name: 'Flag' },
} satisfies Record<ReactionKind, { sign: string; name: string }>

export const reactionsTexts = {
  group: 'Reazioni',
  react: 'Reagisci',
  counted: (name: string, count: number) => `${name}, ${count === 1 ? '1 reazione' : `${count} reazioni`}`,
  added: (name: string) => `${name}: aggiunta.`,
  taken: (name: string) => `${name}: tolta.`,
  show: 'Vedi le reazioni',
  heading: (name: string, count: number) => `${name} ${count}`,
  showMore: 'Mostra altri',
  close: 'Chiudi',
  failed: 'Impossibile caricare le reazioni. Riprova.',
}

const notReacted = 'Impossibile salvare la reazione. Riprova.'

export const reactionErrors: ErrorTexts<'PUT /api/chat/{conversationId}/messages/{sequence}/reactions/{reaction}'> =
  {
    'chat.message_not_found': notFound,
    'chat.message_removed': 'Il messaggio è stato eliminato.',
    'chat.too_many_reactions': 'Troppe reazioni. Riprova tra {seconds} secondi.',
    'chat.conversation_not_found': notReacted,
    'chat.partner_gone': partnerGone,
    'chat.not_friends': sendErrors['chat.not_friends'],
    'chat.read_only': sendErrors['chat.read_only'],
    'rooms.not_member': sendErrors['rooms.not_member'],
    'common.unauthenticated': signedOut,
    fallback: notReacted,
  }

export const actionTexts = {
  you: 'Tu',
  quick: 'Azioni rapide',
  more: 'Altre azioni',
  menu: 'Azioni sul messaggio',
  reply: 'Rispondi',
  edit: 'Modifica',
  remove: 'Elimina',
  copyText: 'Copia testo',
  textCopied: 'Testo copiato.',
  copyLink: 'Copia link',
  linkCopied: 'Link copiato.',
  notCopied: 'Impossibile copiare.',
  askRemoval: 'Eliminare il messaggio?',
  removalWarning: 'Il testo sparisce per tutti e non si può recuperare.',
  removalWithFiles: 'Testo e file spariscono per tutti e non si possono recuperare.',
  cancel: 'Annulla',
  removed: 'Messaggio eliminato.',
}

/** Before the name of the quoted author, and behind it. */
export const replyTexts = {
  to: 'Rispondi a',
  cancel: 'Annulla risposta',
  quoted: 'In risposta a',
  quotedHidden: 'In risposta a un messaggio nascosto',
  replied: 'ti ha risposto',
}

export const mentionTexts = {
  list: 'Persone da menzionare',
  friend: 'amico',
  forYou: (count: number) => (count === 1 ? '1 messaggio per te' : `${count} messaggi per te`),
  mentionsYou: 'ti menziona',
  mentioned: 'ti ha menzionato',
}

export const jumpErrors: ErrorTexts<'GET /api/chat/{conversationId}/messages'> = {
  'chat.message_not_found': notFound,
  'chat.conversation_not_found': notFound,
  'common.unauthenticated': signedOut,
  fallback: 'Impossibile caricare i messaggi. Riprova.',
}

export const searchTexts = {
  search: 'Cerca nei messaggi',
  where: 'Dove',
  here: 'In questa chat',
  everywhere: 'In tutte le mie chat',
  author: 'Da chi',
  anybody: 'Chiunque',
  from: 'Dal',
  to: 'Al',
  tooShort: 'Digita almeno 3 caratteri.',
  nothing: 'Nessun messaggio trovato.',
  count: (count: number) => (count === 1 ? '1 risultato' : `${count} risultati`),
  more: 'Mostra altri',
  further: 'Cerca più indietro',
  close: 'Chiudi',
}

const notSearched = 'Impossibile cercare nei messaggi. Riprova.'

export const searchErrors: ErrorTexts<'GET /api/chat/search'> = {
  'chat.query_too_short': searchTexts.tooShort,
  'chat.too_many_searches': 'Troppe ricerche. Riprova tra {seconds} secondi.',
  'chat.conversation_not_found': notSearched,
  'common.unauthenticated': signedOut,
  fallback: notSearched,
}

export const editTexts = {
  editing: 'Stai modificando un messaggio.',
  cancel: 'Annulla modifica',
  box: 'Modifica messaggio',
  save: 'Salva',
  edited: '(modificato)',
  editedAloud: 'Messaggio modificato.',
  saving: 'salvataggio in corso',
  notSaved: 'Modifica non salvata',
  resume: 'Riprendi la modifica',
  copy: actionTexts.copyText,
  discard: 'Scarta',
}

export const chatTexts = {
  blocked: (name: ReactNode) => ['Hai bloccato ', name, ': puoi leggere questa chat, ma non scrivere.'],
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
  allRules: 'Tutte le regole',
  list: 'Messaggi',
  placeholder: 'Scrivi un messaggio...',
  signedOutPlaceholder: signedOut,
  send: 'Invia',
  onlyText: 'Per ora si può inviare solo testo.',
  formatting: 'Formattazione',
  code: 'Codice',
  emoji: 'Emoji',
  suggestedEmoji: 'Emoji suggerite',
  newLine: 'A capo',
  hint: 'Invio invia · Maiusc+Invio va a capo',
  charactersLeft: (count: number) => (count === 1 ? '1 carattere rimasto' : `${count} caratteri rimasti`),
  charactersTooMany: (count: number) =>
    count === 1 ? '1 carattere di troppo' : `${count} caratteri di troppo`,
  loadFailed: 'Impossibile caricare i messaggi. Riprova.',
  reconnecting: 'Connessione persa. Mi ricollego…',
  reconnected: 'Connessione ristabilita.',
  newMessages: (count: number) => (count === 1 ? '1 nuovo messaggio' : `${count} nuovi messaggi`),
  goToNewest: 'Vai ai messaggi più recenti',
  firstUnread: 'Nuovi messaggi',
  unread: (count: number, isAll: boolean) =>
    count === 1 && isAll ? '1 messaggio non letto' : `${isAll ? '' : 'oltre '}${count} messaggi non letti`,
  sending: 'invio in corso',
  read: 'Letto',
  waitingForNetwork: 'in attesa della rete',
  waitingForNetworkAloud: 'Messaggio in attesa della rete.',
  notSent: 'non inviato',
  notSentAloud: 'Messaggio non inviato.',
  removed: 'Messaggio rimosso da chi gestisce la community.',
  privateTitle: 'Chat privata',
}

export const eventRoomTexts = {
  name: "Chat dell'evento",
  title: (title: string) => `Chat di ${title}`,
  heading: (title: ReactNode) => ['Chat di ', title],
  back: "Torna all'evento",
  readOnly: sendErrors['chat.read_only'],
  outside: "Questa chat è di chi partecipa all'evento.",
}

export const formattingTexts = {
  code: (language: string | undefined) => (language ? `Codice ${language}` : 'Codice'),
  copyCode: 'Copia codice',
  codeCopied: 'Codice copiato.',
  showAll: (lines: number) => `Mostra tutto (${lines} righe)`,
  showLess: 'Mostra meno',
  showSpoiler: 'Mostra spoiler',
  hideSpoiler: 'Nascondi spoiler',
}

/** Why nothing can be written in a private chat. */
export const closedTexts = {
  open: null,
  not_friends: 'Non siete più amici: puoi leggere questa chat, ma non scrivere.',
  gone: partnerGone,
}

type PartnerOperation = 'GET /api/chat/{conversationId}/partner'

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
  findFriend: 'Cerca un amico',
  failed: 'Impossibile caricare i messaggi recenti.',
  failedHint: 'Verifica gli indici del database.',
}

export const conversationsTexts = {
  heading: 'Conversazioni',
  empty: 'Qui troverai le tue conversazioni.',
  more: 'Mostra altre',
  all: 'Tutte le conversazioni',
  failed: 'Impossibile caricare le conversazioni.',
  own: (text: string) => `Tu: ${text}`,
  unread: 'non letta',
  roomNews: 'messaggi nuovi',
  muted: 'silenziata',
}

export const typingTexts = {
  and: ' e ',
  /** After the names of some of those who are writing. */
  typing: (people: number, unnamed: number) =>
    `${unnamed > 0 ? ` e altri ${unnamed}` : ''} ${people > 1 ? 'stanno' : 'sta'} scrivendo…`,
}
