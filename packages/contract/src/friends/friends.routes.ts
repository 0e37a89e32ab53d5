import { createRoute, z } from '@hono/zod-openapi'
import { cursor, json, jsonBody, namedId, nextCursor, problems, signedIn, withScope } from '../http.ts'

/** People of one page of a list. */
export const peoplePageSize = 20

/** Characters of a search that looks into emails: every address of one provider has each of a few letters. */
export const shortestEmailPart = 3

const tags = ['friends']

/** The fields of a member that every other member may see. */
export const personSchema = z.object({ uid: z.uuid(), displayName: z.string(), photoURL: z.string() })

/** A friend's email is known to their friends (specification, point 2). */
export const friendSchema = personSchema.extend({ email: z.string() }).openapi('Friend')
export type Friend = z.infer<typeof friendSchema>

/** The other member of a request, its sender or recipient; `sharedFriends` counts the friends of both. */
export const requesterSchema = personSchema
  .extend({ requestedAt: z.iso.datetime(), sharedFriends: z.number().int() })
  .openapi('Requester')
export type Requester = z.infer<typeof requesterSchema>

export const foundPersonSchema = personSchema.openapi('FoundPerson')
export type FoundPerson = z.infer<typeof foundPersonSchema>

export const friendCountsRoute = createRoute({
  operationId: 'friendCounts',
  summary: 'The counts that tabs and menu show',
  description:
    'The number of friends, of requests that wait for the member, and of those that the member sent.',
  method: 'get',
  path: '/api/friends/counts',
  tags,
  security: withScope(signedIn, 'friends:read'),
  responses: {
    200: json(
      'The counts',
      z.object({
        friends: z.number().int(),
        incomingRequests: z.number().int(),
        sentRequests: z.number().int(),
        /** Whether nobody else has an account on the instance. */
        isAlone: z.boolean(),
      }),
    ),
    ...problems('common.unauthenticated'),
  },
})

export const listFriendsRoute = createRoute({
  operationId: 'listFriends',
  summary: "A page of the member's friends by name; `search` is a part of name or email, in any case",
  description: '`nextCursor` leads to the next page; a search keeps it for its own pages.',
  method: 'get',
  path: '/api/friends',
  tags,
  security: withScope(signedIn, 'friends:read'),
  request: { query: z.object({ search: z.string().max(200).default(''), cursor }) },
  responses: {
    200: json('A page of friends', z.object({ people: z.array(friendSchema), nextCursor })),
    ...problems('common.unauthenticated'),
  },
})

export const friendPresenceRoute = createRoute({
  operationId: 'friendPresence',
  summary: 'The friends who are online, as far as they and the member show it',
  description: 'The screens that show it poll it: no news is published of it.',
  method: 'get',
  path: '/api/friends/presence',
  tags,
  security: withScope(signedIn, 'friends:read'),
  responses: {
    200: json('Who is online', z.object({ online: z.array(z.uuid()) })),
    ...problems('common.unauthenticated'),
  },
})

export const listRequestsRoute = createRoute({
  operationId: 'listRequests',
  summary: "A page of the requests that wait for the member's answer, newest first",
  description:
    'Each with its sender, when it was sent, and how many friends the two share. `nextCursor` leads to the next page.',
  method: 'get',
  path: '/api/friends/requests',
  tags,
  security: withScope(signedIn, 'friends:read'),
  request: { query: z.object({ cursor }) },
  responses: {
    200: json('A page of requests', z.object({ people: z.array(requesterSchema), nextCursor })),
    ...problems('common.unauthenticated'),
  },
})

export const listSentRequestsRoute = createRoute({
  operationId: 'listSentRequests',
  summary: 'A page of the requests that the member sent and that wait for an answer, newest first',
  description:
    'Each with its recipient, when it was sent, and how many friends the two share. `nextCursor` leads to the next page.',
  method: 'get',
  path: '/api/friends/requests/sent',
  tags,
  security: withScope(signedIn, 'friends:read'),
  request: { query: z.object({ cursor }) },
  responses: {
    200: json(
      'A page of the people who were asked',
      z.object({ people: z.array(requesterSchema), nextCursor }),
    ),
    ...problems('common.unauthenticated'),
  },
})

