import { ownProfileRoute, readProfileRoute, saveProfileRoute } from '@covo/contract/profiles/profiles.routes'
import { createRouter, viewerOf } from '../platform/http/router.ts'
import type { ProfilesService } from './profiles.service.ts'

export function profilesRoutes(profiles: ProfilesService) {
  const router = createRouter()

  router.openapi(ownProfileRoute, async (context) =>
    context.json(await profiles.readOwnProfile(viewerOf(context).uid), 200),
  )

  router.openapi(saveProfileRoute, async (context) => {
    const { uid: viewerId } = viewerOf(context)
    return context.json(await profiles.saveProfile(viewerId, context.req.valid('json')), 200)
  })

  router.openapi(readProfileRoute, async (context) => {
    const { uid } = context.req.valid('param')
    return context.json(await profiles.readMember(viewerOf(context).uid, uid), 200)
  })

  return router
}
