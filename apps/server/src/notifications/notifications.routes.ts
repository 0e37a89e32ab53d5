import {
  listNotificationsRoute,
  listOwnEventsRoute,
  readNotificationSettingsRoute,
  readNotificationsRoute,
  saveNotificationSettingsRoute,
  unsubscribeRoute,
} from '@covo/contract/notifications/notifications.routes'
import { createRouter, viewerOf } from '../platform/http/router.ts'
import type { NotificationsService } from './notifications.service.ts'

export function notificationsRoutes(notifications: NotificationsService) {
  const router = createRouter()

  router.openapi(readNotificationSettingsRoute, async (context) =>
    context.json(await notifications.readSettings(viewerOf(context).uid), 200),
  )

  router.openapi(saveNotificationSettingsRoute, async (context) =>
    context.json(await notifications.saveSettings(viewerOf(context).uid, context.req.valid('json')), 200),
  )

  router.openapi(listNotificationsRoute, async (context) =>
    context.json(await notifications.list(viewerOf(context).uid, context.req.valid('query').cursor), 200),
  )

  router.openapi(listOwnEventsRoute, async (context) =>
    context.json({ events: await notifications.listOwnEvents(viewerOf(context).uid) }, 200),
  )

  router.openapi(readNotificationsRoute, async (context) => {
    await notifications.read(viewerOf(context).uid, context.req.valid('json'))
    return context.body(null, 204)
  })

  router.openapi(unsubscribeRoute, async (context) => {
    await notifications.unsubscribe(context.req.valid('param').token)
    context.header('Cache-Control', 'no-store')
    return context.body(null, 200)
  })

  // The page itself: it is the site's, and says by its status that the link is none.
  router.get('/disiscrizione/:token', async (context, next) => {
    if (!notifications.isUnsubscribeToken(context.req.param('token'))) context.status(404)
    await next()
  })

  return router
}
