import type { NewsOf } from '../realtime.schemas.ts'
import type { Event } from './events.routes.ts'

/** The topic of the events' public data. */
export const eventsTopic = 'events:all'

/** An event without the fields that differ by viewer. */
export type PublicEvent = Omit<Event, 'isParticipating' | 'participation' | 'canManage'>

/** An event was edited, cancelled, restored or handed over. News with a smaller version than the shown one is stale. */
export type EventChanged = NewsOf<'events.changed'>

/** Somebody joined or left, or entered or left the waiting list. News with a smaller revision than the shown one is stale. */
export type ParticipantsChanged = NewsOf<'events.participants_changed'>
