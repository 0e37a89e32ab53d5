import type { ConversationKind } from '@covo/contract/chat/chat.rules'
import { nameMentions } from '@covo/contract/chat/markup.text'
import type { NoticeKind } from '@covo/contract/notifications/notifications.rules'
import type { ReportReason } from '@covo/contract/reports/reports.rules'
import { namesOfMentioned } from '../chat/mentioned-names.ts'
import type { Database } from '../platform/database/database.ts'
import {
  type AccountData,
  type BlockData,
  type BotData,
  type DecisionData,
  type DeviceData,
  type EventData,
  type EventMessageData,
  type FriendData,
  type KnownDeviceData,
  type MessageData,
  type NoticeData,
  type ParticipationData,
  type PasskeyData,
  type ProfileData,
  type ReactionData,
  type ReportData,
  type RequestData,
  type RoomData,
  readAccount,
  readBlocks,
  readBots,
  readDecisions,
  readDevices,
  readEventMessages,
  readEvents,
  readFriends,
  readKnownDevices,
  readMessages,
  readNotices,
  readParticipations,
  readPasskeys,
  readProfile,
  readReactions,
  readReports,
  readRequests,
  readRooms,
  readSettings,
  readTeams,
  readTokens,
  type SettingsData,
  type TeamData,
  type TokenData,
} from './own-data.store.ts'

export type Value = string | number | boolean | Date | null | string[]

/** A field's name on the page, and there the words for its codes. */
type Field = string | { label: string; words: Record<string, string> }

/** A part of the archive: `{name}.json`, and a section of its page. Of the rows it holds the fields that are named here. */
export type OwnData = {
  name: string
  title: string
  /** One object rather than a list. */
  isOne?: true
  fields: Record<string, Field>
  read: (database: Database, uid: string) => AsyncIterable<Record<string, Value>[]>
}

/** A row of the table below, whose fields are those of its rows. */
function ownData<Row extends Record<string, Value>>(
  data: Omit<OwnData, 'fields' | 'read'> & {
    fields: Record<keyof Row & string, Field>
    read: (database: Database, uid: string) => AsyncIterable<Row[]>
  },
): OwnData {
  return data
}

const subjectWords = {
  message: 'un messaggio',
  member: 'un profilo',
  event: 'un evento',
  team: 'una squadra',
}

const audiences = { members: 'tutti gli iscritti', friends: 'solo gli amici', me: 'solo io' }

const people = { displayName: 'Nome', since: 'Dal' }

const messageFields = {
  text: 'Testo',
  sentAt: 'Inviato',
  sequence: 'Numero',
  editedAt: 'Modificato',
  removedAt: 'Eliminato',
  replyTo: 'In risposta al numero',
  files: 'File',
}

/** Messages in which mentions read '@' and the name, instead of a uid. */
async function* readNamedMessages(database: Database, uid: string, kind: ConversationKind) {
  for await (const page of readMessages(database, uid, kind)) {
    const nameOf = await namesOfMentioned(
      database,
      page.map(({ text }) => text),
    )
    yield page.map((message) => ({ ...message, text: nameMentions(message.text, nameOf) }))
  }
}

async function* readPublicMessages(database: Database, uid: string) {
  for await (const page of readNamedMessages(database, uid, 'public'))
    yield page.map(({ partner: _, ...message }) => message)
}

/**
 * All that the archive of a member's own data holds, in the order of its page: nothing that others wrote, of others no more than
 * names, and no secrets. `own-data.test.ts` says of each column that refers to a member where it is, or why it is not there.
 */
