import type { Needs, Platform, Slice } from '../slice.ts'
import { reportsRoutes } from './reports.routes.ts'
import { createReportsService } from './reports.service.ts'

export function reportsSlice(
  platform: Platform,
  needs: Omit<Needs<typeof createReportsService>, 'instance'>,
): Slice {
  const instance = { name: platform.name, contact: platform.settings.contact }
  return { routes: [reportsRoutes(createReportsService({ ...platform, ...needs, instance }))] }
}
