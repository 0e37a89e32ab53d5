import type { Needs, Platform, Slice } from '../slice.ts'
import { appealsRoutes } from './appeals.routes.ts'
import { createAppealsService } from './appeals.service.ts'
import { moderationTopics } from './moderation.news.ts'
import { moderationRoutes } from './moderation.routes.ts'
import { createModerationService } from './moderation.service.ts'
import { startModerationPurge } from './purge.ts'

export function moderationSlice(platform: Platform, needs: Needs<typeof createModerationService>): Slice {
  const { settings, database, log, name } = platform
  const instance = { name, contact: settings.contact }
  return {
    routes: [
      appealsRoutes(createAppealsService({ ...platform, instance })),
      moderationRoutes(createModerationService({ ...platform, ...needs })),
    ],
    topics: [moderationTopics(database)],
    start: () => [startModerationPurge(database, log)],
  }
}
