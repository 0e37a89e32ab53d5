import { createHash } from 'node:crypto'
import type pg from 'pg'
import { objectsOfFile } from '../files/objects-of-file.ts'
import type { OpenStore } from '../files/open-store.ts'
import { findOrphans } from '../files/orphans.ts'
import type { Database } from '../platform/database/database.ts'
import { inTransaction, pagesOf, snapshot } from './rows.ts'

type FileRow = Parameters<typeof objectsOfFile>[0]

type WrongObjects = {
  /** The keys of the objects that files of messages lack, or have in another size. */
  missing: string[]
  /** Of those that have other bytes than they had; none where nobody asked for them to be read. */
  changed: string[]
  /** Of those of more than a day that no row names. */
  orphans: string[]
}

/** Compares the store of files with the rows, with `readsBytes` byte for byte. Nobody may delete files meanwhile. */
export async function findWrongObjects(
  pool: pg.Pool,
  database: Database,
  store: Pick<OpenStore, 'get' | 'size' | 'list'>,
  readsBytes: boolean,
): Promise<WrongObjects> {
  const [missing, changed]: [string[], string[]] = [[], []]
  await inTransaction(pool, snapshot, async (client) => {
    for await (const rows of pagesOf<FileRow>(client, 'select id, size, sha256, picture from files'))
      for (const { key, size, sha256 } of rows.flatMap(objectsOfFile)) {
        if ((await store.size(key)) !== size) missing.push(key)
        else if (readsBytes && (await hashOf(store, key)) !== sha256) changed.push(key)
      }
  })
  const { orphans } = await findOrphans(database, store)
  return { missing, changed, orphans }
}

/** The SHA-256 of an object. */
export async function hashOf(store: Pick<OpenStore, 'get'>, key: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const bytes of (await store.get(key)) ?? []) hash.update(bytes)
  return hash.digest('hex')
}
