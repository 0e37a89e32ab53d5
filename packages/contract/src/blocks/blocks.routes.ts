import { createRoute, z } from '@hono/zod-openapi'
import { personSchema } from '../friends/friends.routes.ts'
import { cursor, json, namedId, nextCursor, problems, signedIn } from '../http.ts'

/** People whom a member may have blocked at once. */
export const maximumBlocks = 1000

const tags = ['blocks']
const params = z.object({ uid: namedId })

export const blockedPageSchema = z
  .object({
    people: z.array(personSchema),
    nextCursor,
  })
  .openapi('BlockedPage')

export type BlockedPage = z.infer<typeof blockedPageSchema>

export const listBlockedRoute = createRoute({
  operationId: 'listBlocked',
  summary: 'A page of those whom the member has blocked, the latest first',
  description:
    'The blocked members are not notified, and the list is shown to nobody else. `nextCursor` leads to the next page.',
  method: 'get',
  path: '/api/blocks',
  tags,
  security: signedIn,
  request: { query: z.object({ cursor }) },
  responses: { 200: json('A page of people', blockedPageSchema), ...problems('common.unauthenticated') },
})

export const blockRoute = createRoute({
  operationId: 'block',
  summary: 'Hides the member and `uid` from each other',
  description:
    "Hides the member and `uid` from each other: their friendship and requests end, neither finds the other, and in the public room neither reads the other's messages. Neither is notified.",
  method: 'put',
  path: '/api/blocks/{uid}',
  tags,
  security: signedIn,
  request: { params },
  responses: {
    204: { description: 'Blocked; blocking twice is blocking once' },
    ...problems(
      'common.unauthenticated',
      'blocks.self',
      'blocks.too_many',
      'friends.member_not_found',
      'common.rate_limited',
    ),
  },
})

export const unblockRoute = createRoute({
  operationId: 'unblock',
  summary: 'Shows the two to each other again, unless `uid` has blocked the member too',
  description: 'They are no friends.',
  method: 'delete',
  path: '/api/blocks/{uid}',
  tags,
  security: signedIn,
  request: { params },
  responses: {
    204: { description: 'Not blocked; unblocking twice is unblocking once' },
    ...problems('common.unauthenticated', 'common.rate_limited'),
  },
})
