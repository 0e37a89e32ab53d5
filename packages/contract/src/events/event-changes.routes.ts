import { createRoute, z } from '@hono/zod-openapi'
import {
  cursor,
  json,
  jsonBody,
  namedId,
  nextCursor,
  notModified,
  problems,
  signedIn,
  signedInOrNot,
  withScope,
} from '../http.ts'
import { eventUpdateKinds } from './event-changes.rules.ts'
import { eventId, eventSchema, formFields } from './events.routes.ts'

/** Updates of one page of the history. */
export const eventUpdatesPageSize = 20

const changedValue = z.union([z.string(), z.number(), z.boolean(), z.null()])

/** An update of an event. It is never changed or removed. */
export const eventUpdateSchema = z
  .object({
    /** From 1, one more with each update of the event. */
    number: z.number().int(),
    kind: z.enum(eventUpdateKinds),
    /** Null for an update by the operator. */
    authorId: z.uuid().nullable(),
    authorName: z.string(),
    createdAt: z.iso.datetime(),
    /** Of an edit: field by field. Of a description both values are null: only that it changed is kept. */
    changes: z.array(z.object({ field: z.string(), before: changedValue, after: changedValue })),
    /** Whether participants are notified. */
    isWeighty: z.boolean(),
    /** The reason of a cancellation, or the message. */
    text: z.string(),
    /** The new owner, where the event was handed over. */
    ownerName: z.string().nullable(),
  })
  .openapi('EventUpdate')

export type EventUpdate = z.infer<typeof eventUpdateSchema>

const eventUpdatePageSchema = z
  .object({
    updates: z.array(eventUpdateSchema),
    nextCursor,
  })
  .openapi('EventUpdatePage')

export type EventUpdatePage = z.infer<typeof eventUpdatePageSchema>

const tags = ['events']
const params = z.object({ eventId })
const version = z.number().int().min(0).max(2_147_483_647)

export const editEventRoute = createRoute({
  operationId: 'editEvent',
  summary: 'Edits an event',
  description:
    'Omitted fields do not change. `version` is the version that the caller has read; the request fails if the event has changed since then.',
  method: 'patch',
  path: '/api/events/{eventId}',
  tags,
  security: withScope(signedIn, 'events:write'),
  request: {
    params,
    ...jsonBody(z.object({ version, ...formFields }), {
      version: 3,
      title: 'Serata di reverse engineering',
      capacity: 30,
    }),
  },
  responses: {
    200: json('The updated event; its version does not change if nothing differs', eventSchema),
    ...problems(
      'common.unauthenticated',
      'events.not_found',
      'events.not_organizer',
      'events.changed_meanwhile',
      'events.cancelled',
      'events.ended',
      'events.required_fields_missing',
      'events.start_in_past',
      'events.start_too_far',
      'events.end_before_start',
      'events.too_long',
      'events.link_invalid',
      'events.description_too_long',
      'events.field_too_long',
      'events.time_zone_unknown',
      'events.address_missing',
      'events.map_link_invalid',
      'events.capacity_invalid',
      'events.team_size_invalid',
      'events.join_deadline_invalid',
      'events.ctftime_link_invalid',
      'events.too_many_edits',
    ),
  },
})

export const cancelEventRoute = createRoute({
  operationId: 'cancelEvent',
  summary: 'Cancels an event that has not ended',
  description:
    'The event stays in the lists, as cancelled, with the reason. Participants, the waiting list and organizers are notified. `version` is the version that the caller has read.',
  method: 'post',
  path: '/api/events/{eventId}/cancel',
  tags,
  security: withScope(signedIn, 'events:write'),
  request: {
    params,
    ...jsonBody(z.object({ version, reason: z.string().max(20_000).default('') }), {
      version: 3,
      reason: 'La sala non è disponibile',
    }),
  },
  responses: {
    200: json('The cancelled event', eventSchema),
    ...problems(
      'common.unauthenticated',
      'events.reason_missing',
      'events.field_too_long',
      'events.not_found',
      'events.not_organizer',
      'events.changed_meanwhile',
      'events.cancelled',
      'events.ended',
      'events.too_many_edits',
    ),
  },
})

export const restoreEventRoute = createRoute({
  operationId: 'restoreEvent',
  summary: 'Restores a cancelled event that has not started',
  description: 'Idempotent.',
  method: 'post',
  path: '/api/events/{eventId}/restore',
  tags,
  security: withScope(signedIn, 'events:write'),
  request: { params, ...jsonBody(z.object({ version }), { version: 4 }) },
  responses: {
    200: json('The restored event', eventSchema),
    ...problems(
      'common.unauthenticated',
      'events.not_found',
      'events.not_organizer',
      'events.changed_meanwhile',
      'events.ended',
      'events.too_many_edits',
    ),
  },
})

export const deleteEventRoute = createRoute({
  operationId: 'deleteEvent',
  summary: 'Deletes an event that nobody has ever joined',
  description: 'Only the owner can do this.',
  method: 'delete',
  path: '/api/events/{eventId}',
  tags,
  security: withScope(signedIn, 'events:write'),
  request: { params },
  responses: {
    204: { description: 'Deleted' },
    ...problems(
      'common.unauthenticated',
      'events.not_found',
      'events.not_organizer',
      'events.has_participants',
    ),
  },
})

export const listEventUpdatesRoute = createRoute({
  operationId: 'listEventUpdates',
  summary: 'Lists the updates of an event, newest first',
  description: 'Messages are included for participants and organizers only.',
  method: 'get',
  path: '/api/events/{eventId}/updates',
  tags,
  security: withScope(signedInOrNot, 'events:read'),
  request: { params, query: z.object({ cursor }) },
  responses: {
    200: json('A page of updates', eventUpdatePageSchema),
    ...notModified,
    ...problems('events.not_found'),
  },
})

const sentMessageSchema = z.object({ update: eventUpdateSchema, recipientsCount: z.number().int() })

export const sendEventMessageRoute = createRoute({
  operationId: 'sendEventMessage',
  summary: 'Sends a message to the participants and organizers of an event',
  description: 'Idempotent by `clientId`.',
  method: 'post',
  path: '/api/events/{eventId}/updates',
  tags,
  security: withScope(signedIn, 'events:write'),
  request: {
    params,
    ...jsonBody(z.object({ clientId: namedId, text: z.string().max(20_000).default('') }), {
      clientId: '0b8f7a52-3d1e-4f6a-8c9b-5e4d3c2b1a00',
      text: 'Portate un portatile con Docker',
    }),
  },
  responses: {
    200: json('The message that is already stored with this `clientId`', sentMessageSchema),
    201: json('The message and the number of its recipients', sentMessageSchema),
    ...problems(
      'common.unauthenticated',
      'events.message_empty',
      'events.message_too_long',
      'events.not_found',
      'events.not_organizer',
      'events.ended',
      'events.too_many_messages',
    ),
  },
})
