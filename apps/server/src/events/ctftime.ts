import { isWebLink } from '@covo/contract/addresses'
import type { CtftimeEvent } from '@covo/contract/events/ctftime.routes'
import {
  maximumEventAddressLength,
  maximumEventDescriptionBytes,
  maximumEventLinkLength,
  maximumEventTitleLength,
} from '@covo/contract/events/event-form.rules'
import { ctftimePage } from '@covo/contract/events/events.rules'
import { shortened } from '@covo/contract/text'
import { z } from 'zod'
import { fetchBounded } from '../platform/http/bounded-fetch.ts'
import { textOfHtml } from './html-text.ts'

const noDescription = 'Dettagli sulla pagina di CTFtime.'

/** A wrong value that can be left out counts as missing: an event without its end is still one. */
function optional<Schema extends z.ZodType>(schema: Schema) {
  return schema.nullish().catch(null)
}

const instant = z.iso.datetime({ offset: true })
const count = z.number().int().min(0).max(9999)

/** An event of CTFtime's API, as far as it is taken. */
const answerSchema = z.object({
  title: z.string().transform(lineOf).pipe(z.string().min(1)),
  start: instant,
  finish: optional(instant),
  description: optional(z.string()),
  url: optional(z.string()),
  ctftime_url: optional(z.string()),
  duration: optional(z.object({ days: count, hours: count })),
  onsite: optional(z.boolean()),
  location: optional(z.string()),
})

/**
 * Asks CTFtime for an event; null where it has none. Rejects where it doesn't answer, or answers something else.
 *
 * @param api the address of its API, without a slash at the end
 */
export async function fetchCtftimeEvent(api: string, ctftimeId: string): Promise<CtftimeEvent | null> {
  // Without the slash at its end CTFtime redirects.
  const answer = await fetchBounded(`${api}/events/${ctftimeId}/`, {
    headers: { accept: 'application/json', 'user-agent': 'Covo' },
  })
  if (answer.status === 404) return null
  if (!answer.ok) throw new Error(`${answer.status} was answered`)
  return readCtftimeEvent(await answer.json(), ctftimeId)
}

/**
 * The fields of a form that an answer of CTFtime fills, as texts that the form takes.
 *
 * @throws ZodError where it is no event
 */
export function readCtftimeEvent(answer: unknown, ctftimeId: string): CtftimeEvent {
  const event = answerSchema.parse(answer)
  const { start, finish, description, duration, onsite, location } = event
  const text = shortened(
    textOfHtml(description ?? ''),
    maximumEventDescriptionBytes,
    maximumEventDescriptionBytes,
  )
  const isEndKnown = finish && Date.parse(finish) >= Date.parse(start)
  return {
    ctftimeId,
    title: shortened(event.title, maximumEventTitleLength).trim(),
    description: text.trim() || noDescription,
    dateTime: new Date(start).toISOString(),
    deadline: isEndKnown ? new Date(finish).toISOString() : '',
    link: [event.url, event.ctftime_url].find(isTaken) ?? ctftimePage(ctftimeId),
    category: 'ctf',
    duration: duration ? durationOf(duration) : '',
    timeZone: 'UTC',
    venue: onsite ? 'place' : 'online',
    address: onsite ? shortened(lineOf(location ?? ''), maximumEventAddressLength).trim() : '',
  }
}

function isTaken(link: string | null | undefined): link is string {
  return typeof link === 'string' && link.length <= maximumEventLinkLength && isWebLink(link)
}

/** A text in one line, without control characters. */
function lineOf(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}

/** '2 giorni e 4 ore'; empty for no time at all. */
function durationOf({ days, hours }: { days: number; hours: number }): string {
  return [
    days > 0 && (days === 1 ? '1 giorno' : `${days} giorni`),
    hours > 0 && (hours === 1 ? '1 ora' : `${hours} ore`),
  ]
    .filter(Boolean)
    .join(' e ')
}
