import type { Event } from '@covo/contract/events/events.routes'
import type { EventCategory } from '@covo/contract/events/events.rules'
import { wallTimeAt } from '@covo/contract/time-zones'
import { ICalCalendar, ICalEventStatus, ICalEventTransparency } from 'ical-generator'

/** As the web app names them. */
const categoryNames: Record<EventCategory, string> = {
  ctf: 'CTF',
  hackathon: 'Hackathon',
  contest: 'Contest',
  other: 'Altro',
}

const day = 86_400_000

/** Seconds after which a subscriber asks again. */
const refreshIntervalSeconds = 3600

/** An event with the time of its present version, and in a member's own calendar that of their part in it. */
export type CalendarEvent = Event & { versionAt: string; joinedAt?: string | null }

type CalendarHead = {
  /** Of this instance, without a slash at its end. */
  origin: string
  /** The instance's. */
  name: string
  /** The calendar's own address below the origin. */
  path: string
}

/**
 * The lines of an iCalendar (RFC 5545, 7986) before its events and after them: a publication without METHOD, which would make
 * it an invitation (RFC 5546).
 */
export function writeFrame({ origin, name, path }: CalendarHead): { head: string; foot: string } {
  const calendar = new ICalCalendar({
    // The library escapes no property of the calendar itself.
    name: `Eventi di ${oneLine(name).replaceAll(/[\\;,]/g, (letter) => `\\${letter}`)}`,
    prodId: { company: 'Covo', product: 'Covo', language: 'IT' },
    source: `${origin}${path}`,
    ttl: refreshIntervalSeconds,
    // Not as the library's time zone: it would write the stamps as times of that zone.
    x: { 'X-WR-TIMEZONE': 'Europe/Rome' },
  })
  const foot = 'END:VCALENDAR\r\n'
  return { head: `${calendar.toString()}\r\n`.slice(0, -foot.length), foot }
}

/**
 * The lines of one event, the same in every calendar: without ORGANIZER or ATTENDEE. Times are in UTC, so that no VTIMEZONE is
 * needed, which long ones make Google refuse and Outlook misread. An event's UID is its id alone: a new domain makes no second
 * copy. Takes a millisecond for the longest description, nearly all of it to fold lines.
 */
export function writeEvent(event: CalendarEvent, origin: string): string {
  const page = `${origin}/eventi/${event.id}`
  const changedAt = changeOf(event)
  const calendar = new ICalCalendar()
  calendar.createEvent({
    id: event.id,
    sequence: event.version,
    // Without METHOD it is the time of the last change (RFC 5545, 3.8.7.2).
    stamp: changedAt,
    lastModified: changedAt,
    created: event.createdAt,
    ...timesOf(event),
    summary: oneLine(titleOf(event)),
    description: `${visible(event.description)}\n\n${page}`,
    location: placeOf(event),
    url: page,
    categories: [{ name: categoryNames[event.category] }],
    status: statusOf(event),
    transparency:
      event.isParticipating || event.canManage
        ? ICalEventTransparency.OPAQUE
        : ICalEventTransparency.TRANSPARENT,
  })
  const text = calendar.toString()
  // Members' texts can't begin a line: the library folds or escapes their breaks.
  return text.slice(text.indexOf('BEGIN:VEVENT\r\n'), text.lastIndexOf('END:VCALENDAR'))
}

/** When the event, or the member's part in it, changed last. */
function changeOf({ versionAt, joinedAt }: CalendarEvent): string {
  return joinedAt && joinedAt > versionAt ? joinedAt : versionAt
}

function titleOf({ title, status, participation }: CalendarEvent): string {
  if (status === 'cancelled') return `Annullato: ${title}`
  return participation === 'waiting' ? `In attesa: ${title}` : title
}

function statusOf({ status, participation }: CalendarEvent): ICalEventStatus {
  if (status === 'cancelled') return ICalEventStatus.CANCELLED
  return participation === 'waiting' ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED
}

/**
 * An event that lasts all day is the same days everywhere (VALUE=DATE, RFC 5545 3.6.1), the day after its last one being its
 * end. The library writes a date as it is in UTC.
 */
function timesOf({ dateTime, deadline, isAllDay, timeZone }: Event) {
  if (isAllDay) {
    const dayOf = (time: string) => Date.parse(wallTimeAt(Date.parse(time), timeZone).slice(0, 10))
    return { start: new Date(dayOf(dateTime)), end: new Date(dayOf(deadline) + day), allDay: true }
  }
  // A DTEND has to be later than DTSTART (RFC 5545, 3.8.2.2).
  return { start: dateTime, end: deadline === dateTime ? null : deadline }
}

function placeOf({ venue, address }: Event): string | null {
  const online = venue === 'online' || venue === 'both' ? ['Online'] : []
  return [...online, ...(address ? [oneLine(address)] : [])].join(' · ') || null
}

/** Without the control characters that a TEXT may not hold (RFC 5545, 3.3.11). */
function visible(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is dropped
  return text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '')
}

function oneLine(text: string): string {
  return visible(text.replaceAll(/[\r\n]+/g, ' '))
}
