import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Makes a private folder with the folders above it, or finds it there. Node's own recursive `mkdir` calls a read-only
 * file system ENOENT (nodejs/node#47098), and never ends below `/proc`.
 */
export async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 })
  } catch (error) {
    if (await isFolder(path)) return
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    const parent = dirname(path)
    if (!(await isFolder(parent))) await makeFolder(parent)
    // Also where the parent is there: another process may have made it since.
    await mkdir(path, { mode: 0o700 }).catch(async (again: unknown) => {
      if (!(await isFolder(path))) throw again
    })
  }
}

async function isFolder(path: string): Promise<boolean> {
  return await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
}
