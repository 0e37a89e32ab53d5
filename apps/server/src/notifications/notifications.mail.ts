import { createHash } from 'node:crypto'
import { sumChanges, type WeightyField } from '@covo/contract/events/event-changes.rules'
import type { EventVenue } from '@covo/contract/events/events.rules'
import { fieldWords } from '@covo/contract/notifications/event-line.it'
import { unsubscribePath } from '@covo/contract/notifications/notifications.routes'
import type { MailKind } from '@covo/contract/notifications/notifications.rules'
import { beginningOf } from '@covo/contract/text'
import { composeMail } from '../platform/mail/compose-mail.ts'
import type { Mail } from '../platform/mail/mailer.ts'
import type { Counted, DigestNews } from './digests.store.ts'
import type { EventMail } from './event-mails.store.ts'
import type { UnsubscribeTokens } from './unsubscribe-tokens.ts'

/** The kinds of mails, in the words of the link that ends them. */
const kindNames: Record<MailKind, string> = {
  changes: 'le mail sui cambiamenti degli eventi',
  messages: 'i messaggi di chi organizza',
  reminders: 'i promemoria',
  digest: 'il riepilogo',
}

const venueNames: Record<EventVenue, string> = {
  none: 'non indicato',
  online: 'online',
  place: 'in presenza',
  both: 'online e in presenza',
}

/** Characters of a member's text that a mail has at most. */
const maximumText = 300

/** Subject and text of a mail, and the kind of mails that the link below it ends. */
type Content = { subject: string; paragraphs: string[]; ends: MailKind }

const contents: Record<EventMail['kind'], (mail: EventMail, title: string) => Content> = {
  reminder: (mail, title) => ({
    subject: `Promemoria: ${title}`,
    paragraphs: [`«${title}» ${beginOf(mail)}.`, ...placeOf(mail)],
    ends: 'reminders',
  }),
  seat: (mail, title) => ({
    subject: `C'è posto: ${title}`,
    paragraphs: [
      `Si è liberato un posto: partecipi a «${title}».`,
      `L'evento ${beginOf(mail)}.`,
      ...placeOf(mail),
    ],
    ends: 'changes',
  }),
  edited: (mail, title) => ({
    subject: `Cambiato: ${title}`,
    paragraphs: [
      `«${title}» è cambiato.`,
      ...sumChanges(mail.edits).map(
        ({ field, before, after }) =>
          `${fieldWords[field]}: ${shownValue(mail, field, before)} → ${shownValue(mail, field, after)}`,
      ),
    ],
    ends: 'changes',
  }),
  cancelled: (mail, title) => ({
    subject: `Annullato: ${title}`,
    paragraphs: [`«${title}» è stato annullato.`, `Motivo: ${shorten(mail.text)}`],
    ends: 'changes',
  }),
  restored: (mail, title) => ({
    subject: `Confermato: ${title}`,
    paragraphs: [`«${title}» è confermato di nuovo: ${beginOf(mail)}.`, ...placeOf(mail)],
    ends: 'changes',
  }),
  message: (mail, title) => {
    const name = oneLine(mail.authorName) || 'Chi organizza'
    return {
      subject: `${name} scrive ai partecipanti di ${title}`,
      paragraphs: [`${name} scrive ai partecipanti di «${title}»:`, shorten(mail.text)],
      ends: 'messages',
    }
  },
}

/** A mail about an event, which says how to end its kind (RFC 8058) and that nobody wrote it (RFC 3834). */
export function composeEventMail(mail: EventMail, origin: string, tokens: UnsubscribeTokens): Mail {
  const { uid, eventId, kind, key, email } = mail
  const content = contents[kind](mail, oneLine(mail.title))
  const link = `${origin}/app/eventi/${eventId}`
  const id = JSON.stringify([uid, eventId, kind, key])
  return composeLeavable({ ...content, to: email, uid, link, id }, origin, tokens)
}

type Digest = { uid: string; email: string; period: Date; news: DigestNews }

