import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'

const run = promisify(execFile)

/**
 * Mounts a file system in memory on a folder, until the test is finished; false where this user may not.
 *
 * @param options as mount(8) has them for tmpfs, such as `size=80m`
 */
export async function mount(folder: string, options: string): Promise<boolean> {
  try {
    await run('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder])
  } catch {
    return false
  }
  onTestFinished(async () => void (await run('umount', ['--lazy', folder])))
  return true
}
