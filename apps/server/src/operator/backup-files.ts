import { pictureSizes } from '@covo/contract/files/files.rules'
import type pg from 'pg'
import { z } from 'zod'
import { keyOf } from '../files/file-store.ts'
import { objectsOfFile } from '../files/objects-of-file.ts'
import type { OpenStore } from '../files/open-store.ts'
import { StartupError } from '../platform/startup-error.ts'
import { lineOf, type openBackup } from './backup-format.ts'
import { pagesOf } from './rows.ts'

/** Objects that were written, and files of messages of which one was not there. */
export type FilesWritten = { objects: number; missing: number }

type FileRow = Parameters<typeof objectsOfFile>[0]

const objectLine = z.union([
  z.object({ object: z.string().regex(/^[\da-f]{2}\/[\w-]+$/), size: z.number().int().min(0) }),
  z.object({ objects: z.number().int() }),
])

/** Yields the objects of all files, each after a line with its key and its size, and then their number. Fills in `written`. */
export async function* filesContent(
  client: pg.ClientBase,
  store: Pick<OpenStore, 'get' | 'size'>,
  written: FilesWritten,
): AsyncGenerator<Buffer> {
  for await (const rows of pagesOf<FileRow>(client, 'select id, size, sha256, picture from files'))
    for (const { key } of rows.flatMap(objectsOfFile)) yield* write(key, 1)
  // Of a removed one that a report or a decision holds, whatever is there.
  for await (const rows of pagesOf<{ id: string }>(client, 'select id from file_removals'))
    for (const { id } of rows)
      for (const part of ['file', ...pictureSizes] as const) yield* write(keyOf(id, part), 0)
  yield lineOf({ objects: written.objects })

  /** @param missing what to add to the number of missing ones where it is not there */
  async function* write(key: string, missing: 0 | 1): AsyncGenerator<Buffer> {
    const size = await store.size(key)
    if (size === null) {
      written.missing += missing
      return
    }
    yield lineOf({ object: key, size })
    for await (const bytes of (await store.get(key)) ?? []) yield Buffer.from(bytes)
    written.objects += 1
  }
}

/** Stores the objects that come next in a backup; answers how many there were. */
export async function readFiles(
  backup: ReturnType<typeof openBackup>,
  store: Pick<OpenStore, 'put'>,
): Promise<number> {
  for (let count = 0; ; count += 1) {
    const line = objectLine.parse(JSON.parse(await backup.readLine()))
    if ('object' in line) await store.put(line.object, backup.readBytes(line.size))
    else if (line.objects === count) return count
    else throw new StartupError('The backup has other numbers of files than it says: nothing was restored.')
  }
}
