import { appealRoute, readStatementRoute } from '@covo/contract/moderation/moderation.routes'
import { cleanText } from '@covo/contract/text'
import { addressOf, createRouter } from '../platform/http/router.ts'
import type { AppealsService } from './appeals.service.ts'

export function appealsRoutes(appeals: AppealsService) {
  const router = createRouter()

  router.openapi(readStatementRoute, async (context) => {
    const { token } = context.req.valid('json')
    return context.json(await appeals.readStatement(cleanText(token), addressOf(context)), 200)
  })

  router.openapi(appealRoute, async (context) => {
    const { token, text } = context.req.valid('json')
    await appeals.appeal(cleanText(token), text, addressOf(context))
    context.get('record')('appeal.sent')
    return context.body(null, 204)
  })

  return router
}
