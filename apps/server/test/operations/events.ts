import { randomUUID } from 'node:crypto'
import { eventForm } from '@covo/testing/event-form'
import { createEvent } from '@covo/testing/member-actions'
import { inDays } from './in-days.ts'
import { type Call, type Samples, withScopes } from './sample.ts'
import type { World } from './world.ts'

const organizersOnly = { stranger: 403, pending: 403, friend: 403, moderator: 403 }

/** A call about a new event of the owner's. */
const ofNewEvent =
  (parts: Omit<Call, 'at'> = {}) =>
  async ({ members }: World) => ({ ...parts, at: { eventId: (await createEvent(members.owner)).id } })

async function withOrganizer({
  members: { owner, friend },
}: World): Promise<{ at: { eventId: string; uid: string } }> {
  const at = { eventId: (await createEvent(owner)).id, uid: friend.uid }
  await owner.put(`/api/events/${at.eventId}/organizers/${at.uid}`)
  return { at }
}

let ctftimeId = 2344

/** Of an event that Covo doesn't have yet. */
function newCtftimeId(): string {
  ctftimeId += 1
  return String(ctftimeId)
}

async function withFeed({ newcomer }: World): Promise<Call> {
  const by = await newcomer()
  await by.post('/api/events/feed')
  return { by }
}

export const eventSamples: Samples = {
  ...withScopes('events', {
    'GET /api/events': { by: 'visitor' },
    'GET /api/events/period': {
      by: 'visitor',
      call: () => ({ query: { from: inDays(0), to: inDays(60) } }),
    },
    'GET /api/events/next': {},
    'GET /api/events/own': {},
    'GET /api/events/similar': { call: () => ({ query: { link: eventForm().link } }) },
    'GET /api/events/{eventId}': { by: 'visitor' },
    'GET /api/events/{eventId}/updates': { by: 'visitor' },
    'GET /api/events/{eventId}/participants': {},
    'GET /api/events/{eventId}/participants.csv': { refuses: organizersOnly },
    'GET /api/events/{eventId}/organizers/candidates': { refuses: organizersOnly },
    'POST /api/events': { call: () => ({ body: { ...eventForm(), ctftimeId: newCtftimeId() } }) },
    'PATCH /api/events/{eventId}': {
      call: ofNewEvent({ body: { version: 0, title: 'Cambiato' } }),
      refuses: organizersOnly,
    },
    'POST /api/events/{eventId}/cancel': {
      call: ofNewEvent({ body: { version: 0, reason: 'Piove.' } }),
      refuses: organizersOnly,
    },
    'POST /api/events/{eventId}/restore': {
      call: async ({ members: { owner } }) => {
        const { id: eventId } = await createEvent(owner)
        await owner.post(`/api/events/${eventId}/cancel`, { version: 0, reason: 'Piove.' })
        return { at: { eventId }, body: { version: 1 } }
      },
      refuses: organizersOnly,
    },
    'POST /api/events/{eventId}/updates': {
      call: () => ({ body: { clientId: randomUUID(), text: 'A presto.' } }),
      refuses: organizersOnly,
    },
    'PUT /api/events/{eventId}/organizers/{uid}': {
      call: async ({ members: { owner, friend } }) => ({
        at: { eventId: (await createEvent(owner)).id, uid: friend.uid },
      }),
      refuses: organizersOnly,
    },
    'DELETE /api/events/{eventId}/organizers/{uid}': {
      call: withOrganizer,
      // An organizer may leave an event to the other organizers.
      refuses: { ...organizersOnly, friend: 204 },
    },
    'PUT /api/events/{eventId}/owner': {
      call: async (world) => {
        const { at } = await withOrganizer(world)
        return { at, body: { uid: at.uid } }
      },
      refuses: organizersOnly,
    },
    'DELETE /api/events/{eventId}': { call: ofNewEvent(), refuses: organizersOnly },
    'PUT /api/events/{eventId}/participation': {
      by: 'friend',
      call: ofNewEvent(),
      refuses: { owner: 403 },
    },
    'DELETE /api/events/{eventId}/participation': {
      by: 'friend',
      call: async ({ members: { owner, friend } }) => {
        const { id: eventId } = await createEvent(owner)
        await friend.put(`/api/events/${eventId}/participation`)
        return { at: { eventId } }
      },
      refuses: { owner: 403 },
    },
  }),
  'POST /api/events/ctftime': {
    call: async ({ members: { owner } }) => {
      const id = newCtftimeId()
      await createEvent(owner, { ctftimeId: id })
      return { body: { link: `https://ctftime.org/event/${id}` } }
    },
  },
  'GET /api/events/feed': {},
  'POST /api/events/feed': { call: async ({ newcomer }) => ({ by: await newcomer() }) },
  'PUT /api/events/feed': {
    call: async (world) => ({ ...(await withFeed(world)), body: { scope: 'all' } }),
  },
  'DELETE /api/events/feed': { call: withFeed },
}