export const ownDataFiles: OwnData[] = [
  ownData<AccountData>({
    name: 'account',
    title: 'Account',
    isOne: true,
    fields: {
      email: 'Email',
      emailVerified: 'Email confermata',
      signInMethods: 'Modi di accedere',
      createdAt: 'Iscrizione',
    },
    read: readAccount,
  }),
  ownData<ProfileData>({
    name: 'profile',
    title: 'Profilo',
    isOne: true,
    fields: {
      displayName: 'Nome visualizzato',
      bio: 'Bio',
      professione: 'Professione',
      citta: 'Città',
      telefono: 'Telefono',
      dataNascita: 'Data di nascita',
      interessi: 'Competenze',
      links: 'Link',
      photoURL: 'Foto',
      updatedAt: 'Ultima modifica',
    },
    read: readProfile,
  }),
  ownData<FriendData>({ name: 'friends', title: 'Amici', fields: people, read: readFriends }),
  ownData<RequestData>({
    name: 'requests',
    title: 'Richieste di amicizia',
    fields: {
      displayName: 'Nome',
      direction: { label: 'Direzione', words: { sent: 'inviata', received: 'ricevuta' } },
      sentAt: 'Data',
    },
    read: readRequests,
  }),
  ownData<BlockData>({ name: 'blocks', title: 'Persone bloccate', fields: people, read: readBlocks }),
  ownData<EventData>({
    name: 'events',
    title: 'I tuoi eventi',
    fields: {
      title: 'Titolo',
      description: 'Descrizione',
      startsAt: 'Inizio',
      endsAt: 'Termine',
      timeZone: 'Fuso orario',
      isAllDay: 'Tutto il giorno',
      category: 'Categoria',
      duration: 'Durata',
      venue: {
        label: 'Luogo',
        words: { none: 'non indicato', online: 'online', place: 'in presenza', both: 'online e in presenza' },
      },
      address: 'Indirizzo',
      mapLink: 'Mappa',
      link: 'Link',
      capacity: 'Posti',
      teamSize: 'Componenti per squadra',
      joinDeadline: 'Iscrizioni fino a',
      ctftimeId: 'Numero su CTFtime',
      status: { label: 'Stato', words: { planned: 'in programma', cancelled: 'annullato' } },
      cancelReason: "Motivo dell'annullamento",
      createdAt: 'Creato',
    },
    read: readEvents,
  }),
  ownData<EventMessageData>({
    name: 'event-messages',
    title: 'Messaggi ai partecipanti',
    fields: {
      title: 'Evento',
      kind: { label: 'Tipo', words: { message: 'messaggio', cancelled: 'annullamento' } },
      text: 'Testo',
      sentAt: 'Data',
    },
    read: readEventMessages,
  }),
  ownData<ParticipationData>({
    name: 'participations',
    title: 'Partecipazioni',
    fields: {
      title: 'Evento',
      startsAt: 'Inizio',
      role: { label: 'Ruolo', words: { joined: 'partecipi', waiting: 'in lista', organizer: 'organizzi' } },
      since: 'Dal',
    },
    read: readParticipations,
  }),
  ownData<Omit<MessageData, 'partner'>>({
    name: 'messages-public',
    title: 'Messaggi nella Chat Generale',
    fields: messageFields,
    read: readPublicMessages,
  }),
  ownData<MessageData>({
    name: 'messages-private',
    title: 'Messaggi nelle chat private',
    fields: { partner: 'Chat con', ...messageFields },
    read: (database, uid) => readNamedMessages(database, uid, 'private'),
  }),
  ownData<RoomData>({
    name: 'rooms',
    title: 'Le tue stanze',
    fields: {
      name: 'Stanza',
      since: 'Dal',
      readUpTo: 'Letta fino al messaggio numero',
      mutedUntil: 'Silenziata fino al',
    },
    read: readRooms,
  }),
  ownData<MessageData>({
    name: 'messages-rooms',
    title: 'Messaggi nelle stanze',
    fields: { partner: 'Stanza', ...messageFields },
    read: (database, uid) => readNamedMessages(database, uid, 'room'),
  }),
  ownData<TeamData>({
    name: 'teams',
    title: 'Le tue squadre',
    fields: {
      name: 'Squadra',
      relation: {
        label: 'Come',
        words: {
          captain: 'capitano',
          member: 'componente',
          requested: 'richiesta inviata',
          invited: 'invito ricevuto',
          playing: 'in formazione',
          looking: 'cerco squadra',
        } satisfies Record<TeamData['relation'], string>,
      },
      since: 'Dal',
      event: 'Evento',
      text: 'Messaggio o presentazione',
    },
    read: readTeams,
  }),
  ownData<MessageData>({
    name: 'messages-teams',
    title: 'Messaggi nelle squadre',
    fields: { partner: 'Squadra', ...messageFields },
    read: (database, uid) => readNamedMessages(database, uid, 'team'),
  }),
  ownData<MessageData>({
    name: 'messages-events',
    title: 'Messaggi nelle chat degli eventi',
    fields: { partner: 'Evento', ...messageFields },
    read: (database, uid) => readNamedMessages(database, uid, 'event'),
  }),
  ownData<ReactionData>({
    name: 'reactions',
    title: 'Reazioni',
    fields: {
      partner: { label: 'Chat', words: { '': 'Chat Generale' } },
      sequence: 'Numero del messaggio',
      reaction: 'Reazione',
      reactedAt: 'Data',
    },
    read: readReactions,
  }),
  ownData<ReportData>({
    name: 'reports',
    title: 'Le tue segnalazioni',
    fields: {
      about: { label: 'Di', words: subjectWords },
      reason: {
        label: 'Motivo',
        words: {
          spam: 'Spam o pubblicità',
          harassment: 'Molestie o minacce',
          hate: "Incitamento all'odio",
          sexual_or_violent: 'Contenuti sessuali o violenti',
          personal_data: 'Dati personali di altri',
          malware_or_illegal: 'Software dannoso o attività illegale',
          other: 'Altro',
        } satisfies Record<ReportReason, string>,
      },
      details: 'Dettagli',
      reportedAt: 'Data',
      closedAt: 'Decisa',
    },
    read: readReports,
  }),
  ownData<DecisionData>({
    name: 'decisions',
    title: 'Decisioni e reclami',
    fields: {
      about: { label: 'Di', words: subjectWords },
      action: {
        label: 'Decisione',
        words: { remove: 'rimozione', empty: 'profilo svuotato', suspend: 'sospensione' },
      },
      rule: 'Regola violata',
      facts: 'Motivazione',
      suspendedUntil: 'Sospensione fino al',
      decidedAt: 'Data',
      revertedAt: 'Annullata',
      appeal: 'Il tuo reclamo',
      answer: 'Risposta',
    },
    read: readDecisions,
  }),
  ownData<NoticeData>({
    name: 'notices',
    title: 'Notifiche su di te',
    fields: {
      kind: {
        label: 'Tipo',
        words: {
          request_accepted: 'richiesta di amicizia accettata',
          signed_in: 'nuovo accesso',
          password_changed: 'password cambiata',
          factor_on: 'verifica in due passaggi attivata',
          factor_off: 'verifica in due passaggi disattivata',
          recovery_codes_renewed: 'nuovi codici di recupero',
          passkey_added: 'passkey aggiunta',
          passkey_removed: 'passkey rimossa',
          email_changed: 'indirizzo cambiato',
          report_upheld: 'segnalazione accolta',
          report_rejected: 'segnalazione respinta',
          message_removed: 'messaggio rimosso',
          event_removed: 'evento rimosso',
          profile_emptied: 'profilo svuotato',
          team_emptied: 'squadra svuotata',
          account_suspended: 'account sospeso',
          bot_moderated: 'decisione su un bot',
          decision_reverted: 'decisione annullata',
          appeal_accepted: 'reclamo accolto',
          appeal_rejected: 'reclamo respinto',
          report_received: 'nuove segnalazioni da esaminare',
        } satisfies Record<NoticeKind, string>,
      },
      displayName: 'Chi',
      device: 'Browser e sistema',
      toldAt: 'Data',
      readAt: 'Letta',
    },
    read: readNotices,
  }),
  ownData<DeviceData>({
    name: 'devices',
    title: 'Dispositivi collegati',
    fields: { startedAt: 'Accesso', lastUsedAt: 'Ultimo uso', expiresAt: 'Scadenza' },
    read: readDevices,
  }),
  ownData<KnownDeviceData>({
    name: 'known-devices',
    title: 'Browser e sistemi già usati',
    fields: {
      device: { label: 'Browser e sistema', words: { '': 'sconosciuto' } },
      lastUsedOn: 'Ultimo accesso',
    },
    read: readKnownDevices,
  }),
  ownData<PasskeyData>({
    name: 'passkeys',
    title: 'Passkey',
    fields: { name: 'Nome', createdAt: 'Aggiunta' },
    read: readPasskeys,
  }),
  ownData<TokenData>({
    name: 'tokens',
    title: 'Token API',
    fields: {
      name: 'Nome',
      scopes: 'Permessi',
      createdAt: 'Creazione',
      expiresAt: 'Scadenza',
      lastUsedOn: 'Ultimo uso',
    },
    read: readTokens,
  }),
  ownData<BotData>({
    name: 'bots',
    title: 'Bot',
    fields: {
      name: 'Nome',
      createdAt: 'Creazione',
      scopes: 'Permessi',
      expiresAt: 'Scadenza del token',
      lastUsedOn: 'Ultimo uso',
      rooms: 'Stanze',
    },
    read: readBots,
  }),
  ownData<SettingsData>({
    name: 'settings',
    title: 'Impostazioni',
    isOne: true,
    fields: {
      bio: { label: 'Chi vede la bio', words: audiences },
      professione: { label: 'Chi vede la professione', words: audiences },
      citta: { label: 'Chi vede la città', words: audiences },
      telefono: { label: 'Chi vede il telefono', words: audiences },
      dataNascita: { label: 'Chi vede la data di nascita', words: audiences },
      emailToFriends: 'Mostra la tua email agli amici',
      findableByEmail: 'Fatti trovare con la tua email',
      showPresence: 'Mostra quando sono in linea',
      readReceipts: 'Invia e mostra le conferme di lettura',
      showTyping: 'Mostra quando sto scrivendo',
      showParticipation: 'Mostra a chi partecipa agli stessi eventi che ci sono',
      reminders: 'Promemoria',
      mailChanges: 'Mail sui cambiamenti degli eventi',
      mailMessages: 'Mail di chi organizza',
      mailReminders: 'Mail di promemoria',
      notifyEvents: 'Aggiornamenti eventi',
      notifyChat: 'Nuovi messaggi chat',
      notifyFriendship: 'Richieste di amicizia',
      pushEvents: 'Aggiornamenti eventi: push',
      pushChat: 'Nuovi messaggi chat: push',
      pushFriendship: 'Richieste di amicizia: push',
      digestEvents: 'Aggiornamenti eventi: riepilogo email',
      digestChat: 'Nuovi messaggi chat: riepilogo email',
      digestFriendship: 'Richieste di amicizia: riepilogo email',
      showText: 'Mostra il testo nelle notifiche',
      hasQuietHours: 'Non disturbare',
      quietFrom: 'Non disturbare dalle',
      quietTo: 'Non disturbare alle',
      zone: 'Fuso orario',
      digest: {
        label: 'Riepilogo via email',
        words: { never: 'mai', daily: 'ogni giorno', weekly: 'ogni settimana' },
      },
      hasCalendarFeed: 'Calendario in altri programmi',
      calendarScope: { label: 'Eventi del calendario', words: { own: 'i tuoi', all: 'tutti' } },
      calendarCategories: 'Categorie del calendario',
    },
    read: readSettings,
  }),
]
