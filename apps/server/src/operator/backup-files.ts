import { pictureSizes } from '@covo/contract/files/files.rules'
import type pg from 'pg'
import { z } from 'zod'
import { keyOf } from '../files/file-store.ts'
import type { OpenStore } from '../files/open-store.ts'
import { StartupError } from '../platform/startup-error.ts'
import { lineOf, type openBackup } from './backup-format.ts'
import { pagesOf } from './rows.ts'

/** Objects that were written, and files of messages of which one was not there. */
export type FilesWritten = { objects: number; missing: number }

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
  // Of a removed one that a report or a decision holds, whatever is there.
  const query = `
    select id, picture is not null as "isPicture" from files
    union all select id, null from file_removals`
  for await (const rows of pagesOf<{ id: string; isPicture: boolean | null }>(client, query))
    for (const { id, isPicture } of rows)
      for (const part of partsOf(isPicture)) {
        const key = keyOf(id, part)
        const size = await store.size(key)
        if (size === null) {
          written.missing += Number(isPicture !== null)
          continue
        }
        yield lineOf({ object: key, size })
        for await (const bytes of (await store.get(key)) ?? []) yield Buffer.from(bytes)
        written.objects += 1
      }
  yield lineOf({ objects: written.objects })
}

/** The parts that a file may have in the store; of one that is removed it is not known whether it is a picture. */
function partsOf(isPicture: boolean | null) {
  if (isPicture === null) return [...pictureSizes, 'file'] as const
  return isPicture ? pictureSizes : (['file'] as const)
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
