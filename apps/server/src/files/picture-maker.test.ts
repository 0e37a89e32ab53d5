import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { animatedWebp, gifOf, greyPng, noise, pictureOf, pngChunk } from '../../test/pictures.ts'
import { createPictureMaker } from './picture-maker.ts'

// What holds of every process that createWorkerProcess starts is shown by profiles/photo-decoder.test.ts: its end when idle, its
// queue, its start after a kill, its environment and priority.

let folder: string
// The product's timeout is shown below: a busy machine may need longer for a picture that can be made.
const maker = createPictureMaker({ timeoutMs: 60_000 })
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'covo-pictures-'))
})
afterAll(async () => {
  maker.stop()
  await rm(folder, { recursive: true })
})

const pathOf = (name: string) => join(folder, name)
const targets = () => ({ large: pathOf('large'), small: pathOf('small'), moving: pathOf('moving') })

async function tryToMake(bytes: Buffer) {
  await writeFile(pathOf('source'), bytes)
  return await maker.make('anna', pathOf('source'), targets())
}

/** The picture as it was made, with the bytes of its files, which are what the answer says. */
async function make(bytes: Buffer) {
  const made = await tryToMake(bytes)
  if (!made) throw new Error('No picture was made')
  const [large, small] = [await readFile(pathOf('large')), await readFile(pathOf('small'))]
  const { format, width, height } = await sharp(large).metadata()
  expect({ format, width, height }).toEqual({ format: 'webp', width: made.width, height: made.height })
  expect([made.size, made.smallSize]).toEqual([large.length, small.length])
  expect(made.placeholder).toMatch(/^[0-9a-f]{96}$/)
  expect((await sharp(small).metadata()).format).toBe('webp')
  expect(small.length).toBeLessThanOrEqual(30_000)
  return { ...made, large, small }
}

async function sizeOf(bytes: Buffer) {
  const { width, height } = await sharp(bytes).metadata()
  return { width, height }
}

/** The colour at a place of the picture, as numbers for red, green and blue. */
async function colourAt(bytes: Buffer, left: number, top: number) {
  // The numbers in the file, whatever profile gives them a meaning.
  const place = sharp(bytes).keepIccProfile().extract({ left, top, width: 1, height: 1 })
  return [...(await place.removeAlpha().raw().toBuffer())]
}

const isNear = (colour: number[], other: number[]) =>
  colour.every((value, index) => Math.abs(value - Number(other[index])) < 8)

/** Red on the left, blue on the right. */
const redAndBlue = async () =>
  sharp(await pictureOf('png', { width: 200, height: 100, colour: '#e01010' })).composite([
    { input: await pictureOf('png', { width: 100, height: 100, colour: '#1010e0' }), left: 100, top: 0 },
  ])

it('turns a photo upright, and leaves out what the camera wrote and where it stood (S-31)', async () => {
  const photo = (await redAndBlue())
    .jpeg()
    .withExif({ IFD0: { Make: 'Fotocamera' }, IFD3: { GPSLatitude: '45/1 27/1 51/1' } })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><!-- Fotocamera --></x:xmpmeta>')
    .withMetadata({ orientation: 6 })
  const bytes = await photo.toBuffer()
  expect(bytes.includes('Fotocamera')).toBe(true)
  const { width, height, large, small } = await make(bytes)
  expect({ width, height }).toEqual({ width: 100, height: 200 })
  expect(await colourAt(large, 50, 20)).toSatisfy((colour: number[]) => isNear(colour, [224, 16, 16]))
  expect(await colourAt(large, 50, 180)).toSatisfy((colour: number[]) => isNear(colour, [16, 16, 224]))
  for (const file of [large, small]) {
    const { exif, xmp, icc, orientation } = await sharp(file).metadata()
    expect({ exif, xmp, icc, orientation }).toEqual({})
    expect(file.includes('Fotocamera')).toBe(false)
  }
})

it('brings the colours of a profile to sRGB', async () => {
  const picture = sharp(await pictureOf('png', { colour: '#e02020' })).withIccProfile('p3')
  const bytes = await picture.png().toBuffer()
  expect(await colourAt(bytes, 9, 9)).not.toSatisfy((colour: number[]) => isNear(colour, [224, 32, 32]))
  const { large } = await make(bytes)
  expect(await colourAt(large, 9, 9)).toSatisfy((colour: number[]) => isNear(colour, [224, 32, 32]))
})

