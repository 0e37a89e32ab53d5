import { rm } from 'node:fs/promises'
import { createWorkerProcess } from '../platform/worker-process.ts'
import type { MadePicture, PictureTask } from './picture-maker.child.ts'

export type PictureMaker = ReturnType<typeof createPictureMaker>

/**
 * Makes pictures of strangers anew, one at a time, in a process of its own. It is not the one of the members' photos, so that no
 * photo waits behind pictures, which take longer.
 */
export function createPictureMaker({ timeoutMs = 10_000, idleTimeoutMs = 60_000 } = {}) {
  const maker = createWorkerProcess<PictureTask, MadePicture | { fault: string }>(
    new URL('./picture-maker.child.ts', import.meta.url),
    { timeoutMs, idleTimeoutMs },
  )

  /**
   * Writes the picture in both sizes; null, and no file, where its bytes can't be read whole, the process fails over them or takes
   * too long. Rejects where the files can't be written, as on a full disk.
   *
   * @param uid for whom `isBusy` answers no: neither do too many wait, nor is a picture of the member's in the making
   * @param source a file that `readPictureHead` states the size of
   */
  async function make(
    uid: string,
    source: string,
    targets: PictureTask['targets'],
  ): Promise<MadePicture | null> {
    const made = await maker.run(uid, { source, targets })
    if (made && !('fault' in made)) return made
    // The process may have ended over the second one, or over half of one.
    await Promise.all([targets.large, targets.small].map((path) => rm(path, { force: true })))
    if (made)
      throw Object.assign(new Error(`A picture could not be written: ${made.fault}`), { code: made.fault })
    return null
  }

  return { isBusy: maker.isBusy, make, stop: maker.stop }
}
