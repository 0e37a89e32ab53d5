import type { Event } from '@covo/contract/events/events.routes'
import { wallTimeAt } from '@covo/contract/time-zones'

/** Characters of the description that a calendar is given, and of the whole address. */
const longestDescription = 500
const longestAddress = 2000
const day = 86_400_000

type Linked = Pick<
  Event,
  'title' | 'description' | 'dateTime' | 'deadline' | 'timeZone' | 'isAllDay' | 'venue' | 'address'
>

/**
 * The address at Google Calendar that opens a new entry with an event filled in.
 * @param page the event's own address
 */
export function googleCalendarLink(event: Linked, page: string): string {
  return withDescription(event, page, (details) => {
    const [start, end] = event.isAllDay ? daysOf(event) : [event.dateTime, event.deadline].map(utcOf)
    return linkTo('https://calendar.google.com/calendar/render', {
      action: 'TEMPLATE',
      text: event.title,
      dates: `${start?.replaceAll('-', '')}/${end?.replaceAll('-', '')}`,
      details,
      location: placeOf(event),
      ctz: event.timeZone,
    })
  })
}

/** The same at Outlook on the web. Microsoft does not document it. */
export function outlookCalendarLink(event: Linked, page: string): string {
  return withDescription(event, page, (body) => {
    const [start = '', end = ''] = event.isAllDay ? daysOf(event) : [event.dateTime, event.deadline]
    return linkTo('https://outlook.live.com/calendar/deeplink/compose', {
      path: '/calendar/action/compose',
      rru: 'addevent',
      subject: event.title,
      startdt: start,
      enddt: end,
      ...(event.isAllDay ? { allday: 'true' } : {}),
      body,
      location: placeOf(event),
    })
  })
}

/** The address at Google Calendar that subscribes to a calendar. */
export function googleSubscriptionLink(calendar: string): string {
  return linkTo('https://calendar.google.com/calendar/render', { cid: webcalLink(calendar) })
}

/** The same at Outlook on the web. Microsoft does not document it. */
export function outlookSubscriptionLink(calendar: string): string {
  return linkTo('https://outlook.live.com/calendar/0/addfromweb', { url: calendar })
}

/** The address by which the calendar program of a device subscribes to a calendar. */
export function webcalLink(calendar: string): string {
  return calendar.replace(/^https?:/, 'webcal:')
}

/** As much of the description as the address has room for, above the address of the event's page. */
function withDescription(event: Linked, page: string, linkOf: (text: string) => string): string {
  const letters = [...event.description].slice(0, longestDescription)
  while (true) {
    const link = linkOf(letters.length > 0 ? `${letters.join('')}\n\n${page}` : page)
    if (link.length <= longestAddress || letters.length === 0) return link
    // One letter takes twelve characters at most: percent-encoded, four bytes.
    letters.length = Math.max(0, letters.length - Math.ceil((link.length - longestAddress) / 12))
  }
}

function linkTo(address: string, query: Record<string, string>): string {
  return `${address}?${new URLSearchParams(Object.entries(query).filter(([, value]) => value !== ''))}`
}

/** '20261128T130000Z' */
function utcOf(instant: string): string {
  return new Date(instant).toISOString().replaceAll(/[-:]|\.\d+/g, '')
}

/** The first day in the event's zone, and the one after the last. */
function daysOf({ dateTime, deadline, timeZone }: Linked): string[] {
  const dayOf = (instant: string, later: number) => {
    const midnight = Date.parse(wallTimeAt(Date.parse(instant), timeZone).slice(0, 10))
    return new Date(midnight + later).toISOString().slice(0, 10)
  }
  return [dayOf(dateTime, 0), dayOf(deadline, day)]
}

function placeOf({ venue, address }: Linked): string {
  return [venue === 'online' || venue === 'both' ? 'Online' : '', address].filter(Boolean).join(' · ')
}