it('keeps a PNG without loss up to 1 MiB, and no other picture', async () => {
  const png = await noise(300, 300).png().toBuffer()
  const { large } = await make(png)
  expect(await sharp(large).raw().toBuffer()).toEqual(await sharp(png).raw().toBuffer())
  const noisy = await make(await noise(1000, 1000).png().toBuffer())
  expect(noisy.large.includes('VP8L')).toBe(false)
  const lossless = await noise(300, 300).webp({ lossless: true }).toBuffer()
  expect((await make(lossless)).size).toBeLessThan(lossless.length / 2)
})

it.each<[what: string, picture: () => Sharp, least: number]>([
  ['a large picture of noise', () => noise(2600, 1300), 640],
  ['noise that is not shrunk', () => noise(640, 640), 300],
  ['noise with transparency', () => noise(640, 640, 4), 200],
])('makes the small one of %s of at most 30,000 bytes', async (_, picture, least) => {
  const { small } = await make(await picture().png({ compressionLevel: 1 }).toBuffer())
  expect((await sharp(small).metadata()).width).toBeGreaterThanOrEqual(least)
})

it.each([
  [4096, 2048, [2560, 1280], [640, 320]],
  [8192, 100, [2560, 31], [640, 8]],
  [1, 8192, [1, 2560], [1, 640]],
  [700, 500, [700, 500], [640, 457]],
  [20, 10, [20, 10], [20, 10]],
])('fits %i × %i into both sizes, and enlarges nothing', async (width, height, large, small) => {
  const made = await make(greyPng(width, height))
  expect(await sizeOf(made.large)).toEqual({ width: large[0], height: large[1] })
  expect(await sizeOf(made.small)).toEqual({ width: small[0], height: small[1] })
})

it('answers sixteen colours, row by row, with white behind what is transparent', async () => {
  expect((await make(await pictureOf('png'))).placeholder).toBe('a03020'.repeat(16))
  const upright = (await redAndBlue()).png().toBuffer()
  const { placeholder } = await make(
    await sharp(await upright)
      .rotate(90)
      .toBuffer(),
  )
  expect(placeholder).toMatch(/^(e.[01].[01].){4}.{48}([01].[01].e.){4}$/)
  const clear = sharp({ create: { width: 9, height: 9, channels: 4, background: '#00000000' } })
  expect((await make(await clear.png().toBuffer())).placeholder).toBe('f'.repeat(96))
})

it.each<[what: string, encode: (picture: Sharp) => Sharp]>([
  ['a grey JPEG', (picture) => picture.greyscale().jpeg()],
  ['a progressive JPEG', (picture) => picture.jpeg({ progressive: true })],
  ['a JPEG for printing', (picture) => picture.toColourspace('cmyk').jpeg()],
  ['a grey PNG with transparency', (picture) => picture.greyscale().ensureAlpha(0.5).png()],
  ['a PNG with a palette', (picture) => picture.png({ palette: true })],
  ['an interlaced PNG of 16 bits', (picture) => picture.toColourspace('rgb16').png({ progressive: true })],
  ['a WebP with transparency', (picture) => picture.ensureAlpha(0.5).webp()],
])('makes %s anew', async (_, encode) => {
  const { width, height } = await make(await encode(sharp(await pictureOf('png'))).toBuffer())
  expect({ width, height }).toEqual({ width: 300, height: 300 })
})

it.each<[what: string, bytes: () => Promise<Buffer>, frames: number, milliseconds: number]>([
  ['a GIF', () => gifOf(3), 3, 120],
  ['a GIF that hurries as browsers do not let it', () => gifOf(3, { delay: 10 }), 3, 300],
  ['a WebP', () => animatedWebp(5), 5, 500],
  ['300 frames', () => animatedWebp(300, 200), 300, 30_000],
  ['640 pixels a side', () => animatedWebp(39, 640), 39, 3900],
])('makes the first frame of %s, and all of them beside it', async (_, bytes, frames, milliseconds) => {
  const source = Buffer.concat([await bytes(), Buffer.from('<script>')])
  const { large, moving } = await make(source)
  expect((await sharp(large).metadata()).pages).toBeUndefined()
  const made = await readFile(pathOf('moving'))
  const { format, pages, loop, delay = [] } = await sharp(made).metadata()
  expect({ format, pages, loop }).toEqual({ format: 'webp', pages: frames, loop: 0 })
  expect(moving).toEqual({ size: made.length, milliseconds, hash: expect.stringMatching(/^[\da-f]{64}$/) })
  expect(delay.reduce((sum, one) => sum + one)).toBe(milliseconds)
  expect(made.includes('<script>')).toBe(false)
})

