import { createRoute, z } from '@hono/zod-openapi'
import { cursor, json, jsonBody, namedId, nextCursor, problems, signedIn, withScope } from '../http.ts'

/** People of one page of a list. */
export const peoplePageSize = 20

/** People whom the empty search proposes. */
export const maximumSuggestions = 6

/** Characters of a search that looks into emails: every address of one provider has each of a few letters. */
export const shortestEmailPart = 3

const tags = ['friends']

/** The fields of a member that every other member may see. */
export const personSchema = z.object({ uid: z.uuid(), displayName: z.string(), photoURL: z.string() })

/** A friend's email is known to their friends (specification, point 2). */
export const friendSchema = personSchema.extend({ email: z.string() }).openapi('Friend')
export type Friend = z.infer<typeof friendSchema>

/**
 * The other member of a request, its sender or recipient; `sharedFriends` counts the friends of both, `sharedEvents` the events of
 * both that the viewer may know of.
 */
export const requesterSchema = personSchema
  .extend({
    requestedAt: z.iso.datetime(),
    sharedFriends: z.number().int(),
    sharedEvents: z.number().int(),
  })
  .openapi('Requester')
export type Requester = z.infer<typeof requesterSchema>

export const foundPersonSchema = personSchema.openapi('FoundPerson')
export type FoundPerson = z.infer<typeof foundPersonSchema>

/** Somebody who takes part in events that the viewer takes part in, or lives in the viewer's city. */
export const suggestedPersonSchema = personSchema
  .extend({
    sharedEvents: z.number().int(),
    /** The latest of these events. */
    sharedEvent: z.object({ id: z.uuid(), title: z.string() }).nullable(),
    /** The person's city, where it is the viewer's and shown to all members. */
    citta: z.string().nullable(),
  })
  .openapi('SuggestedPerson')
export type SuggestedPerson = z.infer<typeof suggestedPersonSchema>

export const friendCountsRoute = createRoute({
  operationId: 'friendCounts',
  summary: 'Returns the numbers of friends and friend requests',
  description: 'Friends, received requests that are not answered, and sent ones.',
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
  summary: "Lists the member's friends by name",
  description:
    '`search` matches a part of name or email, ignoring case. `nextCursor` is the cursor of the next page, for the same `search` only.',
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
  summary: 'Lists the friends who are online',
  description:
    'Includes only friends who show it, and only if the member shows it too. Poll this operation: the socket does not publish it.',
  method: 'get',
  path: '/api/friends/presence',
  tags,
  security: withScope(signedIn, 'friends:read'),
  responses: {
    200: json('The uids of the friends who are online', z.object({ online: z.array(z.uuid()) })),
    ...problems('common.unauthenticated'),
  },
})

export const listRequestsRoute = createRoute({
  operationId: 'listRequests',
  summary: 'Lists received friend requests, newest first',
  description:
    'Each has its sender, the time of sending, and the numbers of friends and events in common. `nextCursor` is the cursor of the next page.',
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
  summary: 'Lists sent friend requests that are not answered, newest first',
  description:
    'Each has its recipient, the time of sending, and the numbers of friends and events in common. `nextCursor` is the cursor of the next page.',
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
  summary: 'Searches members by part of their name or email',
  description:
    'Ignores case. Leaves out the member, their friends, and members with a pending friend request. Emails are never returned, and a short `query` is searched in names only. The number of different people that a member can find in a day is limited, with a lower limit for those found by email only. The number of different parts of emails that a member can search for is limited too; beyond it emails match only as a whole.',
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

export const suggestPeopleRoute = createRoute({
  operationId: 'suggestPeople',
  summary: 'Suggests members of the same events or the same city',
  description:
    'At most six members who show that they take part in an event that the member takes part in, or whose city is shown to all members and is the city of the member: those with most events in common first. Leaves out whom the search leaves out, and members who cannot be found by their email. Counts as a search.',
  method: 'get',
  path: '/api/friends/suggestions',
  tags,
  security: withScope(signedIn, 'friends:read'),
  responses: {
    200: json('The people', z.object({ people: z.array(suggestedPersonSchema) })),
    ...problems('common.unauthenticated', 'friends.too_many_searches'),
  },
})

const relation = z.object({ relation: z.enum(['requested', 'friends']) })

export const sendRequestRoute = createRoute({
  operationId: 'sendRequest',
  summary: 'Sends a friend request, or accepts the one that `uid` has sent',
  description: 'The recipient is notified. Members who are hidden by a block are not found.',
  method: 'post',
  path: '/api/friends/requests',
  tags,
  security: withScope(signedIn, 'friends:write'),
  request: jsonBody(z.object({ uid: namedId }), { uid: '6f1c1a2e-4c0b-4a57-9d5e-2f6b8c7d9e01' }),
  responses: {
    200: json('The current relation of the two members', relation),
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
    204: { description: 'Done' },
    ...problems('common.unauthenticated', 'friends.request_not_found'),
  },
} as const

export const acceptRequestRoute = createRoute({
  operationId: 'acceptRequest',
  summary: 'Accepts the friend request of `uid`',
  description: 'The sender is notified. Not found if the request was withdrawn or rejected. Idempotent.',
  method: 'post',
  path: '/api/friends/requests/{uid}/accept',
  ...answered,
})

export const rejectRequestRoute = createRoute({
  operationId: 'rejectRequest',
  summary: 'Rejects the friend request of `uid`',
  description: 'The sender is not notified, and can send another request. Idempotent.',
  method: 'post',
  path: '/api/friends/requests/{uid}/reject',
  ...answered,
})

export const withdrawRequestRoute = createRoute({
  operationId: 'withdrawRequest',
  summary: 'Withdraws the friend request to `uid`',
  description: 'An accepted request cannot be withdrawn. Idempotent.',
  method: 'delete',
  path: '/api/friends/requests/{uid}',
  ...answered,
})

export const removeFriendRoute = createRoute({
  operationId: 'removeFriend',
  summary: 'Ends the friendship with `uid`',
  description: 'Their private conversation becomes read-only. Idempotent.',
  method: 'delete',
  path: '/api/friends/{uid}',
  tags,
  security: withScope(signedIn, 'friends:write'),
  request: { params: z.object({ uid: namedId }) },
  responses: {
    204: { description: 'The friendship has ended' },
    ...problems('common.unauthenticated'),
  },
})
