import { createCipheriv } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'

/** A picture of one colour, as a file of the type. */
export async function pictureOf(
  type: 'jpeg' | 'png' | 'webp',
  { width = 300, height = 300, colour = '#a03020' } = {},
): Promise<Buffer> {
  return await sharp({ create: { width, height, channels: 3, background: colour } })
    .toFormat(type)
    .toBuffer()
}

/** A photo of one colour by a 'Fotocamera', which says where it stood. */
export async function photoWithPlace(width: number, height: number): Promise<Buffer> {
  const place = { GPSLatitudeRef: 'N', GPSLatitude: '45/1 27/1 51/1' }
  return await sharp(await pictureOf('jpeg', { width, height }))
    .jpeg()
    .withExif({ IFD0: { Make: 'Fotocamera' }, IFD3: place })
    .toBuffer()
}

/** The format of a picture, and what it holds beside its pixels. */
export async function hiddenDataOf(bytes: Buffer) {
  const { format, exif, xmp, icc } = await sharp(bytes).metadata()
  return { format, exif, xmp, icc }
}

/** A picture that no encoder makes small, the same each time. */
export function noise(width: number, height: number, channels: 3 | 4 = 3): Sharp {
  const key = Buffer.alloc(16)
  const bytes = createCipheriv('aes-128-ctr', key, key).update(Buffer.alloc(width * height * channels))
  return sharp(bytes, { raw: { width, height, channels } })
}

/** A PNG in grey that takes a thousandth of the bytes that it unfolds to. */
export function greyPng(width: number, height: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head[8] = 8
  // Each row has a byte for its filter before its pixels.
  const pixels = deflateSync(Buffer.alloc((width + 1) * height), { level: 9 })
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', head),
    pngChunk('IDAT', pixels),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

export function pngChunk(name: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(name), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(content))
  return Buffer.concat([length, content, sum])
}

/** A GIF of so many different frames, whose milliseconds are `delay` each. */
export async function gifOf(frames: number, { side = 60, delay = 40 } = {}): Promise<Buffer> {
  const pixels = await noise(side, side * frames)
    .raw()
    .toBuffer()
  const raw = { width: side, height: side * frames, channels: 3, pageHeight: side } as const
  return await sharp(pixels, { raw })
    .gif({ delay: Array.from({ length: frames }, () => delay) })
    .toBuffer()
}

/** An animation of so many frames, of one pixel each but for the first, which fills it. Each differs from the one before. */
export async function animatedWebp(frames: number, side = 100): Promise<Buffer> {
  const frameOf = async (size: number, background = '#204060') => {
    const still = await sharp({ create: { width: size, height: size, channels: 3, background } })
      .webp({ lossless: true })
      .toBuffer()
    // 4 bytes each: the first left, the first top, the width less one, the height less one, the time; then flags.
    const place = Buffer.alloc(16)
    place.writeUIntLE(size - 1, 6, 3)
    place.writeUIntLE(size - 1, 9, 3)
    place.writeUIntLE(10, 12, 3)
    return riffChunk('ANMF', Buffer.concat([place, still.subarray(12)]))
  }
  const canvas = Buffer.alloc(10)
  canvas[0] = 0b10
  canvas.writeUIntLE(side - 1, 4, 3)
  canvas.writeUIntLE(side - 1, 7, 3)
  const first = await frameOf(side)
  const others = await Promise.all([frameOf(1), frameOf(1, '#e0c0a0')])
  const body = Buffer.concat([
    Buffer.from('WEBP'),
    riffChunk('VP8X', canvas),
    riffChunk('ANIM', Buffer.alloc(6)),
    first,
    ...Array.from({ length: frames - 1 }, (_, number) => others[(number + 1) % 2] ?? first),
  ])
  return riffChunk('RIFF', body)
}

function riffChunk(name: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32LE(data.length)
  return Buffer.concat([Buffer.from(name), length, data, Buffer.alloc(data.length % 2)])
}
