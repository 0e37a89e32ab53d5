import { eventsTopic, type ParticipantsChanged } from '@covo/contract/events/events.news'
import type { Event, Participation } from '@covo/contract/events/events.routes'
import { memberTopic, type Pace } from '../platform/realtime/hub.ts'
import type { Publication } from '../platform/realtime/newsroom.ts'

/** For all subscribers of events. */
export function eventCreated(event: Event): Publication {
  return {
    topic: eventsTopic,
    news: {
      type: 'events.created',
      event: { ...event, isParticipating: false, participation: 'none', canManage: false },
    },
  }
}

/** For all subscribers of events. */
export function eventRemoved(eventId: string): Publication {
  return { topic: eventsTopic, news: { type: 'events.removed', eventId } }
}

/** The event as it is after an edit, a cancellation, a restoring or a hand-over, for all subscribers of events. */
export function eventChanged(
  { isParticipating: _, participation: __, canManage: ___, ...event }: Event,
  updateNumber: number,
  isWeighty: boolean,
): Publication {
  return { topic: eventsTopic, news: { type: 'events.changed', event, updateNumber, isWeighty } }
}

/** That there is a message, for all subscribers of events; its text is for those concerned. */
export function eventMessageSent(eventId: string, updateNumber: number): Publication {
  return { topic: eventsTopic, news: { type: 'events.message_sent', eventId, updateNumber } }
}

/** For all subscribers of events. */
export function organizersChanged(eventId: string, uid: string, isOrganizer: boolean): Publication {
  return { topic: eventsTopic, news: { type: 'events.organizers_changed', eventId, uid, isOrganizer } }
}

type Counts = Pick<Event, 'id' | 'participantsCount' | 'waitingCount' | 'revision'>

/** The new numbers, for all subscribers of events. */
export function participantsChanged(counts: Counts): Publication {
  const { id: eventId, participantsCount, waitingCount, revision } = counts
  return {
    topic: eventsTopic,
    news: { type: 'events.participants_changed', eventId, participantsCount, waitingCount, revision },
  }
}

/** For all subscribers of events. */
export function peopleChanged(eventId: string): Publication {
  return { topic: eventsTopic, news: { type: 'events.people_changed', eventId } }
}

/** Counts of one event come a few times a second at most: the newest says it all. */
export function paceOfEvents(topic: string, news: string): Pace | null {
  if (topic !== eventsTopic || !news.startsWith('{"type":"events.participants_changed"')) return null
  const { eventId, revision } = JSON.parse(news) as ParticipantsChanged
  return { key: eventId, order: revision }
}

/** The new number for all subscribers of events, and for the member's own tabs whether they take part. */
export function participationChanged(event: Event, uid: string): Publication[] {
  return [participantsChanged(event), ownParticipationChanged(event, uid, event.participation)]
}

/** For the tabs of each member who waited and got a seat. */
export function seatsGiven(event: Pick<Event, 'id' | 'revision'>, uids: string[]): Publication[] {
  return uids.map((uid) => ownParticipationChanged(event, uid, 'joined'))
}

function ownParticipationChanged(
  { id: eventId, revision }: Pick<Event, 'id' | 'revision'>,
  uid: string,
  participation: Participation,
): Publication {
  return {
    topic: memberTopic(uid),
    news: {
      type: 'events.own_participation_changed',
      eventId,
      isParticipating: participation === 'joined',
      participation,
      revision,
    },
  }
}