export const searchPeopleRoute = createRoute({
  operationId: 'searchPeople',
  summary: 'A page of members whose name or email has `query` in it, in any case',
  description:
    "A page of members whose name or email has `query` in it, in any case; without oneself, friends, and those with a request from or to them. Nobody's email is answered, and fewer than `shortestEmailPart` characters are looked for in names alone. How many different people one member finds in a day is limited, and more so by what only their email has. So is for how many different parts of emails they look: beyond that names are found by part, and emails as a whole.",
  method: 'get',
  path: '/api/friends/search',
  tags,
  security: withScope(signedIn, 'friends:read'),
  request: { query: z.object({ query: z.string().trim().min(1).max(200), cursor }) },
  responses: {
    200: json('A page of people', z.object({ people: z.array(foundPersonSchema), nextCursor })),
    ...problems('common.unauthenticated', 'friends.too_many_searches', 'friends.too_many_found'),
  },
})

const relation = z.object({ relation: z.enum(['requested', 'friends']) })

export const sendRequestRoute = createRoute({
  operationId: 'sendRequest',
  summary: 'Asks somebody to be friends; where they have asked already, accepts',
  description: 'The recipient is notified. Members whom a block hides are answered like none.',
  method: 'post',
  path: '/api/friends/requests',
  tags,
  security: withScope(signedIn, 'friends:write'),
  request: jsonBody(z.object({ uid: namedId }), { uid: '6f1c1a2e-4c0b-4a57-9d5e-2f6b8c7d9e01' }),
  responses: {
    200: json('What the two are now', relation),
    ...problems(
      'common.unauthenticated',
      'friends.request_to_self',
      'friends.already_friends',
      'friends.request_already_sent',
      'friends.member_not_found',
      'friends.too_many_requests',
      'account.email_unverified',
    ),
  },
})

const answered = {
  tags,
  security: withScope(signedIn, 'friends:write'),
  request: { params: z.object({ uid: namedId }) },
  responses: {
    204: { description: 'Answered; answering twice the same is answering once' },
    ...problems('common.unauthenticated', 'friends.request_not_found'),
  },
} as const

export const acceptRequestRoute = createRoute({
  operationId: 'acceptRequest',
  summary: 'Accepts the request of `uid`: both are friends, on both sides at once',
  description:
    'The sender is notified. A request that was withdrawn or rejected meanwhile is answered as not found.',
  method: 'post',
  path: '/api/friends/requests/{uid}/accept',
  ...answered,
})

export const rejectRequestRoute = createRoute({
  operationId: 'rejectRequest',
  summary: 'Rejects the request of `uid`: it is gone on both sides',
  description: 'The sender is not notified, and may ask again.',
  method: 'post',
  path: '/api/friends/requests/{uid}/reject',
  ...answered,
})

export const withdrawRequestRoute = createRoute({
  operationId: 'withdrawRequest',
  summary: 'Withdraws the own request to `uid`: it is gone on both sides',
  description: "One that was accepted can't be withdrawn any more.",
  method: 'delete',
  path: '/api/friends/requests/{uid}',
  ...answered,
})

export const removeFriendRoute = createRoute({
  operationId: 'removeFriend',
  summary: 'Ends the friendship with `uid`, on both sides at once',
  description: 'Their private chat stays readable.',
  method: 'delete',
  path: '/api/friends/{uid}',
  tags,
  security: withScope(signedIn, 'friends:write'),
  request: { params: z.object({ uid: namedId }) },
  responses: {
    204: { description: 'The two are no friends; removing twice is removing once' },
    ...problems('common.unauthenticated'),
  },
})
