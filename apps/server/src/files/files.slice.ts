import { join } from 'node:path'
import { startPeriodicWork } from '../platform/periodic-work.ts'
import type { Needs, Platform, Slice } from '../slice.ts'
import { createDownloads } from './downloads.ts'
import { filesJobs } from './files.jobs.ts'
import { filesRoutes } from './files.routes.ts'
import { createFilesService } from './files.service.ts'
import { countRefusals } from './files-refusals.ts'
import { createFilesUsage } from './files-usage.ts'
import { openStore } from './open-store.ts'
import { createPictureMaker } from './picture-maker.ts'
import { scanJobs } from './scan.jobs.ts'
import { timeStore } from './time-store.ts'

/** Milliseconds between two measurements of what files take. */
const measuringIntervalMs = 60_000

/** Nothing of it is there with `COVO_FILES_URL=off`. */
export async function filesSlice(
  platform: Platform,
  needs: Omit<Needs<typeof createFilesService>, 'store' | 'pictures' | 'ceiling' | 'isScanned'> &
    Pick<Parameters<typeof scanJobs>[0], 'warnOfFile'>,
): Promise<Slice> {
  const { settings } = platform
  if (settings.filesUrl === 'off') return {}
  const opened = await openStore({
    ...platform,
    folder: join(settings.dataDirectory, 'files'),
    s3: settings.filesUrl,
    mayBeAway: true,
  })
  const { store, metrics: storeMetrics } = timeStore(opened)
  const ceiling = settings.filesGib * 1024 ** 3
  const usage = createFilesUsage({ ...platform, store, ceiling })
  const refusals = countRefusals()
  const pictures = createPictureMaker()
  const files = createFilesService({
    ...platform,
    ...needs,
    store,
    pictures,
    ceiling,
    isScanned: settings.clamdUrl !== null,
  })
  return {
    routes: [filesRoutes(files, createDownloads({ ...platform, store }), refusals.note)],
    metrics: [...usage.metrics, ...storeMetrics, refusals.metric],
    jobs: {
      ...filesJobs({ ...platform, store }),
      ...scanJobs({ ...platform, store, clamd: settings.clamdUrl, warnOfFile: needs.warnOfFile }),
    },
    start: () => [
      startPeriodicWork({
        work: usage.measure,
        intervalMs: measuringIntervalMs,
        failure: 'files not measured',
        log: platform.log,
      }),
    ],
    stop: pictures.stop,
  }
}
