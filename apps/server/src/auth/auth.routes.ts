import {
  checkResetLinkRoute,
  finishProviderRoute,
  loginRoute,
  logoutRoute,
  registerRoute,
  requestResetRoute,
  resetPasswordRoute,
  secondStepRoute,
  startProviderRoute,
} from '@covo/contract/auth/auth.routes'
import { confirmIdentityRoute } from '@covo/contract/auth/confirmation.routes'
import { endDeviceRoute, endOtherDevicesRoute, listDevicesRoute } from '@covo/contract/auth/devices.routes'
import { changePasswordRoute } from '@covo/contract/auth/own-password.routes'
import {
  addPasskeyRoute,
  askPasskeyRoute,
  beginPasskeyRoute,
  removePasskeyRoute,
  renamePasskeyRoute,
  signInByPasskeyRoute,
} from '@covo/contract/auth/passkeys.routes'
import {
  beginSecondFactorRoute,
  renewRecoveryCodesRoute,
  turnOffSecondFactorRoute,
  turnOnSecondFactorRoute,
} from '@covo/contract/auth/second-factor.routes'
import { cleanName } from '@covo/contract/names'
import { cleanText } from '@covo/contract/text'
import type { Context } from 'hono'
import { AppError } from '../platform/app-error.ts'
import { copyCookies } from '../platform/http/cookies.ts'
import { addressOf, createRouter, type HttpEnv, viewerOf } from '../platform/http/router.ts'
import type { AuthService } from './auth.service.ts'
import type { AuthRequest } from './auth-request.ts'

export function authRoutes(auth: AuthService) {
  const router = createRouter()

  router.openapi(registerRoute, async (context) => {
    const { uid, headers, awaitsConfirmation } = await auth.register(
      context.req.valid('json'),
      authRequestOf(context),
    )
    copyCookies(headers, context)
    return context.json(awaitsConfirmation ? { uid, awaitsConfirmation } : { uid }, 201)
  })

  router.openapi(loginRoute, async (context) => {
    const step = await auth.login(context.req.valid('json'), authRequestOf(context))
    if ('challenge' in step) return context.json({ secondFactor: { challenge: step.challenge } }, 200)
    copyCookies(step.headers, context)
    return context.json({ uid: step.uid }, 200)
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

  router.openapi(confirmIdentityRoute, async (context) => {
    const given = context.req.valid('json')
    const { headers } = await auth.confirmIdentity(given, viewerOf(context), authRequestOf(context))
    copyCookies(headers, context)
    return context.body(null, 204)
  })

  router.openapi(changePasswordRoute, async (context) => {
    const form = context.req.valid('json')
    const { headers } = await auth.changeOwnPassword(form, viewerOf(context), authRequestOf(context))
    copyCookies(headers, context)
    return context.body(null, 204)
  })

  router.openapi(listDevicesRoute, async (context) =>
    context.json({ sessions: await auth.listDevices(viewerOf(context)) }, 200),
  )

  router.openapi(endOtherDevicesRoute, async (context) =>
    context.json({ ended: await auth.endOtherDevices(viewerOf(context), authRequestOf(context)) }, 200),
  )

  router.openapi(endDeviceRoute, async (context) => {
    await auth.endDevice(context.req.valid('param').id, viewerOf(context), authRequestOf(context))
    return context.body(null, 204)
  })

  router.openapi(secondStepRoute, async (context) => {
    const { uid, headers } = await auth.takeSecondStep(context.req.valid('json'), authRequestOf(context))
    copyCookies(headers, context)
    return context.json({ uid }, 200)
  })

  router.openapi(beginSecondFactorRoute, async (context) =>
    context.json(await auth.beginSecondFactor(viewerOf(context)), 200),
  )

  router.openapi(turnOnSecondFactorRoute, async (context) => {
    const { code } = context.req.valid('json')
    const recoveryCodes = await auth.turnOnSecondFactor(code, viewerOf(context), authRequestOf(context))
    return context.json({ recoveryCodes }, 200)
  })

  router.openapi(turnOffSecondFactorRoute, async (context) => {
    await auth.turnOffSecondFactor(viewerOf(context), authRequestOf(context))
    return context.body(null, 204)
  })

  router.openapi(renewRecoveryCodesRoute, async (context) => {
    const recoveryCodes = await auth.renewRecoveryCodes(viewerOf(context), authRequestOf(context))
    return context.json({ recoveryCodes }, 200)
  })

  router.openapi(askPasskeyRoute, (context) => context.json(auth.askPasskey(), 200))

  router.openapi(signInByPasskeyRoute, async (context) => {
    const { uid, headers } = await auth.signInByPasskey(context.req.valid('json'), authRequestOf(context))
    copyCookies(headers, context)
    return context.json({ uid }, 200)
  })

  router.openapi(beginPasskeyRoute, async (context) =>
    context.json(await auth.beginPasskey(viewerOf(context)), 200),
  )

  router.openapi(addPasskeyRoute, async (context) => {
    await auth.addPasskey(context.req.valid('json').response, viewerOf(context), authRequestOf(context))
    return context.body(null, 204)
  })

  router.openapi(renamePasskeyRoute, async (context) => {
    const name = cleanName(context.req.valid('json').name)
    await auth.nameOwnPasskey(context.req.valid('param').id, name, viewerOf(context))
    return context.body(null, 204)
  })

  router.openapi(removePasskeyRoute, async (context) => {
    await auth.removePasskey(context.req.valid('param').id, viewerOf(context), authRequestOf(context))
    return context.body(null, 204)
  })

  router.openapi(startProviderRoute, async (context) => {
    // A provider that remembers somebody signs them in without a click: only a page of ours may open the popup.
    if (!ownSites.has(context.req.header('sec-fetch-site'))) throw new AppError('common.foreign_origin')
    const start = context.req.valid('query')
    const viewer = context.get('viewer')
    const { url, headers } = await auth.startProviderLogin(start, viewer, authRequestOf(context))
    copyCookies(headers, context)
    return context.redirect(url, 302)
  })

  router.openapi(finishProviderRoute, async (context) => {
    const viewer = context.get('viewer')
    const { url, headers } = await auth.finishProviderLogin(context.req.raw, viewer, authRequestOf(context))
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