/** The mail of a member's unseen items: their number and authors, and no word of their texts. */
export function composeDigest(digest: Digest, origin: string, name: string, tokens: UnsubscribeTokens): Mail {
  const { uid, email, period, news } = digest
  const { chats, teams, calls, requests, events } = news
  const paragraphs = [
    `Su ${name}, mentre non c'eri:`,
    ...countOf(chats, 'chat con messaggi da leggere', 'chat con messaggi da leggere'),
    ...countOf(teams, 'squadra con messaggi da leggere', 'squadre con messaggi da leggere'),
    ...countOf(calls, 'messaggio per te', 'messaggi per te'),
    ...countOf(requests, 'richiesta di amicizia', 'richieste di amicizia'),
    ...countOf(events, 'evento con novità', 'eventi con novità'),
  ]
  const id = JSON.stringify([uid, 'digest', period.toISOString()])
  const link = `${origin}/app/home`
  const subject = `Le novità su ${name}`
  return composeLeavable({ to: email, subject, paragraphs, ends: 'digest', uid, link, id }, origin, tokens)
}

/** Names that a line of a digest has at most. */
const maximumNames = 5

/** A line such as '2 chat con messaggi da leggere: Anna, Bruno'; none of nothing. */
function countOf({ count, names }: Counted, one: string, several: string): string[] {
  if (count === 0) return []
  const shown = names.slice(0, maximumNames).map((name) => shorten(oneLine(name)) || 'Utente')
  const others = names.length > 0 && count > shown.length ? ` e altri ${count - shown.length}` : ''
  const who = shown.length > 0 ? `: ${shown.join(', ')}${others}` : ''
  return [`${count} ${count === 1 ? one : several}${who}`]
}

type Leavable = Content & { to: string; uid: string; link: string; id: string }

/** A mail with a link below that ends its kind. */
function composeLeavable(
  { to, subject, paragraphs, ends, uid, link, id }: Leavable,
  origin: string,
  tokens: UnsubscribeTokens,
): Mail {
  const unsubscribeLink = `${origin}${unsubscribePath.replace('{token}', tokens.make(ends, uid))}`
  return {
    ...composeMail(to, subject, [
      ...paragraphs,
      { link },
      `Per non ricevere più ${kindNames[ends]}:`,
      { link: unsubscribeLink },
    ]),
    id: createHash('sha256').update(id).digest('base64url'),
    headers: {
      'Auto-Submitted': 'auto-generated',
      'List-Unsubscribe': `<${unsubscribeLink}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }
}

function beginOf({ startsAt, timeZone, isAllDay }: EventMail): string {
  return `${isAllDay ? 'è' : 'inizia'} ${instantOf(startsAt, { timeZone, isAllDay })}`
}

/** Day and time in the event's zone, with its name; of an event that lasts all day the day alone. */
function instantOf(instant: Date, { timeZone, isAllDay }: Pick<EventMail, 'timeZone' | 'isAllDay'>): string {
  const day = instant.toLocaleDateString('it', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone,
  })
  if (isAllDay) return `${day}, tutto il giorno`
  const time = instant.toLocaleTimeString('it', { hour: '2-digit', minute: '2-digit', timeZone })
  return `${day} alle ${time} (${timeZone})`
}

function shownValue(mail: EventMail, field: WeightyField, value: string | number | boolean | null): string {
  if (typeof value === 'boolean') return value ? 'sì' : 'no'
  const text = oneLine(String(value ?? ''))
  if (text === '') return '–'
  if (field === 'dateTime' || field === 'deadline') return instantOf(new Date(text), mail)
  if (field === 'venue') return venueNames[text as EventVenue] ?? text
  return shorten(text)
}

function placeOf({ address }: EventMail): string[] {
  return address ? [`Dove: ${oneLine(address)}`] : []
}

function shorten(text: string): string {
  const beginning = beginningOf(text, maximumText)
  return beginning === text ? text : `${beginning}…`
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
