import { isWebLink } from '@covo/contract/addresses'
import type { Event } from '@covo/contract/events/events.routes'
import { eventTexts } from './event.texts.it.ts'

/** Whether a member who joins has to wait. */
export function isFull({ capacity, participantsCount, waitingCount }: Event): boolean {
  return capacity !== null && (participantsCount >= capacity || waitingCount > 0)
}

export function seatsText({ capacity, participantsCount }: Event): string {
  return capacity === null ? '' : eventTexts.seatsFree(Math.max(0, capacity - participantsCount), capacity)
}

/** The free seats as a sentence beside the button that takes one; empty where all who like may come. */
export function seatsInWords(event: Event): string {
  const { capacity, participantsCount } = event
  if (capacity === null) return ''
  return isFull(event) ? eventTexts.full : eventTexts.seatsLeft(capacity - participantsCount, capacity)
}

/** The map that was given, else a search for the address. */
export function mapOf({ mapLink, address }: Event): string {
  if (isWebLink(mapLink)) return mapLink
  return `https://www.openstreetmap.org/search?${new URLSearchParams({ query: address })}`
}

/**
 * The event once the button that was pressed has joined or left it. Nothing changes where the server has already stored the
 * press, and the counts stay where they are newer than those at the time of the press.
 */
export function withPress<Shown extends Event>(event: Shown, pressed: Event): Shown {
  if (event.participation !== pressed.participation) return event
  const { participation, isParticipating, participantsCount, waitingCount } = withToggled(pressed)
  return event.revision === pressed.revision
    ? { ...event, participation, isParticipating, participantsCount, waitingCount }
    : { ...event, participation, isParticipating }
}

/** The event once the member has joined or left, as far as it is certain: in a full one, a new participant waits. */
function withToggled(event: Event): Event {
  const { participantsCount, waitingCount } = event
  switch (event.participation) {
    case 'waiting':
      return { ...event, participation: 'none', waitingCount: waitingCount - 1 }
    case 'none':
      return isFull(event)
        ? { ...event, participation: 'waiting', waitingCount: waitingCount + 1 }
        : {
            ...event,
            participation: 'joined',
            isParticipating: true,
            participantsCount: participantsCount + 1,
          }
    case 'joined': {
      const left = { ...event, participation: 'none', isParticipating: false } as const
      const isOverbooked = event.capacity !== null && participantsCount > event.capacity
      return waitingCount > 0 && !isOverbooked
        ? { ...left, waitingCount: waitingCount - 1 }
        : { ...left, participantsCount: participantsCount - 1 }
    }
  }
}
