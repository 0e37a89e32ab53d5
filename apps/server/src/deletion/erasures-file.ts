import { appendFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '../platform/database/database.ts'
import { makeFolder } from '../platform/folder.ts'
import { findErasuresSince, type NotedErasure, type TextsRemovedBy } from './erasures.store.ts'

/** Milliseconds by which the transactions that erase may end in another order than they began. */
const overlapMs = 60_000

const pathOf = (dataDirectory: string) => join(dataDirectory, 'erasures')

/**
 * The accounts that were erased, as uids and times in a file beside the database, one a line: a backup that is older has them
 * still, and restoring it erases them again (`restore`), also where the database is lost.
 */
export function createErasuresFile(dataDirectory: string) {
  let known: Set<string> | null = null
  let reached = new Date(0)

  return {
    /** Appends the erasures that the file doesn't have yet, whichever process did them. */
    async note(database: Database): Promise<void> {
      known ??= new Set((await readErasuresFile(dataDirectory)).map(lineOf))
      const found = await findErasuresSince(database, new Date(reached.getTime() - overlapMs))
      const lines = found.map(lineOf).filter((line) => !known?.has(line))
      if (lines.length > 0) {
        await makeFolder(dataDirectory)
        await appendFile(pathOf(dataDirectory), lines.map((line) => `${line}\n`).join(''), { mode: 0o600 })
        for (const line of lines) known.add(line)
      }
      reached = found.at(-1)?.erasedAt ?? reached
    },
  }
}

/** The erasures in the file; none where there is no file. A line that a crash cut is none. */
export async function readErasuresFile(dataDirectory: string): Promise<NotedErasure[]> {
  const content = await readFile(pathOf(dataDirectory), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return content.split('\n').flatMap((line) => {
    const [, uid, at, by] = /^([\da-f-]{36}) (\S+Z)(?: (author|operator))?$/.exec(line) ?? []
    return uid && at ? [{ uid, erasedAt: new Date(at), textsRemovedBy: (by ?? null) as TextsRemovedBy }] : []
  })
}

function lineOf({ uid, erasedAt, textsRemovedBy }: NotedErasure): string {
  return [uid, erasedAt.toISOString(), ...(textsRemovedBy ? [textsRemovedBy] : [])].join(' ')
}
