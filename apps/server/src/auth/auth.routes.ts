import {
  checkResetLinkRoute,
  finishProviderRoute,
  loginRoute,
  logoutRoute,
  registerRoute,
  requestResetRoute,
  resetPasswordRoute,
  startProviderRoute,
} from '@covo/contract/auth/auth.routes'
import { cleanText } from '@covo/contract/text'
import type { Context } from 'hono'
import { AppError } from '../platform/app-error.ts'
import { copyCookies } from '../platform/http/cookies.ts'
import { addressOf, createRouter, type HttpEnv } from '../platform/http/router.ts'
import type { AuthService } from './auth.service.ts'
import type { AuthRequest } from './auth-request.ts'

export function authRoutes(auth: AuthService) {
  const router = createRouter()

  router.openapi(registerRoute, async (context) => {
    const { uid, headers } = await auth.register(context.req.valid('json'), authRequestOf(context))
    copyCookies(headers, context)
    return context.json({ uid }, 201)
  })

  router.openapi(loginRoute, async (context) => {
    const { uid, headers } = await auth.login(context.req.valid('json'), authRequestOf(context))
    copyCookies(headers, context)
    return context.json({ uid }, 200)
  })

  router.openapi(logoutRoute, async (context) => {
    copyCookies(await auth.logout(authRequestOf(context)), context)
    return context.body(null, 204)
  })

  router.openapi(requestResetRoute, async (context) => {
    await auth.requestPasswordReset(context.req.valid('json').email, authRequestOf(context))
    return context.body(null, 204)
  })

  router.openapi(checkResetLinkRoute, async (context) => {
    await auth.checkResetLink(cleanText(context.req.valid('json').token))
    return context.body(null, 204)
  })

  router.openapi(resetPasswordRoute, async (context) => {
    const { token, ...form } = context.req.valid('json')
    const { headers } = await auth.resetPassword(cleanText(token), form, authRequestOf(context))
    copyCookies(headers, context)
    return context.body(null, 204)
  })

  router.openapi(startProviderRoute, async (context) => {
    // A provider that remembers somebody signs them in without a click: only a page of ours may open the popup.
    if (!ownSites.has(context.req.header('sec-fetch-site'))) throw new AppError('common.foreign_origin')
    const { attempt } = context.req.valid('query')
    const { url, headers } = await auth.startProviderLogin(attempt, authRequestOf(context))
    copyCookies(headers, context)
    return context.redirect(url, 302)
  })

  router.openapi(finishProviderRoute, async (context) => {
    const { url, headers } = await auth.finishProviderLogin(context.req.raw, authRequestOf(context))
    copyCookies(headers, context)
    return context.redirect(url, 302)
  })

  return router
}

function authRequestOf(context: Context<HttpEnv>): AuthRequest {
  return {
    address: addressOf(context),
    headers: context.req.raw.headers,
    record: context.get('record'),
  }
}

/** Fetch Metadata of a page of ours, of an address that somebody typed, and of a browser without it (on plain HTTP). */
const ownSites = new Set(['same-origin', 'none', undefined])
