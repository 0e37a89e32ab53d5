import { readDeletionTermsRoute, requestDeletionRoute } from '@covo/contract/deletion/deletion.routes'
import { deviceOf } from '../auth/device.ts'
import { copyCookies } from '../platform/http/cookies.ts'
import { createRouter, viewerOf } from '../platform/http/router.ts'
import type { Viewer } from '../platform/viewer.ts'
import type { DeletionService } from './deletion.service.ts'

type Auth = {
  /** Rejects with `account.confirmation_needed` where the session was not confirmed lately. */
  requireConfirmation: (viewer: Viewer) => Promise<void>
  /** Answers the headers that make a browser forget its session, given the request's. */
  removeCookie: (request: Headers) => Promise<Headers>
}

export function deletionRoutes(deletion: DeletionService, { requireConfirmation, removeCookie }: Auth) {
  const router = createRouter()

  router.openapi(readDeletionTermsRoute, async (context) =>
    context.json(await deletion.readTerms(viewerOf(context).uid), 200),
  )

  router.openapi(requestDeletionRoute, async (context) => {
    const { eraseTexts } = context.req.valid('json')
    const viewer = viewerOf(context)
    await requireConfirmation(viewer)
    const until = await deletion.requestDeletion(viewer.uid, eraseTexts, deviceOf(context.req.raw.headers))
    context.get('record')('deletion.requested')
    copyCookies(await removeCookie(context.req.raw.headers), context)
    return context.json({ until: until.toISOString() }, 200)
  })

  return router
}
