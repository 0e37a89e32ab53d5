import {
  confirmEmailRoute,
  readAccountRoute,
  sendVerificationMailRoute,
} from '@covo/contract/account/account.routes'
import { cleanText } from '@covo/contract/text'
import { addressOf, createRouter, viewerOf } from '../platform/http/router.ts'
import type { AccountService } from './account.service.ts'

export function accountRoutes(account: AccountService) {
  const router = createRouter()

  router.openapi(readAccountRoute, async (context) =>
    context.json(await account.readAccount(viewerOf(context).uid), 200),
  )

  router.openapi(sendVerificationMailRoute, async (context) => {
    await account.sendOwnVerificationMail(viewerOf(context).uid)
    context.get('record')('email_confirmation.requested')
    return context.body(null, 204)
  })

  router.openapi(confirmEmailRoute, async (context) => {
    const token = cleanText(context.req.valid('json').token)
    const { uid, email } = await account.confirmEmail(token, addressOf(context))
    context.get('record')('email_confirmation.done', { uid })
    return context.json({ email }, 200)
  })

  return router
}
