import { isWebLink } from '@covo/contract/addresses'
import { parseDescription } from '@covo/contract/chat/markup'
import { plainDescription } from '@covo/contract/chat/markup.text'
import { escapeHtml } from '@covo/contract/escape-html'
import type { EventDetails } from '@covo/contract/events/events.routes'
import { ctftimePage, hasAddress } from '@covo/contract/events/events.rules'
import { beginningOf } from '@covo/contract/text'
import { wallTimeAt } from '@covo/contract/time-zones'
import type { PageParts } from '../platform/http/site.ts'
import { descriptionHtml } from './description-html.ts'
import { isIndexed } from './indexed-events.ts'

/** The picture of links to the instance. */
export const instanceCard = '/social-card.png'

const maximumSummary = 140
const maximumDescription = 500

export const categoryNames: Record<EventDetails['category'], string> = {
  ctf: 'CTF',
  hackathon: 'Hackathon',
  contest: 'Contest',
  other: 'Altro',
}

type Zoned = Pick<EventDetails, 'timeZone' | 'isAllDay'>

/** The element of the page in which the browser finds the event without asking the API. */
const publicEventElement = 'public-event'

/**
 * The HTML of an event's public page: title, preview, schema.org's Event for search engines, the event for the browser and for
 * readers without script. Nothing of a viewer and of participants.
 *
 * @param origin the instance's, or empty
 * @param now milliseconds since the epoch
 */
export function publicEventPage(
  event: EventDetails,
  { name, origin }: { name: string; origin: string },
  now: number,
): PageParts {
  const path = `/eventi/${event.id}`
  const url = `${origin}${path}`
  const image = `${url}.png`
  const place = placeOf(event)
  const plain = plainDescription(event.description)
  const summary = beginningOf(plain.replaceAll(/\s+/g, ' '), maximumSummary)
  const description = [
    inWords(event, event.dateTime),
    ...(place ? [place] : []),
    `${categoryNames[event.category]}: ${summary}`,
  ].join(' · ')
  const title = `${event.title} · ${name}`
  const card = [
    `<title>${escapeHtml(title)}</title>`,
    meta('name', 'description', description),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:locale', 'it_IT'),
    meta('property', 'og:site_name', name),
    meta('property', 'og:title', event.title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', url),
    meta('property', 'og:image', image),
    meta('name', 'twitter:card', 'summary_large_image'),
  ]
  const head = [
    // Search engines take an absolute one alone.
    ...(origin ? [`<link rel="canonical" href="${escapeHtml(url)}" />`] : []),
    `<link rel="alternate" type="text/calendar" href="${path}.ics" />`,
    ...(isIndexed(event, now) ? [] : [meta('name', 'robots', 'noindex')]),
    `<script type="application/ld+json">${data(structuredData(event, { url, image, plain }))}</script>`,
    `<script type="application/json" id="${publicEventElement}">${data({ ...withoutViewer(event), blocks: parseDescription(event.description) })}</script>`,
  ]
  return { card: card.join('\n'), head: head.join('\n'), noscript: plainPage(event, place, now) }
}

/** The page of an event that there is none of. */
export function missingEventPage({ name }: { name: string }): PageParts {
  return {
    card: `<title>${escapeHtml(`Evento non trovato · ${name}`)}</title>`,
    head: meta('name', 'robots', 'noindex'),
    noscript: '<h1>Evento non trovato</h1>',
  }
}

/** Where an event takes place, as a sentence names it; empty where that is nowhere said. */
export function placeOf({ venue, address }: Pick<EventDetails, 'venue' | 'address'>): string {
  if (hasAddress(venue)) return address
  return venue === 'online' ? 'Online' : ''
}

/** An element of the head. */
export function meta(kind: 'name' | 'property', key: string, content: string): string {
  return `<meta ${kind}="${key}" content="${escapeHtml(content)}" />`
}

/** JSON as the content of a script element: no text ends the element. */
export function data(value: unknown): string {
  return JSON.stringify(value).replaceAll(/[<>&]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`)
}

/** The event without what is the viewer's, which the page of a visitor has none of. */
function withoutViewer(event: EventDetails) {
  const {
    isParticipating: _,
    participation: __,
    canManage: ___,
    isOwner: ____,
    queuePosition: _____,
    ...rest
  } = event
  return rest
}

/** schema.org's Event. */
function structuredData(
  event: EventDetails,
  { url, image, plain }: { url: string; image: string; plain: string },
) {
  const isOnline = event.venue === 'online' || event.venue === 'both'
  const isMoved = event.previousDateTime !== null && event.previousDateTime !== event.dateTime
  const status = event.status === 'cancelled' ? 'Cancelled' : isMoved ? 'Rescheduled' : 'Scheduled'
  const mode = { none: null, online: 'Online', place: 'Offline', both: 'Mixed' }[event.venue]
  const locations = [
    ...(isOnline && isWebLink(event.link) ? [{ '@type': 'VirtualLocation', url: event.link }] : []),
    ...(hasAddress(event.venue) ? [{ '@type': 'Place', name: event.address, address: event.address }] : []),
  ]
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: event.title,
    description: beginningOf(plain, maximumDescription),
    startDate: dateOf(event, event.dateTime),
    endDate: dateOf(event, event.deadline),
    eventStatus: `https://schema.org/Event${status}`,
    ...(status === 'Rescheduled' && { previousStartDate: dateOf(event, event.previousDateTime ?? '') }),
    ...(mode && { eventAttendanceMode: `https://schema.org/${mode}EventAttendanceMode` }),
    ...(locations.length > 0 && { location: locations.length === 1 ? locations[0] : locations }),
    organizer: { '@type': 'Person', name: event.organizers[0]?.displayName ?? event.organizerName },
    url,
    image,
    ...(event.capacity !== null && { maximumAttendeeCapacity: event.capacity }),
  }
}

/** ISO 8601: the zone's clock with its offset; of an event that lasts all day the date alone. */
export function dateOf({ timeZone, isAllDay }: Zoned, instant: string): string {
  const at = Math.floor(Date.parse(instant) / 60_000) * 60_000
  const wall = wallTimeAt(at, timeZone)
  if (isAllDay) return wall.slice(0, 10)
  const minutes = (Date.parse(`${wall}Z`) - at) / 60_000
  const two = (number: number) => String(number).padStart(2, '0')
  const offset = `${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`
  return `${wall}:00${minutes < 0 ? '-' : '+'}${offset}`
}

/** In the event's zone: 'sabato 28 novembre 2026, 14:00 CET'; without a time for an event that lasts all day. */
export function inWords({ timeZone, isAllDay }: Zoned, instant: string): string {
  const at = new Date(instant)
  const date = at.toLocaleDateString('it', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone,
  })
  if (isAllDay) return date
  const time = at.toLocaleTimeString('it', {
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  })
  return `${date}, ${time}`
}

