import {
  finishProviderRoute,
  loginRoute,
  logoutRoute,
  registerRoute,
  requestResetRoute,
  resetPasswordRoute,
  startProviderRoute,
} from '@covo/contract/auth/auth.routes'
import { providerPopupPath } from '@covo/contract/auth/auth.rules'
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

  router.openapi(requestResetRoute, async (context) => {
    await auth.requestPasswordReset(context.req.valid('json').email, addressOf(context))
    return context.body(null, 204)
  })

  router.openapi(resetPasswordRoute, async (context) => {
    const { token, ...form } = context.req.valid('json')
    await auth.resetPassword(token, form)
    return context.body(null, 204)
  })

  router.openapi(startProviderRoute, async (context) => {
    const { attempt } = context.req.valid('query')
    const start = await auth.startProviderLogin(attempt).catch(() => null)
    if (!start)
      return context.redirect(
        `${providerPopupPath}?${new URLSearchParams({ attempt, error: 'unavailable' })}`,
        302,
      )
    copyCookies(start.headers, context)
    return context.redirect(start.url, 302)
  })

  router.openapi(finishProviderRoute, async (context) => {
    const answer = await auth.finishProviderLogin(context.req.raw)
    return answer ?? context.redirect(`${providerPopupPath}?error=unavailable`, 302)
  })

  return router
}
