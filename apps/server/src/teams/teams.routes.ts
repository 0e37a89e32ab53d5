import {
  acceptTeamInvitationRoute,
  acceptTeamRequestRoute,
  createTeamRoute,
  editTeamRoute,
  findTeamByCodeRoute,
  inviteToTeamRoute,
  joinTeamRoute,
  leaveTeamRoute,
  listOwnTeamsRoute,
  listTeamsRoute,
  nameCaptainRoute,
  readTeamCodeRoute,
  readTeamRoute,
  rejectTeamInvitationRoute,
  rejectTeamRequestRoute,
  renewTeamCodeRoute,
  requestTeamRoute,
  withdrawTeamRequestRoute,
} from '@covo/contract/teams/teams.routes'
import { createRouter, viewerOf } from '../platform/http/router.ts'
import type { TeamsService } from './teams.service.ts'

export function teamsRoutes(teams: TeamsService) {
  const router = createRouter()

  router.openapi(listTeamsRoute, async (context) =>
    context.json(await teams.list(viewerOf(context).uid, context.req.valid('query')), 200),
  )

  router.openapi(listOwnTeamsRoute, async (context) =>
    context.json(await teams.listOwn(viewerOf(context).uid), 200),
  )

  router.openapi(findTeamByCodeRoute, async (context) => {
    const { code } = context.req.valid('json')
    return context.json(await teams.findByCode(viewerOf(context).uid, code), 200)
  })

  router.openapi(joinTeamRoute, async (context) => {
    const { code } = context.req.valid('json')
    return context.json(await teams.join(viewerOf(context).uid, code), 200)
  })

  router.openapi(readTeamRoute, async (context) => {
    const { teamId } = context.req.valid('param')
    return context.json(await teams.read(viewerOf(context).uid, teamId), 200)
  })

  router.openapi(createTeamRoute, async (context) =>
    context.json(await teams.create(viewerOf(context).uid, context.req.valid('json')), 201),
  )

  router.openapi(editTeamRoute, async (context) => {
    const { teamId } = context.req.valid('param')
    return context.json(await teams.edit(viewerOf(context).uid, teamId, context.req.valid('json')), 200)
  })

  router.openapi(requestTeamRoute, async (context) => {
    const { teamId } = context.req.valid('param')
    await teams.request(viewerOf(context).uid, teamId, context.req.valid('json').text)
    return context.body(null, 204)
  })

  router.openapi(withdrawTeamRequestRoute, async (context) => {
    await teams.withdrawRequest(viewerOf(context).uid, context.req.valid('param').teamId)
    return context.body(null, 204)
  })

  router.openapi(acceptTeamRequestRoute, async (context) => {
    const { teamId, uid } = context.req.valid('param')
    await teams.answerRequest(viewerOf(context).uid, teamId, uid, true)
    return context.body(null, 204)
  })

  router.openapi(rejectTeamRequestRoute, async (context) => {
    const { teamId, uid } = context.req.valid('param')
    await teams.answerRequest(viewerOf(context).uid, teamId, uid, false)
    return context.body(null, 204)
  })

  router.openapi(acceptTeamInvitationRoute, async (context) => {
    await teams.acceptInvitation(viewerOf(context).uid, context.req.valid('param').teamId)
    return context.body(null, 204)
  })

  router.openapi(rejectTeamInvitationRoute, async (context) => {
    await teams.rejectInvitation(viewerOf(context).uid, context.req.valid('param').teamId)
    return context.body(null, 204)
  })

  router.openapi(inviteToTeamRoute, async (context) => {
    const { teamId, uid } = context.req.valid('param')
    await teams.invite(viewerOf(context).uid, teamId, uid)
    return context.body(null, 204)
  })

  router.openapi(readTeamCodeRoute, async (context) => {
    const { teamId } = context.req.valid('param')
    return context.json(await teams.readCode(viewerOf(context).uid, teamId), 200)
  })

  router.openapi(renewTeamCodeRoute, async (context) => {
    const { teamId } = context.req.valid('param')
    return context.json(await teams.renewCode(viewerOf(context).uid, teamId), 200)
  })

  router.openapi(leaveTeamRoute, async (context) => {
    const { teamId, uid } = context.req.valid('param')
    await teams.removeMember(viewerOf(context).uid, teamId, uid)
    return context.body(null, 204)
  })

  router.openapi(nameCaptainRoute, async (context) => {
    const { teamId } = context.req.valid('param')
    await teams.nameCaptain(viewerOf(context).uid, teamId, context.req.valid('json').uid)
    return context.body(null, 204)
  })

  return router
}
