import type pg from 'pg'
import { keyOf } from '../files/file-store.ts'
import type { OpenStore } from '../files/open-store.ts'
import { findOrphans } from '../files/orphans.ts'
import type { Database } from '../platform/database/database.ts'
import { inTransaction, pagesOf, snapshot } from './rows.ts'

type FileRow = { id: string; size: number; picture: { size: number; smallSize: number } | null }

/**
 * The keys of the objects that files of messages lack, or have in another size; and of those of more than a day that no row names.
 * Nobody may delete files meanwhile.
 */
export async function findWrongObjects(
  pool: pg.Pool,
  database: Database,
  store: Pick<OpenStore, 'size' | 'list'>,
): Promise<{ missing: string[]; orphans: string[] }> {
  const missing = await inTransaction(pool, snapshot, async (client) => {
    const found: string[] = []
    for await (const rows of pagesOf<FileRow>(client, 'select id, size, picture from files'))
      for (const row of rows)
        for (const [key, size] of objectsOf(row)) if ((await store.size(key)) !== size) found.push(key)
    return found
  })
  const { orphans } = await findOrphans(database, store)
  return { missing, orphans }
}

/** The objects of a file by their keys, with their sizes. */
function objectsOf({ id, size, picture }: FileRow): [string, number][] {
  if (!picture) return [[keyOf(id, 'file'), size]]
  return [
    [keyOf(id, 'large'), picture.size],
    [keyOf(id, 'small'), picture.smallSize],
  ]
}
