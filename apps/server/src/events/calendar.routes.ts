import { eventCategories } from '@covo/contract/events/events.rules'
import { Hono, type MiddlewareHandler } from 'hono'
import { etag } from 'hono/etag'
import type { HttpEnv } from '../platform/http/router.ts'
import { streamedBody } from '../platform/http/streamed-body.ts'
import type { EventCalendars } from './event-calendars.ts'

/** Any cache may keep an answer for five minutes; after that it asks whether it changed. */
const headers = {
  'Content-Type': 'text/calendar; charset=utf-8',
  'Cache-Control': 'public, max-age=300',
}

/**
 * Calendars for other programs, without session or Origin: `/eventi/{id}.ics`, and `/eventi.ics` with `?categoria=` and a
 * list of categories such as `ctf,contest`. An address with an unknown event or category is not found.
 *
 * @param limit queues the requests of a network that come at once
 */
export function calendarRoutes(calendars: EventCalendars, limit: MiddlewareHandler<HttpEnv>) {
  const routes = new Hono<HttpEnv>()

  routes.get('/eventi.ics', limit, etag(), async (context) => {
    const asked = context.req.queries('categoria')?.join().split(',') ?? eventCategories
    const categories = eventCategories.filter((category) => asked.includes(category))
    if (asked.some((category) => !categories.some((known) => known === category))) return context.notFound()
    const { parts, tag } = await calendars.readAll(categories)
    return context.body(streamedBody(context, parts), 200, { ...headers, ETag: tag })
  })

  routes.get('/eventi/:file{[0-9a-fA-F-]{36}\\.ics}', limit, etag(), async (context) => {
    const calendar = await calendars.readOne(context.req.param('file').slice(0, -'.ics'.length))
    return calendar
      ? context.body(streamedBody(context, calendar.parts), 200, { ...headers, ETag: calendar.tag })
      : context.notFound()
  })

  return routes
}
