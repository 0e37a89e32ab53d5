import { expect, it } from 'vitest'
import type { SliceNews } from '../realtime.ts'
import { foldParticipantPages } from './event-participants.fold.ts'
import type { ParticipantPage } from './event-participants.routes.ts'

const [eventId, other, uid] = ['an event', 'another one', 'a member']
const carla = { uid, displayName: 'Carla', photoURL: '' }
const pages: ParticipantPage[] = [{ people: [carla], nextCursor: null, hidden: 2 }]
const joined = (id: string): SliceNews => ({
  type: 'events.participants_changed',
  eventId: id,
  participantsCount: 4,
  waitingCount: 0,
  revision: 4,
})
const member = { type: 'profiles.member_changed', displayName: 'Carla Due', photoURL: '' } as const

it.each<[SliceNews, ParticipantPage[] | 'refetch']>([
  [joined(eventId), 'refetch'],
  [joined(other), pages],
  [{ type: 'events.people_changed', eventId }, 'refetch'],
  [{ type: 'events.people_changed', eventId: other }, pages],
  [{ type: 'events.organizers_changed', eventId, uid, isOrganizer: true }, 'refetch'],
  [{ type: 'friends.changed' } as SliceNews, 'refetch'],
  [{ type: 'account.changed' }, pages],
  [{ ...member, uid: other }, pages],
])('%o makes of the list: %o', (news, expected) => {
  expect(foldParticipantPages(pages, news, eventId)).toBe(expected)
})

it('shows the new name of a participant', () => {
  expect(foldParticipantPages(pages, { ...member, uid }, eventId)).toEqual([
    { people: [{ ...carla, displayName: 'Carla Due' }], nextCursor: null, hidden: 2 },
  ])
})
