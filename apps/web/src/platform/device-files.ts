import { deviceFilesName } from './forget-device-files.ts'

type Kept = { owner: string; bytes: Blob; savedAt: number }

const storeName = 'files'
const longestAge = 7 * 86_400_000
/** Of one member. */
const maximumBytes = 80 * 1024 * 1024

/**
 * Keeps the bytes of a file that a member chose, for a week and until a logout. A browser may refuse that, and beyond 80 MiB a member none
 * are kept: it is as if nothing were stored.
 */
export async function keepFile(owner: string, key: string, bytes: Blob): Promise<void> {
  await attempt('readwrite', async (store) => {
    const keys = (await answerTo(store.getAllKeys())) as string[]
    let total = bytes.size
    for (const other of keys) {
      if (other === key) continue
      const kept = (await answerTo(store.get(other))) as Kept
      if (kept.savedAt < Date.now() - longestAge) store.delete(other)
      else if (kept.owner === owner) total += kept.bytes.size
    }
    if (total <= maximumBytes) store.put({ owner, bytes, savedAt: Date.now() } satisfies Kept, key)
  })
}

export async function readKeptFile(owner: string, key: string): Promise<Blob | null> {
  const kept = (await attempt('readonly', (store) => answerTo(store.get(key)))) as Kept | undefined
  const isUsable = kept && kept.owner === owner && kept.savedAt > Date.now() - longestAge
  return isUsable ? kept.bytes : null
}

export async function removeKeptFile(key: string): Promise<void> {
  await attempt('readwrite', (store) => answerTo(store.delete(key)))
}

/** Opened for each use: an open database could not be removed at a logout. */
async function attempt<Result>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => Promise<Result>,
): Promise<Result | undefined> {
  let database: IDBDatabase | undefined
  try {
    // biome-ignore lint/style/noRestrictedGlobals: the one place
    const opening = indexedDB.open(deviceFilesName)
    opening.onupgradeneeded = () => opening.result.createObjectStore(storeName)
    database = await answerTo(opening)
    const transaction = database.transaction(storeName, mode)
    const done = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error)
    })
    const [result] = await Promise.all([work(transaction.objectStore(storeName)), done])
    return result
  } catch {
    return undefined
  } finally {
    database?.close()
  }
}

function answerTo<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