it.each<[what: string, bytes: () => Promise<Buffer>]>([
  ['one frame', () => gifOf(1)],
  ['301 frames', () => animatedWebp(301)],
  ['10,000 frames', () => animatedWebp(10_000)],
  ['641 pixels a side', () => animatedWebp(2, 641)],
  ['more than 16 million pixels', () => animatedWebp(40, 640)],
])('makes of %s the first frame alone', async (_, bytes) => {
  await rm(pathOf('moving'), { force: true })
  const made = await make(await bytes())
  expect(made.moving).toBeUndefined()
  expect(await readdir(folder)).not.toContain('moving')
})

it('takes nothing along that stands behind a picture or in its comments (S-31)', async () => {
  const script = '<script>alert(1)</script>'
  const png = await pictureOf('png')
  const text = pngChunk('tEXt', Buffer.from(`Comment\0${script}`))
  // Behind the head, which takes 33 bytes.
  const both = Buffer.concat([
    png.subarray(0, 33),
    text,
    png.subarray(33),
    Buffer.from(`PK\u0003\u0004${script}`),
  ])
  const { large, small } = await make(both)
  expect([large, small].some((file) => file.includes('script') || file.includes('PK\u0003'))).toBe(false)
})

it('draws no more than a lying head states (S-31)', async () => {
  const lying = greyPng(2000, 2000)
  const head = Buffer.from(lying.subarray(16, 29))
  head.writeUInt32BE(20, 0)
  head.writeUInt32BE(20, 4)
  expect(
    await make(Buffer.concat([lying.subarray(0, 8), pngChunk('IHDR', head), lying.subarray(33)])),
  ).toMatchObject({ width: 20, height: 20 })
})

it.each<[what: string, bytes: () => Buffer | Promise<Buffer>]>([
  ['a JPEG that ends early', async () => (await noise(300, 300).jpeg().toBuffer()).subarray(0, 20_000)],
  ['a PNG that ends early', async () => (await noise(300, 300).png().toBuffer()).subarray(0, 20_000)],
  ['a WebP that ends early', async () => (await noise(300, 300).webp().toBuffer()).subarray(0, 20_000)],
  ['a PNG whose head promises more than there is', () => withHeight(greyPng(100, 100), 200)],
  ['80 megapixels', () => greyPng(10_000, 8_000)],
  ['a GIF that ends in its first frame', async () => (await gifOf(2)).subarray(0, 2000)],
  ['a GIF that is a script', () => Buffer.from('GIF89a=1;alert(document.domain)//')],
  [
    'a TIFF',
    async () =>
      await sharp(await pictureOf('png'))
        .tiff()
        .toBuffer(),
  ],
  [
    'an AVIF',
    async () =>
      await sharp(await pictureOf('png'))
        .avif()
        .toBuffer(),
  ],
  ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"/>')],
])('makes nothing of %s, and leaves no file (S-31)', async (_, bytes) => {
  await Promise.all(Object.values(targets()).map((path) => rm(path, { force: true })))
  expect(await tryToMake(await bytes())).toBeNull()
  expect(await readdir(folder)).toEqual(['source'])
})

function withHeight(png: Buffer, height: number): Buffer {
  const head = Buffer.from(png.subarray(16, 29))
  head.writeUInt32BE(height, 4)
  return Buffer.concat([png.subarray(0, 8), pngChunk('IHDR', head), png.subarray(33)])
}

it('gives a picture up that takes too long, and leaves no file (S-31)', async () => {
  const hurried = createPictureMaker({ timeoutMs: 1 })
  await writeFile(pathOf('source'), greyPng(4096, 4096))
  const late = {
    large: pathOf('late-large'),
    small: pathOf('late-small'),
    moving: pathOf('late-moving'),
  }
  await writeFile(late.large, 'half a picture')
  const making = hurried.make('anna', pathOf('source'), late)
  expect([hurried.isBusy('anna'), hurried.isBusy('bruno')]).toEqual([true, false])
  expect(await making).toBeNull()
  expect(hurried.isBusy('anna')).toBe(false)
  expect((await readdir(folder)).filter((name) => name.startsWith('late'))).toEqual([])
})

it('tells a folder that can’t be written from a picture that can’t be read', async () => {
  await writeFile(pathOf('source'), await pictureOf('png'))
  const nowhere = { ...targets(), small: pathOf('nowhere/small') }
  await expect(maker.make('anna', pathOf('source'), nowhere)).rejects.toThrow(/ENOENT/)
  expect(await readdir(folder)).not.toContain('large')
})
