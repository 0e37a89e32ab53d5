import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open, opendir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolder } from '../platform/folder.ts'
import { type ByteRange, draftsFolder, type FileStore } from './file-store.ts'

/** Bytes that are read at once. */
const readBytes = 256 * 1024

/** Objects in a folder of the disk, each a file: `{folder}/{key}`. */
export function openFolderStore(folder: string): FileStore {
  const pathOf = (key: string) => join(folder, key)

  return {
    /** The file is whole when it has its name, also after a power cut. */
    async put(key, content) {
      const [draft, path] = [pathOf(`${draftsFolder}/${randomUUID()}`), pathOf(key)]
      try {
        await inFolder(draft, () => write(draft, content))
        await inFolder(path, () => rename(draft, path))
        await synchronize(dirname(path))
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    },

    async get(key, range) {
      if ((await this.size(key)) === null) return null
      return readWhenAsked(pathOf(key), range)
    },

    size: (key) =>
      stat(pathOf(key)).then(
        ({ size }) => size,
        (error: NodeJS.ErrnoException) => nullIfAbsent(error),
      ),

    delete: (key) => rm(pathOf(key), { force: true }),

    async *list() {
      for await (const { name: group } of entriesOf(folder)) {
        for await (const { name } of entriesOf(join(folder, group))) {
          const key = `${group}/${name}`
          const found = await stat(pathOf(key)).catch(nullIfAbsent)
          if (found?.isFile()) yield { key, changedAt: found.mtime }
        }
      }
    },
  }
}

/** The bytes of a file, which is opened when the first are asked for: one that nobody reads would stay open. */
export async function* readWhenAsked(path: string, range?: ByteRange): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path, {
    highWaterMark: readBytes,
    ...(range && { start: range.first, end: range.last }),
  })
}

/** Does something to a path, whose folder is made where it is not there yet. */
async function inFolder(path: string, act: () => Promise<void>): Promise<void> {
  try {
    await act()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    await makeFolder(dirname(path))
    await act()
  }
}

async function write(path: string, content: Parameters<FileStore['put']>[1]): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const bytes of content) await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** A name is on the disk when its folder is. */
async function synchronize(folder: string): Promise<void> {
  let handle: FileHandle | undefined
  try {
    handle = await open(folder)
    await handle.sync()
  } finally {
    await handle?.close()
  }
}

/** None where there is no such folder. */
async function* entriesOf(folder: string) {
  const opened = await opendir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOTDIR') return null
    return nullIfAbsent(error)
  })
  if (opened) yield* opened
}

function nullIfAbsent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
