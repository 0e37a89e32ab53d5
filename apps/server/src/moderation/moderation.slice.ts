import type { Needs, Platform, Slice } from '../slice.ts'
import { appealsRoutes } from './appeals.routes.ts'
import { createAppealsService } from './appeals.service.ts'
import { moderationJobs } from './moderation.jobs.ts'
import { moderationTopics } from './moderation.news.ts'
import { moderationRoutes } from './moderation.routes.ts'
import { createModerationService } from './moderation.service.ts'

export function moderationSlice(platform: Platform, needs: Needs<typeof createModerationService>) {
  const service = createModerationService({ ...platform, ...needs })
  return {
    service,
    routes: [appealsRoutes(createAppealsService(platform)), moderationRoutes(service)],
    topics: [moderationTopics(platform.database)],
    jobs: moderationJobs({ ...platform, contact: platform.settings.contact }),
  } satisfies Slice & Record<string, unknown>
}
