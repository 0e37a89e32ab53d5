import { keyOf } from './file-store.ts'
import type { MadePicture } from './picture-maker.child.ts'

/** The objects that a file of a message has in the store, with their bytes and the SHA-256 of these. */
export function objectsOfFile({
  id,
  size,
  sha256,
  picture,
}: {
  id: string
  size: number
  sha256: string
  picture: MadePicture | null
}): { key: string; size: number; sha256: string }[] {
  if (!picture) return [{ key: keyOf(id, 'file'), size, sha256 }]
  const { hashes, moving } = picture
  return [
    { key: keyOf(id, 'large'), size: picture.size, sha256: hashes.large },
    { key: keyOf(id, 'small'), size: picture.smallSize, sha256: hashes.small },
    ...(moving ? [{ key: keyOf(id, 'moving'), size: moving.size, sha256: moving.hash }] : []),
  ]
}
