import { lookUpCtftimeRoute } from '@covo/contract/events/ctftime.routes'
import { createRouter, viewerOf } from '../platform/http/router.ts'
import type { CtftimeService } from './ctftime.service.ts'

export function ctftimeRoutes(ctftime: CtftimeService) {
  const router = createRouter()
  router.openapi(lookUpCtftimeRoute, async (context) => {
    return context.json(await ctftime.lookUp(viewerOf(context).uid, context.req.valid('json')), 200)
  })
  return router
}
