import {
  readPushKeyRoute,
  subscribeToPushRoute,
  testPushRoute,
  unsubscribeFromPushRoute,
} from '@covo/contract/notifications/push.routes'
import { createRouter, viewerOf } from '../platform/http/router.ts'
import type { PushService } from './push.service.ts'

export function pushRoutes(push: PushService) {
  const router = createRouter()

  router.openapi(readPushKeyRoute, (context) => context.json({ publicKey: push.publicKey }, 200))

  router.openapi(subscribeToPushRoute, async (context) => {
    await push.subscribe(viewerOf(context), context.req.valid('json'))
    return context.body(null, 204)
  })

  router.openapi(unsubscribeFromPushRoute, async (context) => {
    await push.unsubscribe(viewerOf(context))
    return context.body(null, 204)
  })

  router.openapi(testPushRoute, async (context) => {
    await push.sendTest(viewerOf(context))
    return context.body(null, 204)
  })

  return router
}
