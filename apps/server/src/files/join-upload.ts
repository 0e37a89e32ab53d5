import { createHash, type Hash, randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  bytesOfPart,
  countParts,
  maximumPreviewBytes,
  type PictureSize,
  pictureSizes,
  previewLanguage,
} from '@covo/contract/files/files.rules'
import { AppError } from '../platform/app-error.ts'
import { makeFolder } from '../platform/folder.ts'
import { createKeyedSemaphore } from '../platform/keyed-semaphore.ts'
import { secondsToDrain } from '../platform/worker-process.ts'
import { keyOf } from './file-store.ts'
import { readWhenAsked } from './folder-store.ts'
import type { OpenStore } from './open-store.ts'
import { beginsAsPicture, readPictureHead } from './picture-head.ts'
import type { MadePicture } from './picture-maker.child.ts'
import type { PictureMaker } from './picture-maker.ts'
import { isText } from './text-file.ts'
import { findParts } from './upload-objects.ts'
import type { Finished, StoredUpload } from './uploads.store.ts'

/** Uploads whose parts are read at once: no member keeps the disk from others. */
const joinsAtOnce = { perKey: 1, queuedPerKey: 1, total: 2 }
/** Of a file's beginning, which say what it is. */
const signatureBytes = 16

type JoinDependencies = { store: OpenStore; pictures: Pick<PictureMaker, 'isBusy' | 'make'> }

/** Makes the objects of a finished upload out of its parts. */
export function createJoin({ store, pictures }: JoinDependencies) {
  const joins = createKeyedSemaphore(joinsAtOnce)

  /**
   * Stores the file, or a picture's sizes; done twice it stores the same.
   * @throws AppError `files.incomplete`, `files.picture_unreadable`, `files.busy`, `files.full`, `files.unavailable`
   */
  return async function joinUpload(upload: StoredUpload, asFile: boolean): Promise<Finished> {
    const hash = createHash('sha256')
    if (asFile || !(await isPicture(upload))) {
      const key = keyOf(upload.id, 'file')
      await joins.run(upload.userId, () => store.put(key, joinParts(upload, hash)))
      return { sha256: hash.digest('hex'), picture: null, preview: await findPreview(upload) }
    }
    const picture = await store.reach(() => storePicture(upload, hash))
    return { sha256: hash.digest('hex'), picture, preview: null }
  }

  async function storePicture(upload: StoredUpload, hash: Hash): Promise<MadePicture> {
    const draft = join(store.drafts, randomUUID())
    const sizes = { large: `${draft}-large`, small: `${draft}-small`, moving: `${draft}-moving` }
    try {
      await makeFolder(store.drafts)
      await joins.run(upload.userId, () => writeFile(draft, joinParts(upload, hash), { mode: 0o600 }))
      const picture = await makePicture(upload.userId, draft, sizes)
      for (const size of picture.moving ? pictureSizes : (['large', 'small'] as const))
        await store.put(keyOf(upload.id, size), readWhenAsked(sizes[size]))
      return picture
    } finally {
      for (const path of [draft, ...Object.values(sizes)]) await rm(path, { force: true })
    }
  }

  async function isPicture({ id }: StoredUpload): Promise<boolean> {
    const beginning = await store.get(keyOf(id, 'part-0'), { first: 0, last: signatureBytes - 1 })
    return beginsAsPicture(Buffer.concat(await Array.fromAsync(beginning ?? [])))
  }

  /** The word for the language of a file that may be shown as text, by the ending of its name; null of any other. */
  async function findPreview({ id, name, size }: StoredUpload): Promise<string | null> {
    if (size > maximumPreviewBytes) return null
    const bytes = Buffer.concat(await Array.fromAsync((await store.get(keyOf(id, 'file'))) ?? []))
    return isText(bytes) ? previewLanguage(name) : null
  }

  async function makePicture(uid: string, draft: string, sizes: Record<PictureSize, string>) {
    if (typeof (await readPictureHead(draft)) === 'string') throw new AppError('files.picture_unreadable')
    if (pictures.isBusy(uid)) throw new AppError('files.busy', { seconds: secondsToDrain })
    const picture = await pictures.make(uid, draft, sizes)
    if (!picture) throw new AppError('files.picture_unreadable')
    return picture
  }

  async function* joinParts(upload: StoredUpload, hash: Hash): AsyncGenerator<Uint8Array> {
    const { id, size } = upload
    for (let number = 0; number < countParts(size); number += 1) {
      let left = bytesOfPart(size, number)
      for await (const bytes of (await store.get(keyOf(id, `part-${number}`))) ?? []) {
        left -= bytes.length
        hash.update(bytes)
        yield bytes
      }
      if (left === 0) continue
      const { missing } = await findParts(store, upload)
      throw new AppError('files.incomplete', { missing: missing.join(',') })
    }
  }
}
