import { expect, it } from 'vitest'
import type { SliceNews } from '../realtime.ts'
import { foldFirstSteps } from './home.fold.ts'

const nothing = { hasWritten: false, hasJoined: false, communityNeeds: [] }
const everything = { ...nothing, hasWritten: true, hasJoined: true }

const written = (conversationId: string, userId: string): SliceNews => ({
  type: 'chat.message_sent',
  authorCount: 1,
  changes: 0,
  message: {
    id: 'message',
    conversationId,
    sequence: 1,
    clientId: 'client',
    userId,
    userName: 'Anna',
    photoURL: null,
    text: 'Ciao',
    timestamp: '2026-11-22T12:00:00.000Z',
  },
})
const joined = (isParticipating: boolean): SliceNews => ({
  type: 'events.own_participation_changed',
  eventId: 'event',
  isParticipating,
  participation: isParticipating ? 'joined' : 'none',
  revision: 1,
})
const created = (organizerId: string) => ({ type: 'events.created', event: { organizerId } }) as SliceNews
const handedTo = (uid: string): SliceNews => ({
  type: 'events.organizers_changed',
  eventId: 'event',
  uid,
  isOrganizer: true,
})

it.each([
  [
    'the own message in the public room',
    nothing,
    written('generale', 'anna'),
    { ...nothing, hasWritten: true },
  ],
  ['another member’s', nothing, written('generale', 'bruno'), nothing],
  ['the own one to a friend', nothing, written('anna_bruno', 'anna'), nothing],
  ['an event that is joined', nothing, joined(true), { ...nothing, hasJoined: true }],
  ['an event of the own', nothing, created('anna'), { ...nothing, hasJoined: true }],
  ['another member’s event', nothing, created('bruno'), nothing],
  ['an event that was removed', everything, { type: 'events.removed', eventId: 'event' }, 'refetch'],
  [
    'one that was removed before any was joined',
    nothing,
    { type: 'events.removed', eventId: 'event' },
    nothing,
  ],
  ['an event that was handed over', nothing, handedTo('anna'), 'refetch'],
  ['an event that was handed to another', nothing, handedTo('bruno'), nothing],
  ['an event that is left', everything, joined(false), 'refetch'],
  ['an event that was not joined', nothing, joined(false), nothing],
  ['another one that is joined', everything, joined(true), everything],
] as const)('%s', (_, steps, news, expected) => {
  expect(foldFirstSteps(steps, news, 'anna')).toEqual(expected)
})
