import {
  createEventRoute,
  getEventRoute,
  joinEventRoute,
  leaveEventRoute,
  listEventsRoute,
  listPeriodRoute,
  nextEventRoute,
  similarEventRoute,
} from '@covo/contract/events/events.routes'
import { clientOf, createRouter, viewerOf } from '../platform/http/router.ts'
import { answerTagged } from '../platform/http/serialized-json.ts'
import type { EventsService } from './events.service.ts'

export function eventsRoutes(events: EventsService) {
  const router = createRouter()

  router.openapi(listEventsRoute, async (context) => {
    const viewerId = context.get('viewer')?.uid ?? null
    return answerTagged(
      context,
      await events.listEvents(viewerId, clientOf(context), context.req.valid('query')),
    )
  })

  router.openapi(listPeriodRoute, async (context) => {
    const viewerId = context.get('viewer')?.uid ?? null
    const found = await events.listPeriod(viewerId, clientOf(context), context.req.valid('query'))
    return answerTagged(context, { events: found })
  })

  router.openapi(nextEventRoute, async (context) =>
    context.json({ event: await events.readNextEvent(viewerOf(context).uid) }, 200),
  )

  router.openapi(similarEventRoute, async (context) => {
    const { uid } = viewerOf(context)
    const event = await events.readSimilarEvent(uid, clientOf(context), context.req.valid('query'))
    return context.json({ event }, 200)
  })

  router.openapi(getEventRoute, async (context) => {
    const viewerId = context.get('viewer')?.uid ?? null
    const { eventId } = context.req.valid('param')
    const details = await events.readEventDetails(viewerId, eventId)
    const { now: _, ...essence } = details
    return answerTagged(context, details, essence)
  })

  router.openapi(createEventRoute, async (context) => {
    const key = context.req.valid('header')['idempotency-key'] ?? null
    const { event, isNew } = await events.createEvent(viewerOf(context).uid, context.req.valid('json'), key)
    return context.json(event, isNew ? 201 : 200)
  })

  router.openapi(joinEventRoute, async (context) => {
    const { eventId } = context.req.valid('param')
    return context.json(await events.setParticipation(viewerOf(context).uid, eventId, true), 200)
  })

  router.openapi(leaveEventRoute, async (context) => {
    const { eventId } = context.req.valid('param')
    return context.json(await events.setParticipation(viewerOf(context).uid, eventId, false), 200)
  })

  return router
}
