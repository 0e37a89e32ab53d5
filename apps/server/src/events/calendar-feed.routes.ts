import {
  chooseFeedRoute,
  makeFeedRoute,
  readFeedRoute,
  revokeFeedRoute,
} from '@covo/contract/events/calendar-feed.routes'
import type { MiddlewareHandler } from 'hono'
import { etag } from 'hono/etag'
import { createRouter, type HttpEnv, viewerOf } from '../platform/http/router.ts'
import { streamedBody } from '../platform/http/streamed-body.ts'
import type { CalendarFeedService } from './calendar-feed.service.ts'

/** Of the calendar and of its absence, which are one member's. */
const headers = { 'X-Robots-Tag': 'noindex', 'Cache-Control': 'private, max-age=300' }

/**
 * A member's calendar for other programs: `/calendario/{token}.ics` without session or Origin, and what the member chooses of it.
 *
 * @param limit queues the requests of a network that come at once
 */
export function calendarFeedRoutes(feeds: CalendarFeedService, limit: MiddlewareHandler<HttpEnv>) {
  const router = createRouter()

  router.openapi(readFeedRoute, async (context) =>
    context.json(await feeds.readFeed(viewerOf(context).uid), 200),
  )

  router.openapi(makeFeedRoute, async (context) =>
    context.json(await feeds.makeFeed(viewerOf(context).uid), 200),
  )

  router.openapi(chooseFeedRoute, async (context) =>
    context.json(await feeds.chooseFeed(viewerOf(context).uid, context.req.valid('json')), 200),
  )

  router.openapi(revokeFeedRoute, async (context) =>
    context.json(await feeds.revokeFeed(viewerOf(context).uid), 200),
  )

  router.get('/calendario/:file{.+\\.ics}', limit, etag(), async (context) => {
    context.set('route', `${context.req.method} /calendario/{token}`)
    const calendar = await feeds.readCalendar(context.req.param('file').slice(0, -'.ics'.length))
    if (calendar)
      return context.body(streamedBody(context, calendar.parts), 200, {
        'Content-Type': 'text/calendar; charset=utf-8',
        ETag: calendar.tag,
        ...headers,
      })
    context.get('record')('link.refused')
    return context.body(null, 404, headers)
  })

  return router
}
