import { eventsTopic } from '@covo/contract/events/events.news'
import type { Event } from '@covo/contract/events/events.routes'
import { memberTopic } from '../platform/realtime/hub.ts'
import type { Piece } from '../platform/realtime/newsroom.ts'

/** Tells everybody who looks at events. */
export function eventCreated(event: Event): Piece {
  return { topic: eventsTopic, news: { type: 'events.created', event: { ...event, isParticipating: false } } }
}

/** Tells everybody who looks at events. */
export function eventRemoved(eventId: string): Piece {
  return { topic: eventsTopic, news: { type: 'events.removed', eventId } }
}

/** Tells everybody the new number. */
export function participantsChanged(eventId: string, participantsCount: number, revision: number): Piece {
  return {
    topic: eventsTopic,
    news: { type: 'events.participants_changed', eventId, participantsCount, revision },
  }
}

/** Tells everybody the new number, and the member's own tabs whether they take part. */
export function participationChanged(event: Event, uid: string): Piece[] {
  const { id: eventId, participantsCount, isParticipating, revision } = event
  return [
    participantsChanged(eventId, participantsCount, revision),
    {
      topic: memberTopic(uid),
      news: { type: 'events.own_participation_changed', eventId, isParticipating, revision },
    },
  ]
}
