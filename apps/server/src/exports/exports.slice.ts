import type { Needs, Platform, Slice } from '../slice.ts'
import { createExportWorker } from './export-worker.ts'
import { exportMail } from './exports.mail.ts'
import { exportsRoutes } from './exports.routes.ts'
import { createExportsService } from './exports.service.ts'

export function exportsSlice(
  platform: Platform,
  needs: Omit<Needs<typeof createExportsService>, 'onQueued'>,
): Slice {
  const { mailer, origin, name } = platform
  const worker = createExportWorker({
    ...platform,
    sendMail: (email, expiresAt) => mailer.send(exportMail(email, origin, name, expiresAt)),
  })
  return {
    routes: [exportsRoutes(createExportsService({ ...platform, ...needs, onQueued: worker.wake }))],
    start: () => {
      worker.start()
      return [worker]
    },
  }
}
