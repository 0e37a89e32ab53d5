import type { Needs, Platform, Slice } from '../slice.ts'
import { reportsJobs } from './reports.jobs.ts'
import { reportsRoutes } from './reports.routes.ts'
import { createReportsService } from './reports.service.ts'

export function reportsSlice(platform: Platform, needs: Needs<typeof createReportsService>): Slice {
  return {
    routes: [reportsRoutes(createReportsService({ ...platform, ...needs }))],
    jobs: reportsJobs({ ...platform, contact: platform.settings.contact }),
  }
}
