import { createRoute, z } from '@hono/zod-openapi'
import { json, jsonBody, notModified, problems, signedIn, withScope } from '../http.ts'
import { maximumRooms, maximumSlugLength } from './rooms.rules.ts'

const tags = ['rooms']

export const roomSchema = z
  .object({
    conversationId: z.string(),
    /** The end of its address, which never changes. */
    slug: z.string(),
    name: z.string(),
    purpose: z.string(),
    /** The heading below which it stands; empty where it has none. */
    group: z.string(),
    /** How many members are in it, without bots. */
    members: z.int(),
    /** Since when nobody writes there; null while it is open. */
    archivedAt: z.iso.datetime().nullable(),
    /** Of its name, purpose and group: a change names the version that it is of. */
    version: z.int(),
  })
  .openapi('Room')

export type Room = z.infer<typeof roomSchema>

const roomsSchema = z.object({ rooms: z.array(roomSchema) }).openapi('Rooms')

export type Rooms = z.infer<typeof roomsSchema>

export const listRoomsRoute = createRoute({
  operationId: 'listRooms',
  summary: 'Lists all rooms, in their order, archived ones among them',
  description: 'Every member may read every room. To write there a member enters it.',
  method: 'get',
  path: '/api/rooms',
  tags,
  security: withScope(signedIn, 'chat:read'),
  responses: {
    200: json('The rooms', roomsSchema),
    ...notModified,
    ...problems('common.unauthenticated'),
  },
})

const slug = z.string().min(1).max(maximumSlugLength)
const params = z.object({ slug })

const membershipSchema = z
  .object({
    conversationId: z.string(),
    /** Up to which sequence the member has read; who enters has read everything. */
    readUpTo: z.int(),
  })
  .openapi('RoomMembership')

export const enterRoomRoute = createRoute({
  operationId: 'enterRoom',
  summary: 'Enters a room, to write there',
  description:
    'Nothing in it is unread then. A bot enters rooms that its owner is in, and leaves with them. Idempotent.',
  method: 'put',
  path: '/api/rooms/{slug}/membership',
  tags,
  security: withScope(signedIn, 'chat:write'),
  request: { params },
  responses: {
    200: json('The membership', membershipSchema),
    ...problems(
      'common.unauthenticated',
      'rooms.not_found',
      'rooms.archived',
      'rooms.not_member',
      'rooms.too_many',
      'common.rate_limited',
    ),
  },
})

export const leaveRoomRoute = createRoute({
  operationId: 'leaveRoom',
  summary: 'Leaves a room',
  description: 'It can still be read. What waited there for the member is read. Idempotent.',
  method: 'delete',
  path: '/api/rooms/{slug}/membership',
  tags,
  security: withScope(signedIn, 'chat:write'),
  request: { params },
  responses: {
    204: { description: 'Not in the room' },
    ...problems('common.unauthenticated', 'rooms.not_found', 'common.rate_limited'),
  },
})

/** Moderators look after the rooms; other members are answered as if there were no such route. */
const acting = [
  'common.unauthenticated',
  'common.not_found',
  'moderation.second_factor_needed',
  'account.confirmation_needed',
  'common.rate_limited',
] as const

// Absent texts count as empty ones, and long ones are looked at by the rules, so that an error can name the field.
const text = z.string().max(10_000)
const example = { name: 'Web', purpose: 'Siti, server e cose che si rompono', group: 'Sviluppo' }

export const createRoomRoute = createRoute({
  operationId: 'createRoom',
  summary: 'Makes a room, the last in the order; for moderators',
  description: 'The end of its address is made of its name, and stays when it is renamed.',
  method: 'post',
  path: '/api/moderation/rooms',
  tags,
  security: signedIn,
  request: jsonBody(
    z.object({ name: text.default(''), purpose: text.default(''), group: text.default('') }),
    example,
  ),
  responses: {
    201: json('The end of its address', z.object({ slug })),
    ...problems(...acting, 'rooms.field_invalid', 'rooms.name_taken', 'rooms.full'),
  },
})

export const editRoomRoute = createRoute({
  operationId: 'editRoom',
  summary: 'Changes the texts of a room; for moderators',
  description: 'Texts that are absent stay. `version` is the one that the texts were read of.',
  method: 'patch',
  path: '/api/moderation/rooms/{slug}',
  tags,
  security: signedIn,
  request: {
    params,
    ...jsonBody(
      z.object({
        version: z.int().max(1_000_000_000),
        name: text.optional(),
        purpose: text.optional(),
        group: text.optional(),
      }),
      { version: 1, ...example },
    ),
  },
  responses: {
    204: { description: 'Changed' },
    ...problems(
      ...acting,
      'rooms.not_found',
      'rooms.field_invalid',
      'rooms.name_taken',
      'rooms.changed_meanwhile',
    ),
  },
})

const archiving = { path: '/api/moderation/rooms/{slug}/archive', tags, security: signedIn } as const

export const archiveRoomRoute = createRoute({
  ...archiving,
  operationId: 'archiveRoom',
  summary: 'Archives a room; for moderators',
  description: 'It can be read, and nobody writes there any more. Its members stay. Idempotent.',
  method: 'put',
  request: { params },
  responses: { 204: { description: 'Archived' }, ...problems(...acting, 'rooms.not_found') },
})

export const reopenRoomRoute = createRoute({
  ...archiving,
  operationId: 'reopenRoom',
  summary: 'Reopens an archived room; for moderators',
  description: 'Who was in it is in it again. Idempotent.',
  method: 'delete',
  request: { params },
  responses: { 204: { description: 'Open' }, ...problems(...acting, 'rooms.not_found') },
})

export const orderRoomsRoute = createRoute({
  operationId: 'orderRooms',
  summary: 'Orders the rooms; for moderators',
  description: 'Those named come first, in this order; the others follow in theirs.',
  method: 'put',
  path: '/api/moderation/rooms/order',
  tags,
  security: signedIn,
  request: jsonBody(z.object({ slugs: z.array(slug).max(maximumRooms) }), { slugs: ['web', 'crypto'] }),
  responses: { 204: { description: 'Ordered' }, ...problems(...acting) },
})
