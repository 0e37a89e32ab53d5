import {
  cancelEmailChangeRoute,
  changeEmailRoute,
  confirmEmailRoute,
  readAccountRoute,
  revertEmailChangeRoute,
  sendVerificationMailRoute,
} from '@covo/contract/account/account.routes'
import { cleanText } from '@covo/contract/text'
import { deviceOf } from '../auth/device.ts'
import { addressOf, createRouter, viewerOf } from '../platform/http/router.ts'
import type { AccountService } from './account.service.ts'

export function accountRoutes(account: AccountService) {
  const router = createRouter()

  router.openapi(readAccountRoute, async (context) =>
    context.json(await account.readAccount(viewerOf(context)), 200),
  )

  router.openapi(sendVerificationMailRoute, async (context) => {
    await account.sendOwnVerificationMail(viewerOf(context))
    context.get('record')('email_confirmation.requested')
    return context.body(null, 204)
  })

  router.openapi(changeEmailRoute, async (context) => {
    const { email: typed } = context.req.valid('json')
    const email = await account.requestEmailChange(
      viewerOf(context),
      typed,
      deviceOf(context.req.raw.headers),
    )
    context.get('record')('email_change.requested')
    return context.json({ email }, 202)
  })

  router.openapi(cancelEmailChangeRoute, async (context) => {
    await account.cancelEmailChange(viewerOf(context))
    context.get('record')('email_change.cancelled')
    return context.body(null, 204)
  })

  router.openapi(revertEmailChangeRoute, async (context) => {
    const token = cleanText(context.req.valid('json').token)
    const uid = await account.revertEmailChange(token, addressOf(context), deviceOf(context.req.raw.headers))
    context.get('record')('email_change.reverted', { uid })
    return context.body(null, 204)
  })

  router.openapi(confirmEmailRoute, async (context) => {
    const token = cleanText(context.req.valid('json').token)
    const sessionId = context.get('viewer')?.sessionId ?? null
    const device = deviceOf(context.req.raw.headers)
    const { uid, email, isNew } = await account.confirmEmail(token, addressOf(context), sessionId, device)
    context.get('record')(isNew ? 'email_change.done' : 'email_confirmation.done', { uid })
    return context.json({ email }, 200)
  })

  return router
}
