import { AppError } from '../platform/app-error.ts'
import type { Database } from '../platform/database/database.ts'
import type { Log } from '../platform/log/log.ts'
import type { Metric } from '../platform/metrics/metrics.ts'
import { countFiles, type FileCounts } from './files-usage.store.ts'
import type { OpenStore } from './open-store.ts'

/** Parts of the room for files at which the log warns. */
const warnedShares = [0.95, 0.8]

type UsageDependencies = {
  database: Database
  log: Pick<Log, 'warn'>
  store: Pick<OpenStore, 'requireRoom'>
  /** Bytes of all files at most; 0: no bound. */
  ceiling: number
}

/** How much room files take, as of the last measurement, and warnings when little is left. */
export function createFilesUsage({ database, log, store, ceiling }: UsageDependencies) {
  let counts: FileCounts = { files: 0, bytes: 0, uploads: 0, uploadBytes: 0, removals: 0 }
  let share = 0
  let warnedShare = 0

  /** Counts files; warns once when a share of their room is reached, and once more after it was left. */
  async function measure(): Promise<void> {
    counts = await countFiles(database)
    const used = counts.bytes + counts.uploadBytes
    // An instance without files has no store yet.
    share = used > 0 ? used / (await findRoom(used)) : 0
    const reached = warnedShares.find((warned) => share >= warned) ?? 0
    if (reached > warnedShare)
      log.warn({ ...counts, share }, `files have ${reached * 100} % of the room that they may take`)
    warnedShare = reached
  }

  /** Bytes that files may have in all, by the ceiling and by what they leave on the disk. */
  async function findRoom(used: number): Promise<number> {
    const onDisk = used + (await findFree())
    return ceiling > 0 ? Math.min(ceiling, onDisk) : onDisk
  }

  async function findFree(): Promise<number> {
    try {
      return await store.requireRoom(0)
    } catch (error) {
      if (error instanceof AppError && error.code === 'files.full') return 0
      throw error
    }
  }

  const metrics: Metric[] = [
    { gauge: 'covo_files', help: 'Files of messages', read: () => counts.files },
    { gauge: 'covo_files_bytes', help: 'Bytes of the files of messages', read: () => counts.bytes },
    {
      gauge: 'covo_files_room_ratio',
      help: 'Part of the room that files and uploads may take which they have',
      read: () => share,
    },
    { gauge: 'covo_uploads_open', help: 'Uploads that no message has', read: () => counts.uploads },
    {
      gauge: 'covo_file_removals_waiting',
      help: 'Removed files whose bytes are to be deleted',
      read: () => counts.removals,
    },
  ]
  return { measure, metrics }
}
