import type { Needs, Platform, Slice } from '../slice.ts'
import { botsRoutes } from './bots.routes.ts'
import { createBotsService } from './bots.service.ts'
import { tokensRoutes } from './tokens.routes.ts'
import { createTokensService } from './tokens.service.ts'
import { webhooksRoutes } from './webhooks.routes.ts'

type TokensNeeds = Needs<typeof createTokensService> &
  Needs<typeof createBotsService> &
  Needs<typeof webhooksRoutes>

export function tokensSlice(platform: Platform, needs: TokensNeeds) {
  const services = { ...platform, ...needs }
  const service = createTokensService(services)
  const webhooks = webhooksRoutes(services)
  return {
    service,
    routes: [tokensRoutes(service), botsRoutes(createBotsService(services)), webhooks.router],
    stop: webhooks.stop,
  } satisfies Slice & Record<string, unknown>
}
