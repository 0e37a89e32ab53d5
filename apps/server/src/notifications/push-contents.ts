import { hash } from 'node:crypto'
import { teamOfRoom } from '@covo/contract/chat/chat.rules'
import { messageExcerpt } from '@covo/contract/chat/quote'
import { weightyOf } from '@covo/contract/events/event-changes.rules'
import { eventLine } from '@covo/contract/notifications/event-line.it'
import type { PushMessage } from '@covo/contract/notifications/push.routes'
import { teamLine } from '@covo/contract/notifications/team-line.it'
import type { Database } from '../platform/database/database.ts'
import { findNewestOfTeam, findNewestUnread, findUnreadEvents } from './notifications.store.ts'
import {
  type DuePush,
  findPerson,
  findUnreadCalls,
  findUnreadChat,
  findUnreadOfTeam,
  findUnreadSubjects,
  hasUnreadReport,
  type PushKind,
  type PushSubject,
  type UnreadCount,
} from './push.store.ts'

/** The names of those whom a message's text mentions. */
export type NamesOf = (
  database: Database,
  texts: readonly string[],
) => Promise<(uid: string) => string | undefined>

/** The content of a push and, in seconds, for how long it is worth delivering. */
export type PushContent = Omit<PushMessage, 'tag' | 'about' | 'unread'> & { life?: number }

/** Tags that a push names at most, so that it fits into what a push service takes. */
const maximumTags = 60

const anonymous = 'Utente'

/** The tag of a push's subject, for the browser and the push service: the same for each push of it, and no information about it. */
export function tagOf({ kind, subject }: PushSubject): string {
  return hash('sha256', `${kind} ${subject}`, 'base64url').slice(0, 16)
}

/** The content that a push shows its member now; null where there is nothing, because they read it or its kind is off. */
export async function readContent(
  database: Database,
  push: DuePush,
  namesOf: NamesOf,
): Promise<PushContent | null> {
  const { uid, subject } = push
  /** One message in its words, several as their count. */
  const wordsOf = async ({ count, ...message }: UnreadCount) => {
    if (count > 1) return `${count} nuovi messaggi`
    if (!push.showText) return 'Ti ha scritto.'
    return messageExcerpt(message, await namesOf(database, [message.text]))
  }
  const readTeamRoom = async (teamId: string): Promise<PushContent | null> => {
    const unread = push.notifyChat && (await findUnreadOfTeam(database, uid, subject))
    if (!unread) return null
    const title = `${unread.name || anonymous} in ${unread.team}`
    return { title, body: await wordsOf(unread), path: `/app/squadre/${teamId}/chat` }
  }
  const contents: Record<PushKind, () => Promise<PushContent | null>> = {
    async chat() {
      const teamId = teamOfRoom(subject)
      if (teamId !== null) return await readTeamRoom(teamId)
      const chat = push.notifyChat && (await findUnreadChat(database, uid, subject))
      if (!chat) return null
      return { title: chat.name || anonymous, body: await wordsOf(chat), path: `/app/chat/${subject}` }
    },
    async mention() {
      const calls = push.notifyChat && (await findUnreadCalls(database, uid, subject))
      if (!calls) return null
      const title = `${calls.name || anonymous} in ${calls.room ?? 'Chat Generale'}`
      const path = calls.slug === null ? '/app/chat-generale' : `/app/stanze/${calls.slug}`
      return { title, body: await wordsOf(calls), path: `${path}?messaggio=${calls.sequence}` }
    },
    async request() {
      const name = push.notifyFriendship && (await findPerson(database, uid, push))
      if (typeof name !== 'string') return null
      return { title: 'Nuova richiesta di amicizia', body: name || anonymous, path: '/app/amici' }
    },
    async accepted() {
      const name = push.notifyFriendship && (await findPerson(database, uid, push))
      if (typeof name !== 'string') return null
      return { title: 'Richiesta accettata', body: name || anonymous, path: `/app/profilo/${subject}` }
    },
    async event() {
      const line = push.notifyEvents && (await findNewestUnread(database, uid, subject))
      if (!line) return null
      const { authorId, authorName, changes, startsAt, ...shown } = line
      const author = authorId === null ? null : { uid: authorId, displayName: authorName ?? '' }
      const text = push.showText ? shown.text : ''
      const body = eventLine({ ...shown, text, author, fields: weightyOf(changes) })
      const life = Math.ceil((startsAt.getTime() - Date.now()) / 1000)
      return {
        title: shown.title,
        // Without its text a line ends in the colon before it.
        body: excerptOfLine(body.replace(/: $/, '.')),
        path: `/app/eventi/${subject}`,
        ...(life > 0 && { life }),
      }
    },
    async team() {
      const line = push.notifyEvents && (await findNewestOfTeam(database, uid, subject))
      if (!line) return null
      const { authorId, authorName, eventId, title, ...shown } = line
      const author = authorId === null ? null : { uid: authorId, displayName: authorName }
      const event = eventId === null ? {} : { event: { id: eventId, title: title ?? '' } }
      return {
        title: line.team,
        body: teamLine({ ...shown, ...event, author }),
        path: `/app/squadre/${subject}`,
      }
    },
    async report() {
      if (!(await hasUnreadReport(database, uid))) return null
      return { title: 'Nuove segnalazioni da esaminare', body: '', path: '/app/moderazione' }
    },
    async test() {
      return { title: 'Le notifiche funzionano.', body: '', path: '/app/impostazioni/notifiche' }
    },
  }
  return await contents[push.kind]()
}

/** As long as the texts of messages. */
function excerptOfLine(line: string): string {
  const characters = [...line]
  return characters.length <= 200 ? line : `${characters.slice(0, 199).join('').trimEnd()}…`
}

/** The tags of a device's pushes that are unread; null where those are too many to name. */
export async function readUnreadTags(database: Database, push: DuePush): Promise<string[] | null> {
  const subjects = await findUnreadSubjects(database, push, maximumTags + 1)
  if (subjects.length > maximumTags) return null
  const hasEvents = subjects.some(({ kind }) => kind === 'event')
  const events = new Set(hasEvents ? await findUnreadEvents(database, push.uid) : [])
  return subjects.filter(({ kind, subject }) => kind !== 'event' || events.has(subject)).map(tagOf)
}
