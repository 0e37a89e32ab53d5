import { Hono, type MiddlewareHandler } from 'hono'
import { AppError } from '../platform/app-error.ts'
import type { HttpEnv } from '../platform/http/router.ts'
import type { Site } from '../platform/http/site.ts'
import type { EventsService } from './events.service.ts'
import { missingEventPage, publicEventPage } from './public-page.ts'

const uuid = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}'

/**
 * `/eventi/{id}`: an event for visitors, in one answer. Members are redirected to the event's page in the app. It hangs on the
 * session, so that no cache keeps it.
 *
 * @param limit queues the requests of a network that come at once
 */
export function publicEventRoutes(
  events: EventsService,
  site: Site,
  instance: { name: string; origin: string },
  limit: MiddlewareHandler<HttpEnv>,
) {
  const routes = new Hono<HttpEnv>()
  routes.get(`/eventi/:eventId{${uuid}}`, limit, async (context) => {
    const id = context.req.param('eventId').toLowerCase()
    context.header('Cache-Control', 'no-store')
    if (await site.isSignedIn(context.env.incoming.headers.cookie))
      return context.redirect(`/app/eventi/${id}`)
    const event = await events.readEventDetails(null, id).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'events.not_found') return null
      throw error
    })
    if (!event) context.status(404)
    return await site.answerPage(
      context,
      event ? publicEventPage(event, instance, Date.now()) : missingEventPage(instance),
    )
  })
  return routes
}
