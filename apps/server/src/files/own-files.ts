import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Database } from '../platform/database/database.ts'
import { keyOf } from './file-store.ts'
import type { OpenStore } from './open-store.ts'
import { findOwnFiles, type OwnFile } from './own-files.store.ts'

type Archive = { bytes: number; content: Readable }

/**
 * A ZIP archive of the files that a member has sent, made while it is read: nothing is compressed, so that its size is known before. A
 * failure to read a file destroys it.
 */
export async function openOwnFiles(
  database: Database,
  store: Pick<OpenStore, 'get' | 'size'>,
  uid: string,
): Promise<Archive> {
  const zip = new ZipFile()
  const content = zip.outputStream as Readable
  let source: Readable | undefined
  // The library watches no source for failures: its output would never end.
  const end = (error: unknown) => content.destroy(error as Error)
  zip.on('error', end)
  content.on('close', () => source?.destroy())
  for (const file of await findOwnFiles(database, uid)) {
    const { key, size, name } = savedAs(file)
    // The others are to be had all the same.
    if ((await store.size(key)) !== size) continue
    zip.addReadStreamLazy(name, { compress: false, size, mtime: file.sentAt }, (hand) => {
      store.get(key).then((bytes) => {
        source = Readable.from(bytes ?? [], { objectMode: false }).on('error', end)
        hand(null, source)
      }, end)
    })
  }
  const bytes = await new Promise<number>((resolve) => {
    // The types of the library leave the size out.
    zip.end({ forceZip64Format: false, comment: '' }, resolve as () => void)
  })
  return { bytes, content }
}

/** What the archive has of a file: of a picture its large size. The beginning of the id tells files of one name apart. */
function savedAs({ id, name, size, picture, sentAt }: OwnFile) {
  const path = `${sentAt.toISOString().slice(0, 10)}/${id.slice(0, 8)} ${name}`
  return picture
    ? { key: keyOf(id, 'large'), size: picture.size, name: `${path}.webp` }
    : { key: keyOf(id, 'file'), size, name: path }
}
