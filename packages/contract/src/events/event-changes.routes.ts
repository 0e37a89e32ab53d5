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
  summary: 'Changes the fields that are named',
  description: '`version` is that of the event that was read: of a newer one nothing is changed.',
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
    200: json('The event as it is then; without a difference it keeps its version', eventSchema),
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
      'events.join_deadline_invalid',
      'events.ctftime_link_invalid',
      'events.too_many_edits',
    ),
  },
})

export const cancelEventRoute = createRoute({
  operationId: 'cancelEvent',
  summary: 'Calls the event off, before its end',
  description:
    'The event stays listed as cancelled, with the reason, and everybody who takes part, waits or organizes is notified. `version` is that of the event that was read.',
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
  summary: 'Takes a cancellation back, before the start',
  description: 'Doing it twice is doing it once.',
  method: 'post',
  path: '/api/events/{eventId}/restore',
  tags,
  security: withScope(signedIn, 'events:write'),
  request: { params, ...jsonBody(z.object({ version }), { version: 4 }) },
  responses: {
    200: json('The event as it was before', eventSchema),
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
  summary: 'Removes an event that nobody has ever joined',
  description: 'Its owner alone may.',
  method: 'delete',
  path: '/api/events/{eventId}',
  tags,
  security: withScope(signedIn, 'events:write'),
  request: { params },
  responses: {
    204: { description: 'The event is gone' },
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
  summary: 'The history of an event, newest first',
  description: 'Messages are in it for those who take part or organize.',
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
  summary: 'Writes to all who take part or organize',
  description: 'The same `clientId` again is the same message.',
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
    200: json('The message that was stored with the same client id before', sentMessageSchema),
    201: json('The message, and to how many others it goes', sentMessageSchema),
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
