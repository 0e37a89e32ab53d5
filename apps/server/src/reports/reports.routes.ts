import { reportRoute } from '@covo/contract/reports/reports.routes'
import { createRouter, viewerOf } from '../platform/http/router.ts'
import type { ReportsService } from './reports.service.ts'

export function reportsRoutes(reports: ReportsService) {
  const router = createRouter()

  router.openapi(reportRoute, async (context) => {
    const { subject, reason, details } = context.req.valid('json')
    const { uid } = viewerOf(context)
    const { id, isNew } = await reports.report(uid, subject, { reason, details })
    if (!isNew) return context.json({ id }, 200)
    context.get('record')('report.sent', { uid })
    return context.json({ id }, 201)
  })

  return router
}
