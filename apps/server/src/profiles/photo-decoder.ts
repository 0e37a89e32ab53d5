import { AppError } from '../platform/app-error.ts'
import { createWorkerProcess, secondsToDrain } from '../platform/worker-process.ts'
import type { DecodedPhoto } from './photo-decoder.child.ts'

export type PhotoDecoder = ReturnType<typeof createPhotoDecoder>

/** Decodes pictures of strangers, one at a time, in a process of its own. */
export function createPhotoDecoder({ timeoutMs = 5000, idleTimeoutMs = 60_000 } = {}) {
  const decoder = createWorkerProcess<Uint8Array, DecodedPhoto>(
    new URL('./photo-decoder.child.ts', import.meta.url),
    { timeoutMs, idleTimeoutMs },
  )

  /**
   * The member's photo in its sizes; null where the bytes are no picture, the process fails over them or takes too long. Rejects
   * with `profiles.photo_busy` where too many wait, or another picture of the member's.
   */
  async function decode(uid: string, bytes: Uint8Array): Promise<DecodedPhoto | null> {
    if (decoder.isBusy(uid)) throw new AppError('profiles.photo_busy', { seconds: secondsToDrain })
    return await decoder.run(uid, bytes)
  }

  return { decode, stop: decoder.stop }
}
