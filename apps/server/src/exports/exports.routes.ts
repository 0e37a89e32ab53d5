import {
  downloadExportRoute,
  readExportRoute,
  requestExportRoute,
} from '@covo/contract/exports/exports.routes'
import { createRouter, viewerOf } from '../platform/http/router.ts'
import { streamedBody } from '../platform/http/streamed-body.ts'
import type { ExportsService } from './exports.service.ts'

export function exportsRoutes(exports: ExportsService) {
  const router = createRouter()

  router.openapi(requestExportRoute, async (context) => {
    await exports.requestExport(viewerOf(context))
    context.get('record')('export.requested')
    return context.body(null, 202)
  })

  router.openapi(readExportRoute, async (context) =>
    context.json(await exports.readExport(viewerOf(context).uid), 200),
  )

  router.openapi(downloadExportRoute, async (context) => {
    const { name, bytes, content } = await exports.openExport(viewerOf(context))
    // The page looks whether it is there (HEAD) before it has the browser save it.
    if (context.req.method === 'GET') context.get('record')('export.downloaded')
    context.header('Content-Type', 'application/zip')
    context.header('Content-Length', String(bytes))
    context.header('Content-Disposition', `attachment; filename="${name}"`)
    context.header('Cache-Control', 'no-store')
    return context.body(streamedBody(context, content), 200)
  })

  return router
}
