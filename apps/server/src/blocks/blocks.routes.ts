import { blockRoute, listBlockedRoute, unblockRoute } from '@covo/contract/blocks/blocks.routes'
import { createRouter, viewerOf } from '../platform/http/router.ts'
import type { BlocksService } from './blocks.service.ts'

export function blocksRoutes(blocks: BlocksService) {
  const router = createRouter()

  router.openapi(listBlockedRoute, async (context) => {
    const { cursor } = context.req.valid('query')
    return context.json(await blocks.listBlocked(viewerOf(context).uid, cursor), 200)
  })

  router.openapi(blockRoute, async (context) => {
    await blocks.block(viewerOf(context).uid, context.req.valid('param').uid)
    return context.body(null, 204)
  })

  router.openapi(unblockRoute, async (context) => {
    await blocks.unblock(viewerOf(context).uid, context.req.valid('param').uid)
    return context.body(null, 204)
  })

  return router
}
