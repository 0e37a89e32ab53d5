import { firstStepsRoute, communityNeeds as needs } from '@covo/contract/home/home.routes'
import type { Settings } from '../environment.ts'
import type { Database } from '../platform/database/database.ts'
import { createRouter, viewerOf } from '../platform/http/router.ts'
import { findFirstSteps } from './home.store.ts'

export function homeRoutes({ database, settings }: { database: Database; settings: Settings }) {
  const router = createRouter()
  const { controller, contact, smtpUrl } = settings

  router.openapi(firstStepsRoute, async (context) => {
    const { isFounder, hasModerator, ...steps } = await findFirstSteps(database, viewerOf(context).uid)
    const isMet = { controller, contact, mail: smtpUrl, moderator: hasModerator }
    const communityNeeds = isFounder ? needs.filter((need) => !isMet[need]) : []
    return context.json({ ...steps, communityNeeds }, 200)
  })

  return router
}
