import { maximumBodyBytes } from '../body-limit.ts'

/** Media types of a picture that can become a photo. */
export const photoTypes = ['image/jpeg', 'image/png', 'image/webp'] as const

/** Pixels of a picture's side. */
export const minimumPhotoSide = 64
export const maximumPhotoSide = 2048

/** Bytes of a picture as it is sent: as much as the server takes of any request. */
export const maximumPhotoBytes = maximumBodyBytes

/** Pixels of a stored photo's sides, as they stand in its address. */
export const photoSizes = ['96', '256'] as const

export type PhotoSize = (typeof photoSizes)[number]

const photosPath = '/api/photos/'

/** The address of a photo, as `photoURL` has it. */
export function photoUrl(photoId: string): string {
  return `${photosPath}${photoId}`
}

/**
 * The address of a member's photo in a size; null where there is none, or one elsewhere, as an import may have brought along:
 * no page loads anything from there.
 */
export function sizedPhotoUrl(url: string | null, size: PhotoSize): string | null {
  return url?.startsWith(photosPath) ? `${url}/${size}` : null
}
