import { createRoute, z } from '@hono/zod-openapi'
import { json, jsonBody, problems, signedIn } from '../http.ts'
import { feedScopes } from './calendar-feed.rules.ts'
import { eventCategories } from './events.rules.ts'

const scope = z.enum(feedScopes)
const categories = z.array(z.enum(eventCategories)).min(1).max(eventCategories.length)

const feedSchema = z
  .object({
    /** The address of the calendar, by which anybody reads it; null while there is none. */
    url: z.string().nullable(),
    scope,
    categories,
    /** When a program read it last; null where none did. */
    lastReadAt: z.iso.datetime().nullable(),
  })
  .openapi('CalendarFeed')

export type CalendarFeed = z.infer<typeof feedSchema>

const tags = ['events']
const feed = { path: '/api/events/feed', tags, security: signedIn } as const
const feedAnswer = json('The updated settings of the feed', feedSchema)

export const readFeedRoute = createRoute({
  operationId: 'readFeed',
  summary: "Returns the settings of the member's calendar feed",
  description: 'The events that the feed contains, its URL, and when a program last read it.',
  method: 'get',
  ...feed,
  responses: { 200: feedAnswer, ...problems('common.unauthenticated') },
})

export const makeFeedRoute = createRoute({
  operationId: 'makeFeed',
  summary: 'Creates the URL of the calendar feed, or replaces it',
  description:
    'The previous URL stops working. No session is required to read the feed: anybody who knows the URL can.',
  method: 'post',
  ...feed,
  responses: { 200: feedAnswer, ...problems('common.unauthenticated', 'events.too_many_feeds') },
})

const choiceSchema = z.object({ scope: scope.optional(), categories: categories.optional() })
export type FeedChoice = z.infer<typeof choiceSchema>

export const chooseFeedRoute = createRoute({
  operationId: 'chooseFeed',
  summary: 'Chooses the events of the calendar feed',
  description:
    '`own` selects the events that the member organizes or has joined, `all` every event of the chosen categories. Omitted fields and the URL do not change. Works without a URL too.',
  method: 'put',
  ...feed,
  request: jsonBody(choiceSchema, { scope: 'all', categories: ['ctf', 'hackathon'] }),
  responses: { 200: feedAnswer, ...problems('common.unauthenticated') },
})

export const revokeFeedRoute = createRoute({
  operationId: 'revokeFeed',
  summary: 'Revokes the URL of the calendar feed',
  description: 'Programs that use the URL get 404. The choice of events is kept. Idempotent.',
  method: 'delete',
  ...feed,
  responses: { 200: feedAnswer, ...problems('common.unauthenticated') },
})
