import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import sharp, { type Sharp } from 'sharp'
import { answerTasks } from '../platform/worker-process.child.ts'
import { maximumPixels } from './picture-head.ts'

// A process of its own (picture-maker.ts): a hostile picture harms the decoder here, where there is nothing.

export type PictureTask = {
  /** The path of the file that a stranger chose. */
  source: string
  /** The paths of the files to write. */
  targets: { large: string; small: string }
}

export type MadePicture = {
  /** Of `large`, in pixels. */
  width: number
  height: number
  /** Of `large` and of `small`, in bytes. */
  size: number
  smallSize: number
  /** The SHA-256 of each in hexadecimal digits, by which `check` finds bytes that changed. */
  hashes: { large: string; small: string }
  /** 4 × 4 colours, row by row, each in six hexadecimal digits; what is transparent lies on white. */
  placeholder: string
}

const [largeSide, smallSide] = [2560, 640]
/** Bytes up to which a PNG stays without loss. */
const losslessBytes = 2 ** 20
const smallBytes = 30_000
/** Of `small`: the quality falls from the first to the last, then the side. */
const [bestQuality, worstQuality] = [80, 20]

// All loaders but three: libvips has dozens, some of which read files that a picture names.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegFile', 'VipsForeignLoadPngFile', 'VipsForeignLoadWebpFile'],
})
sharp.cache(false)
sharp.concurrency(1)

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

answerTasks(async (task: PictureTask) => {
  try {
    return await make(task)
  } finally {
    // V8 sees a few bytes where the pixels of a picture lie, and would keep those of several.
    collectGarbage()
  }
})

/** Two new files of the first frame alone, with nothing from beside the pixels; rejects pictures that can't be read whole. */
async function make({ source, targets }: PictureTask): Promise<MadePicture | { fault: string }> {
  const file = sharp(source, {
    failOn: 'truncated',
    limitInputPixels: maximumPixels,
    pages: 1,
    // Row by row, where the format allows it.
    sequentialRead: true,
  })
  const { format } = await file.metadata()
  const { data, info } = await file
    .autoOrient()
    .resize(largeSide, largeSide, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const pixels = sharp(data, { raw: info })
  const large = await encodeLarge(pixels, format === 'png', info.channels === 4)
  const isSmall = Math.max(info.width, info.height) <= smallSide && large.length <= smallBytes
  const small = isSmall ? large : await encodeSmall(pixels)
  const placeholder = await drawPlaceholder(pixels)
  try {
    await Promise.all([writeFile(targets.large, large), writeFile(targets.small, small)])
  } catch (error) {
    return { fault: (error as NodeJS.ErrnoException).code ?? String(error) }
  }
  return {
    width: info.width,
    height: info.height,
    size: large.length,
    smallSize: small.length,
    hashes: { large: hashOf(large), small: hashOf(small) },
    placeholder,
  }
}

async function encodeLarge(pixels: Sharp, isPng: boolean, hasAlpha: boolean): Promise<Buffer> {
  if (isPng) {
    // More effort takes 100 MB and seconds more, and makes few pictures smaller.
    const lossless = await pixels.clone().webp({ lossless: true, effort: 0 }).toBuffer()
    if (lossless.length <= losslessBytes) return lossless
  }
  // Transparency is encoded without loss, and takes as much as a lossless picture does.
  const effort = hasAlpha ? 0 : 4
  return await pixels
    .clone()
    .webp({ quality: isPng ? 90 : 85, effort })
    .toBuffer()
}

/** The best picture of at most `smallBytes`. */
async function encodeSmall(pixels: Sharp): Promise<Buffer> {
  const { data, info } = await inside(pixels, smallSide).raw().toBuffer({ resolveWithObject: true })
  const shrunk = sharp(data, { raw: info })
  let [quality, side] = [bestQuality, smallSide]
  for (;;) {
    const bytes = await inside(shrunk, side).webp({ quality, alphaQuality: quality }).toBuffer()
    if (bytes.length <= smallBytes) return bytes
    if (quality > worstQuality) quality -= 10
    else side = Math.floor(side * 0.8)
  }
}

function inside(pixels: Sharp, side: number): Sharp {
  return pixels.clone().resize(side, side, { fit: 'inside', withoutEnlargement: true })
}

async function drawPlaceholder(pixels: Sharp): Promise<string> {
  const colours = await pixels
    .clone()
    .flatten({ background: 'white' })
    .resize(4, 4, { fit: 'fill' })
    .raw()
    .toBuffer()
  return colours.toString('hex')
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
