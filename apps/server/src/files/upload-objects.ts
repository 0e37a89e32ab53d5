import { bytesOfPart, countParts, pictureSizes } from '@covo/contract/files/files.rules'
import { type FileStore, keyOf } from './file-store.ts'
import type { StoredUpload } from './uploads.store.ts'

/** Which parts of an upload are in the store as a whole, and which are not, by their numbers. */
export async function findParts(
  store: Pick<FileStore, 'size'>,
  { id, size }: StoredUpload,
): Promise<{ received: number[]; missing: number[] }> {
  const numbers = Array.from({ length: countParts(size) }, (_, number) => number)
  const sizes = await Promise.all(numbers.map((number) => store.size(keyOf(id, `part-${number}`))))
  const isThere = (number: number) => sizes[number] === bytesOfPart(size, number)
  return { received: numbers.filter(isThere), missing: numbers.filter((number) => !isThere(number)) }
}

type Store = Pick<FileStore, 'delete'>
type Sized = Pick<StoredUpload, 'id' | 'size'>

/** Deletes the parts of a finished upload, or of one that has no row any more. */
export async function deleteParts(store: Store, { id, size }: Sized): Promise<void> {
  for (let number = 0; number < countParts(size); number += 1) await store.delete(keyOf(id, `part-${number}`))
}

/** Deletes all objects of an upload or a file that has no row any more. */
export async function deleteObjects(store: Store, upload: Sized): Promise<void> {
  await deleteParts(store, upload)
  for (const part of ['file', ...pictureSizes] as const) await store.delete(keyOf(upload.id, part))
}
