import { createRoute, z } from '@hono/zod-openapi'
import { json, notModified, problems, signedIn, withScope } from '../http.ts'
import { maximumSlugLength } from './rooms.rules.ts'

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

const params = z.object({ slug: z.string().min(1).max(maximumSlugLength) })

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
  description: 'Nothing in it is unread then. Idempotent.',
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
