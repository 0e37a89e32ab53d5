import { createWriteStream, rmSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Writable } from 'node:stream'
import { StartupError } from '../platform/startup-error.ts'

/**
 * Writes a file that only its owner may read, and gives it its name when it is complete and on the disk: until
 * then an older file of that name stays, whatever happens.
 */
export async function writeFileAtomically(
  path: string,
  write: (file: Writable) => Promise<void>,
): Promise<void> {
  const draft = `${path}.${process.pid}.part`
  const removeDraft = () => rmSync(draft, { force: true })
  // Also when a signal ends the process.
  process.on('exit', removeDraft)
  try {
    await write(createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }))
    await rename(draft, path)
    const folder = await open(dirname(path))
    await folder.sync()
    await folder.close()
  } catch (error) {
    throw fileError(error, path)
  } finally {
    removeDraft()
    process.off('exit', removeDraft)
  }
}

/**
 * The system's codes for reading from and writing to a file that is open: such an error names no file (a broken connection
 * to the database, which is met in the same place, doesn't either).
 */
const codesOfOpenFiles = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'EISDIR', 'EROFS'])

/** An error of the file system as one sentence; any other error as it is. */
export function fileError(error: unknown, path: string): unknown {
  return error instanceof Error &&
    'syscall' in error &&
    ('path' in error || ('code' in error && codesOfOpenFiles.has(String(error.code))))
    ? new StartupError(`The file ${path} can't be used (${error.message}).`, { cause: error })
    : error
}
