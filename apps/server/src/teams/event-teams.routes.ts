import {
  enterEventRoute,
  joinLineupRoute,
  leaveLineupRoute,
  listEventTeamsRoute,
  listTeamSeekersRoute,
  seekTeamRoute,
  stopSeekingTeamRoute,
  withdrawFromEventRoute,
} from '@covo/contract/teams/event-teams.routes'
import { createRouter, viewerOf } from '../platform/http/router.ts'
import type { EventTeamsService } from './event-teams.service.ts'

export function eventTeamsRoutes(teams: EventTeamsService) {
  const router = createRouter()

  router.openapi(listEventTeamsRoute, async (context) => {
    const { eventId } = context.req.valid('param')
    return context.json(await teams.list(viewerOf(context).uid, eventId, context.req.valid('query')), 200)
  })

  router.openapi(listTeamSeekersRoute, async (context) => {
    const { eventId } = context.req.valid('param')
    const { cursor } = context.req.valid('query')
    return context.json(await teams.listSeekers(viewerOf(context).uid, eventId, cursor), 200)
  })

  router.openapi(seekTeamRoute, async (context) => {
    const { eventId } = context.req.valid('param')
    await teams.seek(viewerOf(context).uid, eventId, context.req.valid('json').text)
    return context.body(null, 204)
  })

  router.openapi(stopSeekingTeamRoute, async (context) => {
    await teams.stopSeeking(viewerOf(context).uid, context.req.valid('param').eventId)
    return context.body(null, 204)
  })

  router.openapi(enterEventRoute, async (context) => {
    const { teamId, eventId } = context.req.valid('param')
    await teams.enter(viewerOf(context).uid, teamId, eventId)
    return context.body(null, 204)
  })

  router.openapi(withdrawFromEventRoute, async (context) => {
    const { teamId, eventId } = context.req.valid('param')
    await teams.withdraw(viewerOf(context).uid, teamId, eventId)
    return context.body(null, 204)
  })

  router.openapi(joinLineupRoute, async (context) => {
    const { teamId, eventId } = context.req.valid('param')
    await teams.play(viewerOf(context).uid, teamId, eventId)
    return context.body(null, 204)
  })

  router.openapi(leaveLineupRoute, async (context) => {
    const { teamId, eventId } = context.req.valid('param')
    await teams.stopPlaying(viewerOf(context).uid, teamId, eventId)
    return context.body(null, 204)
  })

  return router
}
