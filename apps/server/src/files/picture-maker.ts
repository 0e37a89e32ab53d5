import { rm } from 'node:fs/promises'
import type { PictureSize } from '@covo/contract/files/files.rules'
import { createWorkerProcess } from '../platform/worker-process.ts'
import type { MadePicture, PictureAnswer, PictureTask } from './picture-maker.child.ts'

export type PictureMaker = ReturnType<typeof createPictureMaker>

/**
 * Makes pictures of strangers anew, one at a time, in a process of its own. It is not the one of the members' photos, so that no
 * photo waits behind pictures, which take longer.
 */
export function createPictureMaker({ timeoutMs = 10_000, idleTimeoutMs = 60_000 } = {}) {
  const maker = createWorkerProcess<PictureTask, PictureAnswer>(
    new URL('./picture-maker.child.ts', import.meta.url),
    { timeoutMs, idleTimeoutMs },
  )

  /**
   * Writes the picture in both sizes, and its animation where it has one within the bounds; null, and no file, where its bytes can't be read whole, the process fails over them or takes
   * too long. Rejects where the files can't be written, as on a full disk.
   *
   * @param uid for whom `isBusy` answers no: neither do too many wait, nor is a picture of the member's in the making
   * @param source a file that `readPictureHead` states the size of
   */
  async function make(
    uid: string,
    source: string,
    { large, small, moving: movingTarget }: Record<PictureSize, string>,
  ): Promise<MadePicture | null> {
    const made = await maker.run(uid, { source, targets: { large, small } })
    if (!made || !('still' in made)) return await giveUp(made, [large, small])
    if (made.frames === 1) return made.still
    const moved = await maker.run(uid, { source, moving: movingTarget })
    if (moved && 'moving' in moved) return { ...made.still, moving: moved.moving }
    await giveUp(moved, [movingTarget])
    return made.still
  }

  /** Deletes what may have been written: the process may have ended over half of a file. */
  async function giveUp(answer: PictureAnswer | null, paths: string[]): Promise<null> {
    await Promise.all(paths.map((path) => rm(path, { force: true })))
    if (answer && 'fault' in answer)
      throw Object.assign(new Error(`A picture could not be written: ${answer.fault}`), {
        code: answer.fault,
      })
    return null
  }

  return { isBusy: maker.isBusy, make, stop: maker.stop }
}
