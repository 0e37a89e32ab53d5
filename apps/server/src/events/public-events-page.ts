import { escapeHtml } from '@covo/contract/escape-html'
import { eventCategories, hasAddress } from '@covo/contract/events/events.rules'
import {
  type NextEvent,
  nextEventsElement,
  type PublicEvent,
  type PublicEventList,
  type PublicSelection,
  publicEventsAddress,
  publicEventsElement,
  publicEventsPath,
} from '@covo/contract/events/public-events'
import { beginningOf } from '@covo/contract/text'
import type { PageParts } from '../platform/http/site.ts'
import { categoryNames, data, dateOf, instanceCard, inWords, meta } from './public-page.ts'

type Instance = { name: string; origin: string }

const title = 'Eventi'
const none = 'Nessun evento in programma.'
const tagline = 'Unisciti alla rivoluzione digitale • Connetti • Crea • Innova'
const maximumSummary = 160
/** The events that a summary names. */
const namedEvents = 3

const monthFormat = new Intl.DateTimeFormat('it', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** 'dicembre 2026' */
export function monthName(month: string): string {
  return monthFormat.format(new Date(month))
}

/** 'Eventi · CTF · dicembre 2026' */
export function headingOf({ category, month }: PublicSelection): string {
  return [title, category && categoryNames[category], month && monthName(month)].filter(Boolean).join(' · ')
}

/**
 * The HTML of the list of events for visitors: schema.org's ItemList for search engines, the list for the browser and for readers
 * without script.
 *
 * @param selection what was asked for
 * @param now milliseconds since the epoch
 */
export function publicEventsPage(
  list: PublicEventList,
  selection: PublicSelection,
  { name, origin }: Instance,
  now: number,
): PageParts {
  const { heading, events } = list
  const url = `${origin}${publicEventsAddress(selection)}`
  const named = events.slice(0, namedEvents).map((event) => event.title)
  const description =
    named.length > 0 ? beginningOf(`In programma: ${named.join(', ')}.`, maximumSummary) : none
  const card = [
    `<title>${escapeHtml(`${heading} · ${name}`)}</title>`,
    meta('name', 'description', description),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:locale', 'it_IT'),
    meta('property', 'og:site_name', name),
    meta('property', 'og:title', heading),
    meta('property', 'og:description', description),
    meta('property', 'og:url', url),
    meta('property', 'og:image', `${origin}${instanceCard}`),
    meta('name', 'twitter:card', 'summary_large_image'),
  ]
  const head = [
    // Search engines take an absolute one alone.
    ...(origin ? [`<link rel="canonical" href="${escapeHtml(url)}" />`] : []),
    alternates(name),
    // Of the pages that follow, the events are found by their own; and nothing is no answer to a search.
    ...(selection.after === null && events.length > 0 ? [] : [meta('name', 'robots', 'noindex')]),
    `<script type="application/ld+json">${data(itemList(events, { name: heading, origin }))}</script>`,
    `<script type="application/json" id="${publicEventsElement}">${data(list)}</script>`,
  ]
  return { card: card.join('\n'), head: head.join('\n'), noscript: plainList(list, now) }
}

/** The HTML of the landing: what it is without script, with the events that start next. */
export function landingPage(events: NextEvent[], { name }: { name: string }): PageParts {
  const items = events.map(
    (event) =>
      `<li>${linkTo(`${publicEventsPath}/${event.id}`, event.title)}<br />${escapeHtml([inWords(event, event.dateTime), event.duration].join(' · '))}</li>`,
  )
  return {
    head: `${alternates(name)}<script type="application/json" id="${nextEventsElement}">${data(events)}</script>`,
    noscript: [
      `<main class="plain"><h1>${escapeHtml(name)}</h1><p>${tagline}</p>`,
      ...(items.length > 0 ? [`<h2>Prossimi eventi</h2><ul>${items.join('')}</ul>`] : []),
      `<p>${linkTo(publicEventsPath, 'Tutti gli eventi')}</p></main>`,
    ].join(''),
  }
}

/** The same events for readers of feeds and for calendars. */
function alternates(name: string): string {
  const feed = (type: string, href: string) =>
    `<link rel="alternate" type="${type}" href="${href}" title="${escapeHtml(`Eventi di ${name}`)}" />`
  return `${feed('application/atom+xml', '/eventi.atom')}${feed('text/calendar', '/eventi.ics')}`
}

/** schema.org's ItemList, in which each Event is shorter than on its own page. */
function itemList(events: PublicEvent[], { name, origin }: Instance) {
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    name,
    numberOfItems: events.length,
    itemListElement: events.map((event, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      item: {
        '@type': 'Event',
        name: event.title,
        description: event.description,
        startDate: dateOf(event, event.dateTime),
        endDate: dateOf(event, event.deadline),
        eventStatus: `https://schema.org/Event${event.status === 'cancelled' ? 'Cancelled' : 'Scheduled'}`,
        ...placeOf(event, origin),
        organizer: { '@type': 'Person', name: event.organizerName },
        url: pageOf(event, origin),
        image: `${pageOf(event, origin)}.png`,
      },
    })),
  }
}

