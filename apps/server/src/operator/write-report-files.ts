import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { cleanFileName } from '@covo/contract/files/files.rules'
import { keyOf } from '../files/file-store.ts'
import type { OpenStore } from '../files/open-store.ts'
import type { Database } from '../platform/database/database.ts'
import { findReportFiles } from '../reports/reports.store.ts'
import { fileError } from './write-file-atomically.ts'

/**
 * Writes the files of a report into a new folder, which only its owner may open. The beginning of the id tells files of one name apart.
 * Answers the names of the written files, and of those that the store lacks.
 * @throws StartupError where the folder is there already, or can't be written to
 */
export async function writeReportFiles(
  database: Database,
  store: Pick<OpenStore, 'get'> | null,
  reportId: string,
  folder: string,
): Promise<{ written: string[]; missing: string[] }> {
  const [written, missing]: [string[], string[]] = [[], []]
  const files = await findReportFiles(database, reportId)
  try {
    await mkdir(folder, { mode: 0o700 })
    for (const { id, name, picture } of files) {
      // A row that came with a backup may have a name that was never cleaned.
      const saved = `${id.slice(0, 8)} ${cleanFileName(name)}${picture ? '.webp' : ''}`
      const bytes = await store?.get(keyOf(id, picture ? 'large' : 'file'))
      if (bytes)
        await pipeline(
          bytes,
          createWriteStream(join(folder, saved), { flags: 'wx', mode: 0o600, flush: true }),
        )
      ;(bytes ? written : missing).push(saved)
    }
  } catch (error) {
    throw fileError(error, folder)
  }
  return { written, missing }
}
