import { createRoute, z } from '@hono/zod-openapi'
import { json, jsonBody, namedId, problems, signedIn, withScope } from '../http.ts'
import { eventId } from './events.routes.ts'

/** People that a search for new organizers answers at most. */
export const maximumCandidates = 20

const candidateSchema = z
  .object({ uid: z.uuid(), displayName: z.string(), photoURL: z.string() })
  .openapi('OrganizerCandidate')

export type OrganizerCandidate = z.infer<typeof candidateSchema>

const tags = ['events']
const params = z.object({ eventId, uid: namedId })
const done = { 204: { description: 'Done' } }

export const listCandidatesRoute = createRoute({
  operationId: 'listCandidates',
  summary: 'Lists members who can become organizers of an event, by part of their name',
  description:
    'Friends of the owner and participants who are not organizers yet, for `addOrganizer`. Members who are hidden from the owner by a block are left out.',
  method: 'get',
  path: '/api/events/{eventId}/organizers/candidates',
  tags,
  security: withScope(signedIn, 'events:read'),
  request: {
    params: z.object({ eventId }),
    query: z.object({ search: z.string().max(200).default('') }),
  },
  responses: {
    200: json('The first matches, by name', z.object({ people: z.array(candidateSchema) })),
    ...problems('common.unauthenticated', 'events.not_found', 'events.not_organizer'),
  },
})

export const addOrganizerRoute = createRoute({
  operationId: 'addOrganizer',
  summary: 'Adds an organizer to an event',
  description:
    'Only the owner can do this. The new organizer must be a friend of the owner or a participant, is notified, need not accept, and can leave. Idempotent.',
  method: 'put',
  path: '/api/events/{eventId}/organizers/{uid}',
  tags,
  security: withScope(signedIn, 'events:write'),
  request: { params },
  responses: {
    ...done,
    ...problems(
      'common.unauthenticated',
      'events.not_found',
      'events.not_organizer',
      'events.not_candidate',
      'events.too_many_organizers',
      'events.too_many_edits',
    ),
  },
})

export const removeOrganizerRoute = createRoute({
  operationId: 'removeOrganizer',
  summary: 'Removes an organizer from an event',
  description:
    'The owner can remove any organizer; an organizer can remove themselves. The owner cannot leave before handing the event over. Idempotent.',
  method: 'delete',
  path: '/api/events/{eventId}/organizers/{uid}',
  tags,
  security: withScope(signedIn, 'events:write'),
  request: { params },
  responses: {
    ...done,
    ...problems(
      'common.unauthenticated',
      'events.not_found',
      'events.not_organizer',
      'events.owner_cannot_leave',
    ),
  },
})

export const handOverEventRoute = createRoute({
  operationId: 'handOverEvent',
  summary: 'Transfers the ownership of an event to another organizer',
  description:
    'The previous owner stays an organizer. Only the owner can add organizers, transfer the ownership and delete the event. Idempotent.',
  method: 'put',
  path: '/api/events/{eventId}/owner',
  tags,
  security: withScope(signedIn, 'events:write'),
  request: {
    params: z.object({ eventId }),
    ...jsonBody(z.object({ uid: namedId }), { uid: '6f1c1a2e-4c0b-4a57-9d5e-2f6b8c7d9e01' }),
  },
  responses: {
    ...done,
    ...problems('common.unauthenticated', 'events.not_found', 'events.not_organizer', 'events.not_candidate'),
  },
})
