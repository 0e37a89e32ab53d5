import {
  exportParticipantsRoute,
  listParticipantsRoute,
} from '@covo/contract/events/event-participants.routes'
import { stream } from 'hono/streaming'
import { createRouter, viewerOf } from '../platform/http/router.ts'
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
    return stream(context, async (table) => {
      for await (const text of lines) await table.write(text)
    })
  })

  return router
}
