import type { Database } from '../platform/database/database.ts'
import { hour } from '../platform/jobs/jobs.ts'
import { idOfKey, isPart } from './file-store.ts'
import type { OpenStore } from './open-store.ts'
import { findKnownIds } from './uploads.store.ts'

/** Objects whose rows are looked up at once. */
const lookedUp = 1000
/** An object is younger than its row while it is uploaded, and may be so while a message is sent. */
const sweptAfterMs = 24 * hour

/** The keys of the objects of more than a day that no row names, and how many objects there are in all. */
export async function findOrphans(
  database: Database,
  store: Pick<OpenStore, 'list'>,
  signal?: AbortSignal,
): Promise<{ orphans: string[]; count: number }> {
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
    if (signal?.aborted) return { orphans: [], count }
    count += 1
    if (changedAt.getTime() > Date.now() - sweptAfterMs) continue
    keys.push(key)
    if (keys.length === lookedUp) await lookUp()
  }
  await lookUp()
  return { orphans, count }
}

/** Whether a row names the object. Parts belong to uploads: a part that is left of an upload which a message has belongs to no row. */
function isKnown(key: string, { uploads, files }: Awaited<ReturnType<typeof findKnownIds>>): boolean {
  const id = idOfKey(key) ?? ''
  return uploads.has(id) || (files.has(id) && !isPart(key))
}
