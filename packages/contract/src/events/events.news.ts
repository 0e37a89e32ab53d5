import type { Event } from './events.routes.ts'

/** The topic of what everybody may know of events. */
export const eventsTopic = 'events:all'

/** There is a new event. `isParticipating` is false: nobody takes part in a new one. */
export type EventCreated = { type: 'events.created'; event: Event }

/** The operator removed an event. */
export type EventRemoved = { type: 'events.removed'; eventId: string }

/** Somebody joined or left. News with a smaller revision than what is shown is old. */
export type ParticipantsChanged = {
  type: 'events.participants_changed'
  eventId: string
  participantsCount: number
  revision: number
}

/** The member joined or left, in another tab perhaps. Sent to them alone. */
export type OwnParticipationChanged = {
  type: 'events.own_participation_changed'
  eventId: string
  isParticipating: boolean
  revision: number
}
