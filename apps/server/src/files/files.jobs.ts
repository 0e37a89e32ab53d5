import type { Database } from '../platform/database/database.ts'
import { hour, type Jobs, type NoPayload } from '../platform/jobs/jobs.ts'
import type { Log } from '../platform/log/log.ts'
import type { OpenStore } from './open-store.ts'
import { findOrphans } from './orphans.ts'
import { deleteObjects } from './upload-objects.ts'
import { deleteExpiredUploads, deleteRemoval, findRemovals, lockRemovals } from './uploads.store.ts'

declare module '../platform/jobs/jobs.ts' {
  interface JobPayloads {
    'files.expire-uploads': NoPayload
    'files.remove': NoPayload
    'files.sweep': NoPayload
  }
}

const batch = 100
/** Milliseconds between two looks for files whose messages have gone. */
const removalIntervalMs = 20_000
/** So many objects without a row, and that part of all, hint at another database's store. */
const suspiciousCount = 100
const suspiciousShare = 0.1

type FilesJobsDependencies = {
  database: Database
  log: Log
  store: Pick<OpenStore, 'list' | 'delete'>
}

/** Deletes uploads that no message has after a day, files of messages that have gone, and objects that no row names. */
export function filesJobs({ database, log, store }: FilesJobsDependencies): Jobs {
  return {
    'files.expire-uploads': {
      every: hour,
      async run(_nothing, { signal }) {
        for (let expired = 1; expired > 0 && !signal.aborted; ) {
          const uploads = await deleteExpiredUploads(database, batch)
          for (const upload of uploads) await deleteObjects(store, upload)
          expired = uploads.length
        }
      },
    },
    'files.remove': {
      every: removalIntervalMs,
      async run(_nothing, { signal }) {
        for (let removed = 1; removed > 0 && !signal.aborted; )
          removed = await database.transaction().execute(async (trx) => {
            if (!(await lockRemovals(trx))) return 0
            const removals = await findRemovals(trx, batch)
            for (const removal of removals) {
              await deleteObjects(store, removal)
              await deleteRemoval(trx, removal.id)
            }
            return removals.length
          })
      },
    },
    'files.sweep': {
      every: 24 * hour,
      async run(_nothing, { signal }) {
        const { orphans, count } = await findOrphans(database, store, signal)
        if (orphans.length > suspiciousCount && orphans.length > count * suspiciousShare) {
          log.warn(
            { objects: count, orphans: orphans.length },
            'files without rows not deleted: is this the store of another database?',
          )
          return
        }
        for (const key of orphans) {
          if (signal.aborted) return
          await store.delete(key)
        }
      },
    },
  }
}
