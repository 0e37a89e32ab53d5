import { firstStepsRoute } from '@covo/contract/home/home.routes'
import type { Database } from '../platform/database/database.ts'
import { createRouter, viewerOf } from '../platform/http/router.ts'
import { findFirstSteps } from './home.store.ts'

export function homeRoutes(database: Database) {
  const router = createRouter()

  router.openapi(firstStepsRoute, async (context) =>
    context.json(await findFirstSteps(database, viewerOf(context).uid), 200),
  )

  return router
}
