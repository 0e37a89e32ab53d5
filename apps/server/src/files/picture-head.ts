import { open } from 'node:fs/promises'
import { type PhotoHead, pictureTypeOf, readPhotoHead } from '../profiles/photo-head.ts'

/** Maximum width times height of a picture that is encoded again. */
export const maximumPixels = 4096 ** 2
const maximumSide = 8192

/** Bytes that are read of a file: enough for most heads; of a JPEG's, before which cameras write previews and profiles. */
const headBytes = [4096, 512 * 1024]

/**
 * The size that the head of the file states. `none`: by its first bytes it is no JPEG, PNG or WebP, so it is a file like any other.
 * `unreadable`: it begins as one, but states no size, or one above the maximum. Nothing is decoded.
 */
export async function readPictureHead(path: string): Promise<PhotoHead | 'none' | 'unreadable'> {
  const file = await open(path)
  try {
    for (const length of headBytes) {
      const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(length), position: 0 })
      const bytes = buffer.subarray(0, bytesRead)
      if (!pictureTypeOf(bytes)) return 'none'
      const head = readPhotoHead(bytes)
      if (head) return isWithinMaximum(head) ? head : 'unreadable'
    }
    return 'unreadable'
  } finally {
    await file.close()
  }
}

function isWithinMaximum({ width, height }: PhotoHead): boolean {
  return [width, height].every((side) => side >= 1 && side <= maximumSide) && width * height <= maximumPixels
}
