import type { Database } from '../platform/database/database.ts'
import { hour, type Jobs, type NoPayload } from '../platform/jobs/jobs.ts'
import type { Log } from '../platform/log/log.ts'
import { idOfKey, isPart } from './file-store.ts'
import type { OpenStore } from './open-store.ts'
import { deleteObjects } from './upload-objects.ts'
import { deleteExpiredUploads, deleteRemoval, findKnownIds, findRemovals } from './uploads.store.ts'

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
/** Objects whose rows are looked up at once. */
const lookedUp = 1000
/** An object is younger than its row while it is uploaded, and may be so while a message is sent. */
const sweptAfterMs = 24 * hour
/** So many objects without a row, and that part of all, hint at another database's folder. */
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
        for (let removed = 1; removed > 0 && !signal.aborted; ) {
          const removals = await findRemovals(database, batch)
          for (const removal of removals) {
            await deleteObjects(store, removal)
            await deleteRemoval(database, removal.id)
          }
          removed = removals.length
        }
      },
    },
    'files.sweep': {
      every: 24 * hour,
      async run(_nothing, { signal }) {
        const { orphans, count } = await findOrphans(signal)
        if (orphans.length > suspiciousCount && orphans.length > count * suspiciousShare) {
          log.warn(
            { objects: count, orphans: orphans.length },
            'files without rows not deleted: is this the folder of another database?',
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

  /** The objects of more than a day that no row names, and how many there are in all. */
  async function findOrphans(signal: AbortSignal): Promise<{ orphans: string[]; count: number }> {
    const orphans: string[] = []
    let count = 0
    let keys: string[] = []
    const lookUp = async () => {
      const ids = keys.flatMap((key) => idOfKey(key) ?? [])
      const known = await findKnownIds(database, ids)
      orphans.push(...keys.filter((key) => !isKnown(key, known)))
      keys = []
    }
    for await (const { key, changedAt } of store.list()) {
      if (signal.aborted) return { orphans: [], count }
      count += 1
      if (changedAt.getTime() > Date.now() - sweptAfterMs) continue
      keys.push(key)
      if (keys.length === lookedUp) await lookUp()
    }
    await lookUp()
    return { orphans, count }
  }
}

/** A part is an upload's alone: those that a finished one left behind are no file's. */
function isKnown(key: string, { uploads, files }: Awaited<ReturnType<typeof findKnownIds>>): boolean {
  const id = idOfKey(key) ?? ''
  return uploads.has(id) || (files.has(id) && !isPart(key))
}
