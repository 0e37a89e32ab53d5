import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { maximumFileBytes } from '@covo/contract/files/files.rules'
import sharp, { type Sharp } from 'sharp'
import { answerTasks } from '../platform/worker-process.child.ts'
import { maximumPixels } from './picture-head.ts'

// A process of its own (picture-maker.ts): a hostile picture harms the decoder here, where there is nothing.

/** The path of the file that a stranger chose, and of the files to write: of the first frame, or of the animation. */
export type PictureTask =
  | { source: string; targets: { large: string; small: string } }
  | { source: string; moving: string }

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
  /** Of an animation: its bytes, how long a round takes, and its SHA-256. */
  moving?: { size: number; milliseconds: number; hash: string }
}

export type PictureAnswer =
  /** `frames`: how many the file says that it has. */
  | { still: MadePicture; frames: number }
  | { moving: NonNullable<MadePicture['moving']> }
  /** A file can't be written: the code of the system's error. */
  | { fault: string }

const [largeSide, smallSide] = [2560, 640]
/** Bytes up to which a PNG stays without loss. */
const losslessBytes = 2 ** 20
const smallBytes = 30_000
/** What an animation may have at most, all its frames together; of another the first frame is shown alone. */
const maximumFrames = 300
const maximumMovingSide = 640
const maximumMovingPixels = 16_000_000
/** Browsers show a frame that says to stay for no longer than the first for the second. */
const [leastFrameMs, hurriedFrameMs] = [10, 100]
/** Of `small`: the quality falls from the first to the last, then the side. */
const [bestQuality, worstQuality] = [80, 20]

// All loaders but four: libvips has dozens, some of which read files that a picture names.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegFile',
    'VipsForeignLoadPngFile',
    'VipsForeignLoadWebpFile',
    'VipsForeignLoadNsgifFile',
  ],
})
sharp.cache(false)
sharp.concurrency(1)

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

answerTasks(async (task: PictureTask) => {
  try {
    return 'moving' in task
      ? await makeMoving(task.source, task.moving)
      : await make(task.source, task.targets)
  } finally {
    // V8 sees a few bytes where the pixels of a picture lie, and would keep those of several.
    collectGarbage()
  }
})

/** Two new files of the first frame alone, with nothing from beside the pixels; rejects pictures that can't be read whole. */
async function make(source: string, targets: { large: string; small: string }): Promise<PictureAnswer> {
  const file = sharp(source, {
    failOn: 'truncated',
    limitInputPixels: maximumPixels,
    pages: 1,
    // Row by row, where the format allows it.
    sequentialRead: true,
  })
  const { format, pages = 1 } = await file.metadata()
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
  const still = {
    width: info.width,
    height: info.height,
    size: large.length,
    smallSize: small.length,
    hashes: { large: hashOf(large), small: hashOf(small) },
    placeholder,
  }
  return await writeAll(
    [
      [targets.large, large],
      [targets.small, small],
    ],
    { still, frames: pages },
  )
}

/** A new file of all frames, with nothing from beside the pixels; rejects animations beyond the bounds, and those that can't be read whole. */
async function makeMoving(source: string, target: string): Promise<PictureAnswer> {
  const file = sharp(source, {
    failOn: 'truncated',
    limitInputPixels: maximumMovingPixels,
    pages: -1,
    sequentialRead: true,
  })
  const { width, pageHeight = 0, pages = 1, delay = [], orientation = 1 } = await file.metadata()
  const isWithinBounds =
    pages > 1 &&
    pages <= maximumFrames &&
    Math.max(width, pageHeight) <= maximumMovingSide &&
    pages * width * pageHeight <= maximumMovingPixels
  // The first frame alone is turned upright.
  if (!isWithinBounds || orientation !== 1) throw new Error('no animation that is made')
  const delays = delay.map((milliseconds) => (milliseconds <= leastFrameMs ? hurriedFrameMs : milliseconds))
  const bytes = await file
    .toColourspace('srgb')
    .webp({ quality: 75, effort: 2, loop: 0, delay: delays })
    .toBuffer()
  if (bytes.length > maximumFileBytes) throw new Error('larger than a file may be')
  if (!isAnimation(bytes)) throw new Error('all frames are alike')
  const milliseconds = delays.reduce((sum, one) => sum + one, 0)
  const moving = { size: bytes.length, milliseconds, hash: hashOf(bytes) }
  return await writeAll([[target, bytes]], { moving })
}

/** RFC 9649, 2.7: the encoder makes one picture of frames that are alike. */
function isAnimation(webp: Buffer): boolean {
  return webp.toString('latin1', 12, 16) === 'VP8X' && (webp.readUInt8(20) & 0b10) !== 0
}

/** Writes files, and answers the given answer, or why they can't be written. */
async function writeAll(
  files: [path: string, bytes: Buffer][],
  answer: PictureAnswer,
): Promise<PictureAnswer> {
  try {
    await Promise.all(files.map(([path, bytes]) => writeFile(path, bytes)))
    return answer
  } catch (error) {
    return { fault: (error as NodeJS.ErrnoException).code ?? String(error) }
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
