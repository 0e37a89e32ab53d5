import { eventsTopic } from '@covo/contract/events/events.news'
import type { Event } from '@covo/contract/events/events.routes'
import { type Hub, memberTopic } from '../platform/realtime/hub.ts'

/** Tells everybody who looks at events. */
export function publishEventCreated(hub: Hub, event: Event): void {
  hub.publish(eventsTopic, { type: 'events.created', event: { ...event, isParticipating: false } })
}

/** Tells everybody the new number, and the member's own tabs whether they take part. */
export function publishParticipation(hub: Hub, event: Event, uid: string): void {
  const { id: eventId, participantsCount, isParticipating, revision } = event
  hub.publish(eventsTopic, { type: 'events.participants_changed', eventId, participantsCount, revision })
  hub.publish(memberTopic(uid), {
    type: 'events.own_participation_changed',
    eventId,
    isParticipating,
    revision,
  })
}
