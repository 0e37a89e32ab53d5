import { hash } from 'node:crypto'
import type { EventDetails } from '@covo/contract/events/events.routes'
import { beginningOf } from '@covo/contract/text'
import { LRUCache } from 'lru-cache'
import type { Log } from '../platform/log/log.ts'
import { createWorkerProcess } from '../platform/worker-process.ts'
import { categoryNames, inWords, placeOf } from './public-page.ts'

/** The texts of a card, each of one line. */
export type EventCard = {
  category: string
  title: string
  when: string
  /** Empty where the event names none. */
  place: string
  /** The day of the start: 'dic', '10'. */
  month: string
  day: string
  /** The instance's name. */
  instance: string
}

/** Bytes of cards that are cached; one has about 40 kB. */
const cachedBytes = 4 * 1024 ** 2
const maximumPlace = 60

export type EventCards = ReturnType<typeof createEventCards>

/**
 * The picture that a link to an event is shown with elsewhere: title, start and place on the colours of Covo. Each is drawn
 * once, until what it shows changes.
 */
export function createEventCards(
  { name, log }: { name: string; log: Log },
  { timeoutMs = 5000, idleTimeoutMs = 60_000 } = {},
) {
  const drawing = createWorkerProcess<EventCard, Uint8Array<ArrayBuffer>>(
    new URL('./event-card.child.ts', import.meta.url),
    { timeoutMs, idleTimeoutMs },
  )
  const cards = new LRUCache<string, Uint8Array<ArrayBuffer>, EventCard>({
    maxSize: cachedBytes,
    sizeCalculation: ({ byteLength }) => byteLength,
    fetchMethod: async (tag, _, { context }) => {
      if (drawing.isBusy(tag)) return undefined
      const card = await drawing
        .run(tag, context)
        .catch((error: unknown) => log.warn({ err: error }, 'card of an event not drawn'))
      return card ?? undefined
    },
  })

  /** The entity tag of an event's card, known without drawing it; `draw` answers the PNG, or undefined where it can't be drawn now. */
  function cardOf(event: EventDetails) {
    const card = cardOfEvent(event, name)
    const tag = `W/"${hash('sha256', JSON.stringify(card), 'base64url')}"`
    return { tag, draw: async () => await cards.fetch(tag, { context: card }) }
  }

  return { cardOf, stop: drawing.stop }
}

function cardOfEvent(event: EventDetails, instance: string): EventCard {
  const { title, category, status, timeZone, dateTime } = event
  const start = new Date(dateTime)
  const isCancelled = status === 'cancelled'
  return {
    category: isCancelled ? `${categoryNames[category]} · Annullato` : categoryNames[category],
    title,
    when: inWords(event, dateTime),
    place: beginningOf(placeOf(event), maximumPlace),
    month: start.toLocaleDateString('it', { month: 'short', timeZone }),
    day: start.toLocaleDateString('it', { day: 'numeric', timeZone }),
    instance,
  }
}
