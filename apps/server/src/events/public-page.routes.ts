import type { EventDetails } from '@covo/contract/events/events.routes'
import { Hono, type MiddlewareHandler } from 'hono'
import { AppError } from '../platform/app-error.ts'
import { isKnown } from '../platform/http/etag.ts'
import type { HttpEnv } from '../platform/http/router.ts'
import type { Site } from '../platform/http/site.ts'
import type { EventCards } from './event-card.ts'
import type { EventsService } from './events.service.ts'
import { instanceCard, missingEventPage, publicEventPage } from './public-page.ts'

const uuid = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}'

/**
 * `/eventi/{id}`: an event for visitors, in one answer. Members are redirected to the event's page in the app. It hangs on the
 * session, so that no cache keeps it. And `/eventi/{id}.png`: the picture that its link is shown with elsewhere, 1200 x 630
 * pixels, or the instance's where it can't be drawn now.
 *
 * @param limit queues the requests of a network that come at once
 */
export function publicEventRoutes(
  events: EventsService,
  cards: EventCards,
  site: Site,
  instance: { name: string; origin: string },
  limit: MiddlewareHandler<HttpEnv>,
) {
  const routes = new Hono<HttpEnv>()

  async function readEvent(id: string): Promise<EventDetails | null> {
    return await events.readEventDetails(null, id).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'events.not_found') return null
      throw error
    })
  }

  routes.get(`/eventi/:eventId{${uuid}}`, limit, async (context) => {
    const id = context.req.param('eventId').toLowerCase()
    context.header('Cache-Control', 'no-store')
    if (await site.isSignedIn(context.env.incoming.headers.cookie))
      return context.redirect(`/app/eventi/${id}`)
    const event = await readEvent(id)
    if (!event) context.status(404)
    return await site.answerPage(
      context,
      event ? publicEventPage(event, instance, Date.now()) : missingEventPage(instance),
    )
  })

  routes.get(`/eventi/:file{${uuid}\\.png}`, limit, async (context) => {
    const event = await readEvent(context.req.param('file').slice(0, -'.png'.length))
    if (!event) return context.notFound()
    const { tag, draw } = cards.cardOf(event)
    // Any cache may keep it for five minutes; after that it asks whether it changed.
    const headers = { 'Cache-Control': 'public, max-age=300', ETag: tag }
    if (isKnown(context, tag)) return context.body(null, 304, headers)
    const card = await draw()
    if (card) return context.body(card, 200, { ...headers, 'Content-Type': 'image/png' })
    context.header('Cache-Control', 'no-store')
    return context.redirect(instanceCard)
  })

  return routes
}
