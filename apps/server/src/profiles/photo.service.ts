import { maximumPhotoSide, minimumPhotoSide, type PhotoSize } from '@covo/contract/profiles/photo.rules'
import type { OwnProfile } from '@covo/contract/profiles/profiles.routes'
import { AppError } from '../platform/app-error.ts'
import type { Database } from '../platform/database/database.ts'
import type { Limits } from '../platform/limits/limits.ts'
import type { Newsroom } from '../platform/realtime/newsroom.ts'
import { findPhoto, replacePhoto } from './photo.store.ts'
import type { DecodedPhoto } from './photo-decoder.child.ts'
import type { PhotoDecoder } from './photo-decoder.ts'
import { readPhotoHead } from './photo-head.ts'
import { memberChanged, ownProfileChanged } from './profiles.news.ts'
import { readProfile } from './profiles.service.ts'
import { lockMember } from './profiles.store.ts'

export type PhotoService = ReturnType<typeof createPhotoService>

type PhotoDependencies = {
  database: Database
  limits: Limits
  newsroom: Newsroom
  decoder: PhotoDecoder
  /** Refuses members who have not confirmed their address, where that is asked. */
  refuseUnconfirmed: (uid: string) => Promise<void>
}

export function createPhotoService(dependencies: PhotoDependencies) {
  const { database, limits, newsroom, decoder, refuseUnconfirmed } = dependencies

  /** Makes a picture the member's photo. Its format and size are those in its own bytes. */
  async function savePhoto(viewerId: string, bytes: Buffer): Promise<OwnProfile> {
    await refuseUnconfirmed(viewerId)
    const head = readPhotoHead(bytes)
    if (!head) throw new AppError('profiles.photo_unreadable')
    const sides = [head.width, head.height]
    if (sides.some((side) => side < minimumPhotoSide || side > maximumPhotoSide))
      throw new AppError('profiles.photo_size')
    await countChange(viewerId)
    const photo = await decoder.decode(viewerId, bytes)
    if (!photo) throw new AppError('profiles.photo_unreadable')
    return await changePhoto(viewerId, photo)
  }

  /** Removes the member's photo, if there is one. */
  async function removePhoto(viewerId: string): Promise<OwnProfile> {
    await countChange(viewerId)
    return await changePhoto(viewerId, null)
  }

  async function countChange(viewerId: string): Promise<void> {
    const seconds = await limits.take('photosChanged', viewerId)
    if (seconds) throw new AppError('profiles.too_many_changes', { seconds })
  }

  async function changePhoto(viewerId: string, photo: DecodedPhoto | null): Promise<OwnProfile> {
    return await newsroom.transact(async (trx, publish) => {
      if (!(await lockMember(trx, viewerId))) throw new AppError('common.unauthenticated')
      await replacePhoto(trx, viewerId, photo)
      const saved = await readProfile(trx, viewerId)
      publish(memberChanged(saved))
      publish(ownProfileChanged(viewerId))
      return saved
    })
  }

  /** The bytes of a photo, as WebP. */
  async function readPhoto(photoId: string, size: PhotoSize): Promise<Buffer> {
    const bytes = await findPhoto(database, photoId, size)
    if (!bytes) throw new AppError('common.not_found')
    return bytes
  }

  return { savePhoto, removePhoto, readPhoto }
}
