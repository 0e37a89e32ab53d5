import type { Needs, Platform, Slice } from '../slice.ts'
import { settingsRoutes } from './settings.routes.ts'
import { createSettingsService } from './settings.service.ts'

export function settingsSlice(platform: Platform, needs: Needs<typeof createSettingsService>): Slice {
  return { routes: [settingsRoutes(createSettingsService({ ...platform, ...needs }))] }
}
