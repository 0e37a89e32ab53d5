import { createRoute, z } from '@hono/zod-openapi'
import { cursor, json, nextCursor, problems, signedIn, withScope } from '../http.ts'
import { eventId } from './events.routes.ts'

/** People of one page of the list. */
export const participantsPageSize = 50

const participantSchema = z
  .object({ uid: z.uuid(), displayName: z.string(), photoURL: z.string() })
  .openapi('Participant')

export type Participant = z.infer<typeof participantSchema>

const participantPageSchema = z
  .object({
    people: z.array(participantSchema),
    nextCursor,
    /** With the last page: how many more take part whom the viewer doesn't see. Null before. */
    hidden: z.number().int().nullable(),
  })
  .openapi('ParticipantPage')

export type ParticipantPage = z.infer<typeof participantPageSchema>

/** The state of the participants in the list. */
export const participantStates = ['joined', 'waiting'] as const
export type ParticipantState = (typeof participantStates)[number]

export const listParticipantsRoute = createRoute({
  operationId: 'listParticipants',
  summary: 'Lists the participants of an event, or its waiting list',
  description:
    'Participants come in the order of joining, after the caller and their friends. The waiting list is for organizers only. Organizers see everybody; friends and participants see the members who allow it.',
  method: 'get',
  path: '/api/events/{eventId}/participants',
  tags: ['events'],
  security: withScope(signedIn, 'events:read'),
  request: {
    params: z.object({ eventId }),
    query: z.object({
      state: z.enum(participantStates).default('joined'),
      cursor,
    }),
  },
  responses: {
    200: json('A page of people', participantPageSchema),
    ...problems('common.unauthenticated', 'events.not_found', 'events.not_organizer'),
  },
})

export const exportParticipantsRoute = createRoute({
  operationId: 'exportParticipants',
  summary: 'Exports the participants and the waiting list of an event as CSV',
  description: 'For organizers only. The rows are in the order of joining (RFC 4180).',
  method: 'get',
  path: '/api/events/{eventId}/participants.csv',
  tags: ['events'],
  security: withScope(signedIn, 'events:read'),
  request: { params: z.object({ eventId }) },
  responses: {
    200: {
      description: 'Name, state and time of joining',
      content: { 'text/csv': { schema: z.string() } },
    },
    ...problems('common.unauthenticated', 'events.not_found', 'events.not_organizer'),
  },
})
