import { open } from 'node:fs/promises'
import { type PhotoHead, pictureTypeOf, readPhotoHead } from '../profiles/photo-head.ts'

/** GIF89a, 17 and 18: the version, and the size of the whole in 16 bits each. */
const gifStart = /^GIF8[79]a$/

/** Whether a file is made a picture, by its first bytes: a JPEG, PNG, WebP or GIF. */
export function beginsAsPicture(bytes: Buffer): boolean {
  return isGif(bytes) || pictureTypeOf(bytes) !== null
}

/** Maximum width times height of a picture that is encoded again. */
export const maximumPixels = 4096 ** 2
const maximumSide = 8192

/** Bytes that are read of a file: enough for most heads; of a JPEG's, before which cameras write previews and profiles. */
const headBytes = [4096, 512 * 1024]

/**
 * The size that the head of the file states. `none`: by its first bytes it is no JPEG, PNG, WebP or GIF, so it is a file like any other.
 * `unreadable`: it begins as one, but states no size, or one above the maximum. Nothing is decoded.
 */
export async function readPictureHead(path: string): Promise<PhotoHead | 'none' | 'unreadable'> {
  const file = await open(path)
  try {
    for (const length of headBytes) {
      const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(length), position: 0 })
      const bytes = buffer.subarray(0, bytesRead)
      if (!beginsAsPicture(bytes)) return 'none'
      const head = isGif(bytes) ? readGifHead(bytes) : readPhotoHead(bytes)
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

function isGif(bytes: Buffer): boolean {
  return gifStart.test(bytes.toString('latin1', 0, 6))
}

function readGifHead(bytes: Buffer): PhotoHead | null {
  return bytes.length < 10 ? null : { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
}
