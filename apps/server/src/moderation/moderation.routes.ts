import {
  answerAppealRoute,
  decideRoute,
  listActsRoute,
  listAppealsRoute,
  listReportsRoute,
  readReportRoute,
  revertDecisionRoute,
} from '@covo/contract/moderation/moderation.routes'
import { createRouter, viewerOf } from '../platform/http/router.ts'
import type { ModerationService } from './moderation.service.ts'

export function moderationRoutes(moderation: ModerationService) {
  const router = createRouter()

  router.openapi(listReportsRoute, async (context) => {
    const { cursor } = context.req.valid('query')
    return context.json(await moderation.listReports(viewerOf(context), cursor), 200)
  })

  router.openapi(readReportRoute, async (context) => {
    const { id } = context.req.valid('param')
    return context.json(await moderation.readReport(viewerOf(context), id), 200)
  })

  router.openapi(listAppealsRoute, async (context) => {
    const { cursor } = context.req.valid('query')
    return context.json(await moderation.listAppeals(viewerOf(context), cursor), 200)
  })

  router.openapi(listActsRoute, async (context) => {
    const { cursor } = context.req.valid('query')
    return context.json(await moderation.listActs(viewerOf(context), cursor), 200)
  })

  router.openapi(decideRoute, async (context) => {
    const { id } = context.req.valid('param')
    await moderation.decide(viewerOf(context), id, context.req.valid('json'))
    context.get('record')('moderation.acted', { reason: 'decided' })
    return context.body(null, 204)
  })

  router.openapi(revertDecisionRoute, async (context) => {
    const { id } = context.req.valid('param')
    await moderation.revert(viewerOf(context), id, context.req.valid('json').facts)
    context.get('record')('moderation.acted', { reason: 'reverted' })
    return context.body(null, 204)
  })

  router.openapi(answerAppealRoute, async (context) => {
    const { id } = context.req.valid('param')
    await moderation.answerAppeal(viewerOf(context), id, context.req.valid('json'))
    context.get('record')('moderation.acted', { reason: 'answered' })
    return context.body(null, 204)
  })

  return router
}
