import {
  readPrivacyRoute,
  savePrivacyRoute,
  sendPasswordResetRoute,
} from '@covo/contract/settings/settings.routes'
import { createRouter, viewerOf } from '../platform/http/router.ts'
import type { SettingsService } from './settings.service.ts'

export function settingsRoutes(settings: SettingsService) {
  const router = createRouter()

  router.openapi(sendPasswordResetRoute, async (context) => {
    const email = await settings.sendOwnPasswordReset(viewerOf(context).uid)
    context.get('record')('password_reset.requested')
    return context.json({ email }, 200)
  })

  router.openapi(readPrivacyRoute, async (context) =>
    context.json(await settings.readPrivacy(viewerOf(context).uid), 200),
  )

  router.openapi(savePrivacyRoute, async (context) =>
    context.json(await settings.savePrivacy(viewerOf(context).uid, context.req.valid('json')), 200),
  )

  return router
}
