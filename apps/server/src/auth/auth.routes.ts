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
import { cleanText } from '@covo/contract/text'
import { AppError } from '../platform/http/app-error.ts'
import { copyCookies } from '../platform/http/cookies.ts'
import { addressOf, createRouter } from '../platform/http/router.ts'
import type { AuthService } from './auth.service.ts'

export function authRoutes(auth: AuthService) {
  const router = createRouter()

  router.openapi(registerRoute, async (context) => {
    const address = addressOf(context)
    const { uid, headers } = await auth.register(context.req.valid('json'), address)
    await auth.logout(context.req.raw.headers)
    context.get('record')('registered', { uid })
    copyCookies(headers, context)
    return context.json({ uid }, 201)
  })

  router.openapi(loginRoute, async (context) => {
    const address = addressOf(context)
    const { uid, headers } = await auth.login(context.req.valid('json'), address, context.req.raw.headers)
    await auth.logout(context.req.raw.headers)
    context.get('record')('sign_in.succeeded', { uid })
    copyCookies(headers, context)
    return context.json({ uid }, 200)
  })

  router.openapi(logoutRoute, async (context) => {
    const viewer = await auth.peekSession(context.req.raw.headers)
    copyCookies(await auth.logout(context.req.raw.headers), context)
    if (viewer) context.get('record')('signed_out', { uid: viewer.uid })
    return context.body(null, 204)
  })

  router.openapi(requestResetRoute, async (context) => {
    await auth.requestPasswordReset(context.req.valid('json').email, addressOf(context))
    context.get('record')('password_reset.requested')
    return context.body(null, 204)
  })

  router.openapi(resetPasswordRoute, async (context) => {
    const { token, ...form } = context.req.valid('json')
    const { uid, headers } = await auth.resetPassword(cleanText(token), form, addressOf(context))
    context.get('record')('password_reset.done', { uid })
    copyCookies(headers, context)
    return context.body(null, 204)
  })

  router.openapi(startProviderRoute, async (context) => {
    // A provider that remembers somebody signs them in without a click: that is for the own page's popup to begin.
    if (!ownSites.has(context.req.header('sec-fetch-site'))) throw new AppError('common.foreign_origin')
    const { attempt } = context.req.valid('query')
    const start = await auth.startProviderLogin(attempt, addressOf(context)).catch(() => null)
    if (!start) {
      context.get('record')('provider_sign_in.failed', { reason: 'unavailable' })
      return context.redirect(
        `${providerPopupPath}?${new URLSearchParams({ attempt, error: 'unavailable' })}`,
        302,
      )
    }
    copyCookies(start.headers, context)
    return context.redirect(start.url, 302)
  })

  router.openapi(finishProviderRoute, async (context) => {
    const answer =
      (await auth.finishProviderLogin(context.req.raw, addressOf(context))) ??
      context.redirect(`${providerPopupPath}?error=unavailable`, 302)
    const reason = failureOf(answer)
    if (!reason && (await auth.endSessionIfBlocked(answer.headers))) {
      context.get('record')('provider_sign_in.failed', { reason: 'account_blocked' })
      const { searchParams } = new URL(answer.headers.get('location') ?? '', 'http://localhost')
      searchParams.set('error', 'account_blocked')
      return context.redirect(`${providerPopupPath}?${searchParams}`, 302)
    }
    const cookie = answer.headers.getSetCookie().join('; ')
    const viewer = reason ? null : await auth.peekSession(new Headers({ cookie }))
    if (viewer) {
      await auth.logout(context.req.raw.headers)
      context.get('record')('provider_sign_in.succeeded', { uid: viewer.uid })
    } else context.get('record')('provider_sign_in.failed', { reason: reason ?? 'no session' })
    return answer
  })

  return router
}

/** Fetch Metadata of a page of ours, of an address that somebody typed, and of a browser that tells none (on plain HTTP). */
const ownSites = new Set(['same-origin', 'none', undefined])

/** Why the provider's answer was refused, as the popup's last page is told. The provider's own words may be anything. */
function failureOf(answer: Response): string | null {
  const target = URL.parse(answer.headers.get('location') ?? '', 'http://localhost')
  const error = target?.searchParams.get('error')
  if (error === null || error === undefined) return null
  return /^[a-z_]{1,40}$/i.test(error) ? error : 'other'
}
