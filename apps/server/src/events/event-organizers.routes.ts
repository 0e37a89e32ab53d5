import {
  addOrganizerRoute,
  handOverEventRoute,
  listCandidatesRoute,
  removeOrganizerRoute,
} from '@covo/contract/events/event-organizers.routes'
import { createRouter, viewerOf } from '../platform/http/router.ts'
import type { EventOrganizersService } from './event-organizers.service.ts'

export function eventOrganizersRoutes(organizers: EventOrganizersService) {
  const router = createRouter()

  router.openapi(listCandidatesRoute, async (context) => {
    const { eventId } = context.req.valid('param')
    const { search } = context.req.valid('query')
    const people = await organizers.listCandidates(viewerOf(context).uid, eventId, search)
    return context.json({ people }, 200)
  })

  router.openapi(addOrganizerRoute, async (context) => {
    const { eventId, uid } = context.req.valid('param')
    await organizers.addOrganizer(viewerOf(context).uid, eventId, uid)
    return context.body(null, 204)
  })

  router.openapi(removeOrganizerRoute, async (context) => {
    const { eventId, uid } = context.req.valid('param')
    await organizers.removeOrganizer(viewerOf(context).uid, eventId, uid)
    return context.body(null, 204)
  })

  router.openapi(handOverEventRoute, async (context) => {
    const { eventId } = context.req.valid('param')
    const { uid } = context.req.valid('json')
    await organizers.handOver(viewerOf(context).uid, eventId, uid)
    return context.body(null, 204)
  })

  return router
}
