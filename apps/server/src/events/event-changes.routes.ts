import {
  cancelEventRoute,
  deleteEventRoute,
  editEventRoute,
  listEventUpdatesRoute,
  restoreEventRoute,
  sendEventMessageRoute,
} from '@covo/contract/events/event-changes.routes'
import { createRouter, viewerOf } from '../platform/http/router.ts'
import { answerTagged } from '../platform/http/serialized-json.ts'
import type { EventChangesService } from './event-changes.service.ts'

export function eventChangesRoutes(changes: EventChangesService) {
  const router = createRouter()

  router.openapi(editEventRoute, async (context) => {
    const { version, ...edit } = context.req.valid('json')
    const { eventId } = context.req.valid('param')
    return context.json(await changes.editEvent(viewerOf(context).uid, eventId, version, edit), 200)
  })

  router.openapi(cancelEventRoute, async (context) => {
    const { version, reason } = context.req.valid('json')
    const { eventId } = context.req.valid('param')
    return context.json(await changes.cancelEvent(viewerOf(context).uid, eventId, version, reason), 200)
  })

  router.openapi(restoreEventRoute, async (context) => {
    const { eventId } = context.req.valid('param')
    const { version } = context.req.valid('json')
    return context.json(await changes.restoreEvent(viewerOf(context).uid, eventId, version), 200)
  })

  router.openapi(deleteEventRoute, async (context) => {
    await changes.removeEvent(viewerOf(context).uid, context.req.valid('param').eventId)
    return context.body(null, 204)
  })

  router.openapi(listEventUpdatesRoute, async (context) => {
    const viewerId = context.get('viewer')?.uid ?? null
    const { eventId } = context.req.valid('param')
    const { cursor } = context.req.valid('query')
    return answerTagged(context, await changes.listUpdates(viewerId, eventId, cursor))
  })

  router.openapi(sendEventMessageRoute, async (context) => {
    const { clientId, text } = context.req.valid('json')
    const { eventId } = context.req.valid('param')
    const { isNew, ...sent } = await changes.sendMessage(viewerOf(context).uid, eventId, clientId, text)
    return context.json(sent, isNew ? 201 : 200)
  })

  return router
}
