import { maximumPhotoSide } from '@covo/contract/profiles/photo.rules'
import sharp from 'sharp'

// A process of its own (photo-decoder.ts): a hostile picture harms the decoder here, where there is nothing.

/** Of WebP, between 0 and 100. */
const quality = 82

/** Photos in their two sizes. */
export type DecodedPhoto = { small: Uint8Array; large: Uint8Array }

/** The messages of this process: it can work; then, for each picture that it is sent, the photo, or null where it is none. */
export type DecoderMessage = 'ready' | { photo: DecodedPhoto | null }

// All loaders but three: libvips has dozens, some of which read files that a picture names.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})
sharp.cache(false)
sharp.concurrency(1)

process.on('message', async (bytes: Uint8Array) => {
  say({ photo: await decode(bytes).catch(() => null) })
})
// The server ended, in whatever way.
process.on('disconnect', () => process.exit())
say('ready')

function say(message: DecoderMessage): void {
  process.send?.(message)
}

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
