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
const done = { 204: { description: 'Done; doing it twice is doing it once' } }

export const listCandidatesRoute = createRoute({
  operationId: 'listCandidates',
  summary: "Friends of the owner and participants, by a part of their name, who don't organize the event yet",
  description: 'For the form of `addOrganizer`. Members whom a block hides from the owner are left out.',
  method: 'get',
  path: '/api/events/{eventId}/organizers/candidates',
  tags,
  security: withScope(signedIn, 'events:read'),
  request: {
    params: z.object({ eventId }),
    query: z.object({ search: z.string().max(200).default('') }),
  },
  responses: {
    200: json('The first of them, by name', z.object({ people: z.array(candidateSchema) })),
    ...problems('common.unauthenticated', 'events.not_found', 'events.not_organizer'),
  },
})

export const addOrganizerRoute = createRoute({
  operationId: 'addOrganizer',
  summary: 'The owner adds an organizer, who needs not accept',
  description:
    'A friend of the owner, or somebody who takes part, edits the event from then on. They are notified, and can leave.',
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
  summary: 'The owner removes an organizer, or an organizer leaves',
  description: 'The owner cannot leave: they hand the event over first.',
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
  summary: 'The owner hands the event over to another organizer, and stays one',
  description: 'The new owner alone may add organizers, hand the event over and remove it.',
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
