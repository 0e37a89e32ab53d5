import { join } from 'node:path'
import type { Needs, Platform, Slice } from '../slice.ts'
import { createDownloads } from './downloads.ts'
import { filesJobs } from './files.jobs.ts'
import { filesRoutes } from './files.routes.ts'
import { createFilesService } from './files.service.ts'
import { openStore } from './open-store.ts'
import { createPictureMaker } from './picture-maker.ts'

/** Nothing of it is there with `COVO_FILES_URL=off`. */
export async function filesSlice(
  platform: Platform,
  needs: Omit<Needs<typeof createFilesService>, 'store' | 'pictures' | 'ceiling'>,
): Promise<Slice> {
  const { settings } = platform
  if (settings.filesUrl === 'off') return {}
  const store = await openStore({
    ...platform,
    folder: join(settings.dataDirectory, 'files'),
  })
  const pictures = createPictureMaker()
  const files = createFilesService({
    ...platform,
    ...needs,
    store,
    pictures,
    ceiling: settings.filesGib * 1024 ** 3,
  })
  return {
    routes: [filesRoutes(files, createDownloads({ ...platform, store }))],
    jobs: filesJobs({ ...platform, store }),
    stop: pictures.stop,
  }
}
