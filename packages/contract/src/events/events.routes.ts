import { createRoute, z } from '@hono/zod-openapi'
import { json, jsonBody, namedId, problems, signedIn, signedInOrNot } from '../http.ts'
import { eventCategories, eventFilters } from './events.rules.ts'

/** Events of one page of the list. */
export const eventPageSize = 24

/** Specification, point 3, events. Who takes part is known by number, and to oneself. */
export const eventSchema = z
  .object({
    id: z.uuid(),
    title: z.string(),
    description: z.string(),
    /** The start. */
    dateTime: z.iso.datetime(),
    /** The end. */
    deadline: z.iso.datetime(),
    link: z.string(),
    category: z.enum(eventCategories),
    duration: z.string(),
    organizerId: z.uuid(),
    organizerName: z.string(),
    participantsCount: z.number().int(),
    isParticipating: z.boolean(),
    /** Grows with every change of the participants: of two counts, the one with the greater revision is newer. */
    revision: z.number().int(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .openapi('Event')

export type Event = z.infer<typeof eventSchema>

const eventPageSchema = z
  .object({
    events: z.array(eventSchema),
    /** Names the next page; null on the last one. */
    nextCursor: z.string().nullable(),
  })
  .openapi('EventPage')

export type EventPage = z.infer<typeof eventPageSchema>

const tags = ['events']
const eventId = z.object({ eventId: namedId })

/**
 * A page of events in the order of their start; past ones newest first. `search` is a part of title, description or
 * link, in any case. The filter `mine` is empty for a visitor.
 */
export const listEventsRoute = createRoute({
  method: 'get',
  path: '/api/events',
  tags,
  security: signedInOrNot,
  request: {
    query: z.object({
      filter: z.enum(eventFilters).default('all'),
      search: z.string().max(200).default(''),
      cursor: z.string().max(200).optional(),
    }),
  },
  responses: { 200: json('A page of events', eventPageSchema) },
})

/** The member's next event, organized or joined; without one, the next event of all. */
export const nextEventRoute = createRoute({
  method: 'get',
  path: '/api/events/next',
  tags,
  security: signedIn,
  responses: {
    200: json('The next event', z.object({ event: eventSchema.nullable() })),
    ...problems('common.unauthenticated'),
  },
})

const field = z.string().max(20_000).default('')

/** Creates an event, organised by the member, and publishes it to everybody. */
export const createEventRoute = createRoute({
  method: 'post',
  path: '/api/events',
  tags,
  security: signedIn,
  request: jsonBody(
    z.object({
      title: field,
      description: field,
      dateTime: field,
      deadline: field,
      link: field,
      category: field,
      duration: field,
    }),
  ),
  responses: {
    201: json('The event', eventSchema),
    ...problems(
      'common.unauthenticated',
      'events.required_fields_missing',
      'events.start_in_past',
      'events.start_too_far',
      'events.end_before_start',
      'events.too_long',
      'events.link_invalid',
      'events.description_too_long',
      'events.field_too_long',
      'events.too_many',
    ),
  },
})

const participation = {
  path: '/api/events/{eventId}/participation',
  tags,
  security: signedIn,
  request: { params: eventId },
  responses: {
    200: json('The event as it is then; doing it twice is doing it once', eventSchema),
    ...problems(
      'common.unauthenticated',
      'events.not_found',
      'events.organizer_cannot_participate',
      'events.ended',
      'events.too_many_changes',
    ),
  },
} as const

/** The member takes part. */
export const joinEventRoute = createRoute({ method: 'put', ...participation })

/** The member takes part no more. */
export const leaveEventRoute = createRoute({ method: 'delete', ...participation })
