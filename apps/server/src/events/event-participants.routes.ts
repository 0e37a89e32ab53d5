import {
  exportParticipantsRoute,
  listParticipantsRoute,
} from '@covo/contract/events/event-participants.routes'
import { createRouter, viewerOf } from '../platform/http/router.ts'
import { streamedBody } from '../platform/http/streamed-body.ts'
import type { EventParticipantsService } from './event-participants.service.ts'

export function eventParticipantsRoutes(participants: EventParticipantsService) {
  const router = createRouter()

  router.openapi(listParticipantsRoute, async (context) => {
    const { eventId } = context.req.valid('param')
    const { state, cursor } = context.req.valid('query')
    return context.json(
      await participants.listParticipants(viewerOf(context).uid, eventId, state, cursor),
      200,
    )
  })

  router.openapi(exportParticipantsRoute, async (context) => {
    const { eventId } = context.req.valid('param')
    const lines = await participants.exportParticipants(viewerOf(context).uid, eventId)
    context.header('Content-Type', 'text/csv; charset=utf-8')
    context.header('Content-Disposition', 'attachment; filename="partecipanti.csv"')
    context.header('Cache-Control', 'no-store')
    return context.body(streamedBody(context, lines), 200)
  })

  return router
}
