import { countParts, pictureSizes } from '@covo/contract/files/files.rules'
import { type FileStore, keyOf } from './file-store.ts'
import type { StoredUpload } from './uploads.store.ts'

type Store = Pick<FileStore, 'delete'>

/** Deletes the parts of a finished upload, or of one that has no row any more. */
export async function deleteParts(store: Store, { id, size }: StoredUpload): Promise<void> {
  for (let number = 0; number < countParts(size); number += 1) await store.delete(keyOf(id, `part-${number}`))
}

/** Deletes all objects of an upload that has no row any more. */
export async function deleteObjects(store: Store, upload: StoredUpload): Promise<void> {
  if (upload.sha256 === null) await deleteParts(store, upload)
  for (const part of ['file', ...pictureSizes] as const) await store.delete(keyOf(upload.id, part))
}
