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
const feedAnswer = json('The calendar as it is then', feedSchema)

export const readFeedRoute = createRoute({
  operationId: 'readFeed',
  summary: "The member's calendar for other programs",
  description: 'Says which events the calendar holds, its address, and when a program read it last.',
  method: 'get',
  ...feed,
  responses: { 200: feedAnswer, ...problems('common.unauthenticated') },
})

export const makeFeedRoute = createRoute({
  operationId: 'makeFeed',
  summary: 'Gives the calendar an address, or another one in place of the present one, which is good no more',
  description: 'Calendar programs read the address without a session: whoever knows it reads the calendar.',
  method: 'post',
  ...feed,
  responses: { 200: feedAnswer, ...problems('common.unauthenticated', 'events.too_many_feeds') },
})

const choiceSchema = z.object({ scope: scope.optional(), categories: categories.optional() })
export type FeedChoice = z.infer<typeof choiceSchema>

export const chooseFeedRoute = createRoute({
  operationId: 'chooseFeed',
  summary: 'Chooses its events, whether it has an address or not; fields left out stay',
  description:
    '`own` are the events that the member organizes or joins, `all` every event of the chosen categories. The address stays the same.',
  method: 'put',
  ...feed,
  request: jsonBody(choiceSchema, { scope: 'all', categories: ['ctf', 'hackathon'] }),
  responses: { 200: feedAnswer, ...problems('common.unauthenticated') },
})

export const revokeFeedRoute = createRoute({
  operationId: 'revokeFeed',
  summary: 'Takes the address away, and keeps the choice; doing it twice is doing it once',
  description: 'Programs that read the address get 404 from then on.',
  method: 'delete',
  ...feed,
  responses: { 200: feedAnswer, ...problems('common.unauthenticated') },
})
