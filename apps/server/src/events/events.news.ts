import { eventsTopic } from '@covo/contract/events/events.news'
import type { Event } from '@covo/contract/events/events.routes'
import { memberTopic } from '../platform/realtime/hub.ts'
import type { Publication } from '../platform/realtime/newsroom.ts'

/** For all subscribers of events. */
export function eventCreated(event: Event): Publication {
  return { topic: eventsTopic, news: { type: 'events.created', event: { ...event, isParticipating: false } } }
}

/** For all subscribers of events. */
export function eventRemoved(eventId: string): Publication {
  return { topic: eventsTopic, news: { type: 'events.removed', eventId } }
}

/** The new number, for all subscribers of events. */
export function participantsChanged(
  eventId: string,
  participantsCount: number,
  revision: number,
): Publication {
  return {
    topic: eventsTopic,
    news: { type: 'events.participants_changed', eventId, participantsCount, revision },
  }
}

/** The new number for all subscribers of events, and for the member's own tabs whether they take part. */
export function participationChanged(event: Event, uid: string): Publication[] {
  const { id: eventId, participantsCount, isParticipating, revision } = event
  return [
    participantsChanged(eventId, participantsCount, revision),
    {
      topic: memberTopic(uid),
      news: { type: 'events.own_participation_changed', eventId, isParticipating, revision },
    },
  ]
}
