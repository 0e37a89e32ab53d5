import { maximumPhotoSide } from '@covo/contract/profiles/photo.rules'
import sharp from 'sharp'
import { answerTasks } from '../platform/worker-process.child.ts'

// A process of its own (photo-decoder.ts): a hostile picture harms the decoder here, where there is nothing.

/** Of WebP, between 0 and 100. */
const quality = 82

/** Photos in their two sizes. */
export type DecodedPhoto = { small: Uint8Array; large: Uint8Array }

// All loaders but three: libvips has dozens, some of which read files that a picture names.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})
sharp.cache(false)
sharp.concurrency(1)

answerTasks(decode)

/** Two new files of the first frame alone, with nothing from beside the pixels; rejects pictures that can't be read whole. */
async function decode(bytes: Uint8Array): Promise<DecodedPhoto> {
  const { data, info } = await sharp(bytes, {
    failOn: 'truncated',
    limitInputPixels: maximumPhotoSide ** 2,
    pages: 1,
  })
    .autoOrient()
    .resize(256, 256, { fit: 'cover' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const large = sharp(data, { raw: info })
  return {
    small: await large.clone().resize(96, 96).webp({ quality }).toBuffer(),
    large: await large.webp({ quality }).toBuffer(),
  }
}
