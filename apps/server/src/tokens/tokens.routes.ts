import { createTokenRoute, listTokensRoute, revokeTokenRoute } from '@covo/contract/tokens/tokens.routes'
import { createRouter, viewerOf } from '../platform/http/router.ts'
import type { TokensService } from './tokens.service.ts'

export function tokensRoutes(tokens: TokensService) {
  const router = createRouter()

  router.openapi(listTokensRoute, async (context) =>
    context.json({ tokens: await tokens.listTokens(viewerOf(context).uid) }, 200),
  )

  router.openapi(createTokenRoute, async (context) => {
    const form = context.req.valid('json')
    return context.json(await tokens.makeToken(form, viewerOf(context), context.get('record')), 201)
  })

  router.openapi(revokeTokenRoute, async (context) => {
    await tokens.revokeToken(context.req.valid('param').id, viewerOf(context), context.get('record'))
    return context.body(null, 204)
  })

  return router
}
