import type { Event, Participation } from './events.routes.ts'

/** The topic of the events' public data. */
export const eventsTopic = 'events:all'

/** There is a new event. `isParticipating` and `canManage` are false: nobody takes part in a new one, and its owner knows. */
export type EventCreated = { type: 'events.created'; event: Event }

/** Its owner or the operator removed an event. */
export type EventRemoved = { type: 'events.removed'; eventId: string }

/** An event without the fields that differ by viewer. */
export type PublicEvent = Omit<Event, 'isParticipating' | 'participation' | 'canManage'>

/** An event was edited, cancelled, restored or handed over. News with a smaller version than the shown one is stale. */
export type EventChanged = {
  type: 'events.changed'
  event: PublicEvent
  updateNumber: number
  /** Whether participants are notified. */
  isWeighty: boolean
}

/** An organizer wrote to all who take part, who fetch the text. */
export type EventMessageSent = { type: 'events.message_sent'; eventId: string; updateNumber: number }

/** Somebody organizes an event from now on, or no more. */
export type EventOrganizersChanged = {
  type: 'events.organizers_changed'
  eventId: string
  uid: string
  isOrganizer: boolean
}

/** Somebody joined or left, or entered or left the waiting list. News with a smaller revision than the shown one is stale. */
export type ParticipantsChanged = {
  type: 'events.participants_changed'
  eventId: string
  participantsCount: number
  waitingCount: number
  revision: number
}

/** A participant shows or hides themselves: the server alone knows which participants others see. */
export type PeopleChanged = { type: 'events.people_changed'; eventId: string }

/** The member joined or left, in another tab perhaps, or got a seat that became free. Sent to them alone. */
export type OwnParticipationChanged = {
  type: 'events.own_participation_changed'
  eventId: string
  isParticipating: boolean
  participation: Participation
  revision: number
}