function stateOf({ status, cancelReason, dateTime, deadline }: EventDetails, now: number): string {
  if (status === 'cancelled') return `Annullato: ${cancelReason}`
  if (Date.parse(deadline) < now) return 'Terminato'
  return Date.parse(dateTime) <= now ? 'In corso' : 'In programma'
}

function plainPage(event: EventDetails, place: string, now: number): string {
  const facts = [
    ['inizio', inWords(event, event.dateTime)],
    ['termine', inWords(event, event.deadline)],
    ['durata', event.duration],
    ...(place ? [['dove', place]] : []),
    ...(event.mapLink ? [['mappa', event.mapLink]] : []),
    ['link', event.link],
    ['organizza', event.organizers.map(({ displayName }) => displayName).join(', ')],
    ...(event.capacity === null
      ? []
      : [['posti', `${Math.max(event.capacity - event.participantsCount, 0)} liberi su ${event.capacity}`]]),
    ...(event.joinDeadline ? [['iscrizioni entro', inWords(event, event.joinDeadline)]] : []),
    ...(event.ctftimeId ? [['fonte', ctftimePage(event.ctftimeId)]] : []),
  ]
  const state = stateOf(event, now)
  const list = facts
    .map(([fact = '', value = '']) => `<dt>${fact}</dt><dd>${escapeHtml(value)}</dd>`)
    .join('')
  const text = descriptionHtml(event.description)
  return `<main class="plain"><h1>${escapeHtml(event.title)}</h1><p>${escapeHtml(state)}</p><dl>${list}</dl>${text}</main>`
}
