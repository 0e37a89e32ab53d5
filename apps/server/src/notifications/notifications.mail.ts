import { createHash } from 'node:crypto'
import { sumChanges, type WeightyField } from '@covo/contract/events/event-changes.rules'
import type { EventVenue } from '@covo/contract/events/events.rules'
import { fieldWords } from '@covo/contract/notifications/event-line.it'
import { unsubscribePath } from '@covo/contract/notifications/notifications.routes'
import type { EventMailKind } from '@covo/contract/notifications/notifications.rules'
import { beginningOf } from '@covo/contract/text'
import { composeMail } from '../platform/mail/compose-mail.ts'
import type { Mail } from '../platform/mail/mailer.ts'
import type { EventMail } from './event-mails.store.ts'
import type { UnsubscribeTokens } from './unsubscribe-tokens.ts'

/** What a link below each mail ends. */
const kindNames: Record<EventMailKind, string> = {
  changes: 'le mail sui cambiamenti degli eventi',
  messages: 'i messaggi di chi organizza',
  reminders: 'i promemoria',
}

const venueNames: Record<EventVenue, string> = {
  none: 'non indicato',
  online: 'online',
  place: 'in presenza',
  both: 'online e in presenza',
}

/** Characters of what a member wrote that a mail has at most. */
const maximumText = 300

/** Subject and text of a mail, and what the link below it ends. */
type Content = { subject: string; paragraphs: string[]; ends: EventMailKind }

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
  const { subject, paragraphs, ends } = contents[kind](mail, oneLine(mail.title))
  const unsubscribeLink = `${origin}${unsubscribePath.replace('{token}', tokens.make(ends, uid))}`
  return {
    ...composeMail(email, subject, [
      ...paragraphs,
      { link: `${origin}/app/eventi/${eventId}` },
      `Per non ricevere più ${kindNames[ends]}:`,
      { link: unsubscribeLink },
    ]),
    id: createHash('sha256')
      .update(JSON.stringify([uid, eventId, kind, key]))
      .digest('base64url'),
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
