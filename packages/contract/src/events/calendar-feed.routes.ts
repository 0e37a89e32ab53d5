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
  method: 'get',
  ...feed,
  responses: { 200: feedAnswer, ...problems('common.unauthenticated') },
})

export const makeFeedRoute = createRoute({
  operationId: 'makeFeed',
  summary: 'Gives the calendar an address, or another one in place of the present one, which is good no more',
  method: 'post',
  ...feed,
  responses: { 200: feedAnswer, ...problems('common.unauthenticated', 'events.too_many_feeds') },
})

const choiceSchema = z.object({ scope: scope.optional(), categories: categories.optional() })
export type FeedChoice = z.infer<typeof choiceSchema>

export const chooseFeedRoute = createRoute({
  operationId: 'chooseFeed',
  summary: 'Chooses its events, whether it has an address or not; fields left out stay',
  method: 'put',
  ...feed,
  request: jsonBody(choiceSchema),
  responses: { 200: feedAnswer, ...problems('common.unauthenticated') },
})

export const revokeFeedRoute = createRoute({
  operationId: 'revokeFeed',
  summary: 'Takes the address away, and keeps the choice; doing it twice is doing it once',
  method: 'delete',
  ...feed,
  responses: { 200: feedAnswer, ...problems('common.unauthenticated') },
})
