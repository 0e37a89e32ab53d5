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
  summary: 'Lists the members that the member has blocked, newest first',
  description: 'Nobody else can read the list. `nextCursor` is the cursor of the next page.',
  method: 'get',
  path: '/api/blocks',
  tags,
  security: signedIn,
  request: { query: z.object({ cursor }) },
  responses: { 200: json('A page of people', blockedPageSchema), ...problems('common.unauthenticated') },
})

export const blockRoute = createRoute({
  operationId: 'block',
  summary: 'Blocks a member: hides the two from each other',
  description:
    "Ends their friendship and friend requests. Neither can find the other, nor read the other's messages in the public room. Nobody is notified. Idempotent.",
  method: 'put',
  path: '/api/blocks/{uid}',
  tags,
  security: signedIn,
  request: { params },
  responses: {
    204: { description: 'Blocked' },
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
  summary: 'Unblocks a member',
  description:
    'The two stay hidden from each other if `uid` has blocked the member too. Their friendship is not restored. Idempotent.',
  method: 'delete',
  path: '/api/blocks/{uid}',
  tags,
  security: signedIn,
  request: { params },
  responses: {
    204: { description: 'Not blocked' },
    ...problems('common.unauthenticated', 'common.rate_limited'),
  },
})
