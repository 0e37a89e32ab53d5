import { loginRoute, logoutRoute, registerRoute } from '@covo/contract/auth/auth.routes'
import { copyCookies } from '../platform/http/cookies.ts'
import { addressOf, createRouter } from '../platform/http/router.ts'
import type { AuthService } from './auth.service.ts'

export function authRoutes(auth: AuthService) {
  const router = createRouter()

  router.openapi(registerRoute, async (context) => {
    const { uid, headers } = await auth.register(context.req.valid('json'), addressOf(context))
    copyCookies(headers, context)
    return context.json({ uid }, 201)
  })

  router.openapi(loginRoute, async (context) => {
    const { uid, headers } = await auth.login(context.req.valid('json'), addressOf(context))
    copyCookies(headers, context)
    return context.json({ uid }, 200)
  })

  router.openapi(logoutRoute, async (context) => {
    copyCookies(await auth.logout(context.req.raw.headers), context)
    return context.body(null, 204)
  })

  return router
}