const pageOf = ({ id }: { id: string }, origin: string) => `${origin}${publicEventsPath}/${id}`

function placeOf(event: PublicEvent, origin: string) {
  const { venue, address } = event
  if (venue === 'none') return {}
  const mode = { online: 'Online', place: 'Offline', both: 'Mixed' }[venue]
  return {
    eventAttendanceMode: `https://schema.org/${mode}EventAttendanceMode`,
    location: hasAddress(venue)
      ? { '@type': 'Place', name: address, address }
      : // Its own link is on its page.
        { '@type': 'VirtualLocation', url: pageOf(event, origin) },
  }
}

function linkTo(path: string, text: string, isCurrent = false): string {
  return `<a href="${escapeHtml(path)}"${isCurrent ? ' aria-current="page"' : ''}>${escapeHtml(text)}</a>`
}

function plainList({ heading, category, month, months, events, next }: PublicEventList, now: number): string {
  const choice = (name: string, links: string[]) =>
    `<nav aria-label="${name}"><p>${links.join(' · ')}</p></nav>`
  const categories = [null, ...eventCategories].map((one) =>
    linkTo(
      publicEventsAddress({ category: one, month }),
      one === null ? 'Tutti gli eventi' : categoryNames[one],
      one === category,
    ),
  )
  const named = [{ month: null, name: 'Tutti i mesi' }, ...months].map((one) =>
    linkTo(publicEventsAddress({ category, month: one.month }), one.name, one.month === month),
  )
  return [
    `<main class="plain"><h1>${escapeHtml(heading)}</h1>`,
    choice('Categoria', categories),
    choice('Mese', named),
    ...(events.length === 0 ? [`<p>${none}</p>`] : []),
    ...events.map((event) => plainEvent(event, now)),
    ...(next === null
      ? []
      : [`<p>${linkTo(publicEventsAddress({ category, month, after: next }), 'Carica altri eventi')}</p>`]),
    '</main>',
  ].join('')
}

function plainEvent(event: PublicEvent, now: number): string {
  const facts = [
    ...stateOf(event, now),
    inWords(event, event.dateTime),
    event.duration,
    ...(hasAddress(event.venue) ? [event.address] : event.venue === 'online' ? ['Online'] : []),
    categoryNames[event.category],
  ]
  return `<article><h2>${linkTo(`${publicEventsPath}/${event.id}`, event.title)}</h2><p>${escapeHtml(facts.join(' · '))}</p><p>${escapeHtml(event.description)}</p></article>`
}

function stateOf({ status, dateTime }: PublicEvent, now: number): string[] {
  if (status === 'cancelled') return ['Annullato']
  return Date.parse(dateTime) <= now ? ['In corso'] : []
}
