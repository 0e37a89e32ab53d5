import {
  addBotToRoomRoute,
  createBotRoute,
  createWebhookRoute,
  deleteBotRoute,
  listBotsRoute,
  removeBotFromRoomRoute,
  renewBotTokenRoute,
  revokeWebhookRoute,
} from '@covo/contract/tokens/bots.routes'
import { createRouter, viewerOf } from '../platform/http/router.ts'
import type { BotsService } from './bots.service.ts'

export function botsRoutes(bots: BotsService) {
  const router = createRouter()

  router.openapi(listBotsRoute, async (context) =>
    context.json({ bots: await bots.listBots(viewerOf(context).uid) }, 200),
  )

  router.openapi(createBotRoute, async (context) => {
    const form = context.req.valid('json')
    return context.json(await bots.createBot(form, viewerOf(context), context.get('record')), 201)
  })

  router.openapi(renewBotTokenRoute, async (context) => {
    const { uid } = context.req.valid('param')
    const form = context.req.valid('json')
    return context.json(await bots.renewToken(uid, form, viewerOf(context), context.get('record')), 201)
  })

  router.openapi(deleteBotRoute, async (context) => {
    await bots.deleteBot(context.req.valid('param').uid, viewerOf(context), context.get('record'))
    return context.body(null, 204)
  })

  router.openapi(createWebhookRoute, async (context) => {
    const { uid } = context.req.valid('param')
    const form = context.req.valid('json')
    return context.json(await bots.createWebhook(uid, form, viewerOf(context), context.get('record')), 201)
  })

  router.openapi(revokeWebhookRoute, async (context) => {
    await bots.revokeWebhook(context.req.valid('param'), viewerOf(context), context.get('record'))
    return context.body(null, 204)
  })

  router.openapi(addBotToRoomRoute, async (context) => {
    await bots.moveBot(context.req.valid('param'), viewerOf(context), 'enter')
    return context.body(null, 204)
  })

  router.openapi(removeBotFromRoomRoute, async (context) => {
    await bots.moveBot(context.req.valid('param'), viewerOf(context), 'leave')
    return context.body(null, 204)
  })

  return router
}
