import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { animatedWebp, gifOf, greyPng, pictureOf } from '../../test/pictures.ts'
import { readPictureHead } from './picture-head.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'covo-heads-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function headOf(bytes: Buffer | string) {
  const path = join(folder, 'file')
  await writeFile(path, bytes)
  return await readPictureHead(path)
}

/** A PNG that states a size which it does not have. */
function stating(width: number, height: number): Buffer {
  const png = greyPng(1, 1)
  png.writeUInt32BE(width, 16)
  png.writeUInt32BE(height, 20)
  return png
}

/** A JPEG with so many segments of 64 KiB of a camera's before its size. */
async function jpegBehind(segments: number): Promise<Buffer> {
  const jpeg = await pictureOf('jpeg', { width: 120, height: 80 })
  const segment = Buffer.alloc(2 + 0xffff)
  segment.writeUInt32BE(0xffe1_ffff)
  return Buffer.concat([
    jpeg.subarray(0, 2),
    ...Array.from({ length: segments }, () => segment),
    jpeg.subarray(2),
  ])
}

it.each(['jpeg', 'png', 'webp'] as const)('reads the size of a %s', async (type) => {
  expect(await headOf(await pictureOf(type, { width: 120, height: 80 }))).toEqual({ width: 120, height: 80 })
})

it.each<[what: string, bytes: () => Buffer | Promise<Buffer>, head: unknown]>([
  ['a GIF', () => gifOf(2, { side: 70 }), { width: 70, height: 70 }],
  [
    'a GIF of 1987',
    async () => Buffer.from((await gifOf(1)).toString('latin1').replace('GIF89a', 'GIF87a'), 'latin1'),
    { width: 60, height: 60 },
  ],
  ['a GIF that is JavaScript', () => Buffer.from('GIF89a=/**/alert(1)//'), 'unreadable'],
  ['a GIF that ends in its head', async () => (await gifOf(1)).subarray(0, 9), 'unreadable'],
  [
    'a GIF that states 65,535 pixels a side',
    () => Buffer.from('GIF89a\xff\xff\xff\xff', 'latin1'),
    'unreadable',
  ],
  ['what only begins like a GIF', () => Buffer.from('GIF88a........'), 'none'],
  ['an animated WebP', () => animatedWebp(10_000), { width: 100, height: 100 }],
])('tells the size of %s', async (_, bytes, head) => {
  expect(await headOf((await bytes()) as Buffer)).toEqual(head)
})

it('finds the size of a JPEG behind what cameras write, up to 512 KiB', async () => {
  expect(await headOf(await jpegBehind(7))).toEqual({ width: 120, height: 80 })
  expect(await headOf(await jpegBehind(8))).toBe('unreadable')
})

it.each([
  [4096, 4096, true],
  [8192, 2048, true],
  [8192, 2049, false],
  [8193, 1, false],
  [1, 8193, false],
  [0, 1, false],
  [0xffff_ffff, 0xffff_ffff, false],
])('bounds the sides and the pixels: %i × %i', async (width, height, isReadable) => {
  expect(await headOf(stating(width, height))).toEqual(isReadable ? { width, height } : 'unreadable')
})

it('refuses 80 megapixels in half a megabyte by their head (S-31)', async () => {
  const bomb = greyPng(10_000, 8_000)
  expect(bomb.length).toBeLessThan(500_000)
  expect(await headOf(bomb)).toBe('unreadable')
})

it.each<[what: string, make: () => Buffer | string | Promise<Buffer>]>([
  ['nothing', () => ''],
  ['an SVG', () => '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"/>'],
  ['a TIFF', () => Buffer.from('49492a0008000000', 'hex')],
  ['an AVIF', () => Buffer.from('0000001c667479706176696600000000', 'hex')],
  ['a page with a picture in it', async () => Buffer.concat([Buffer.from('<p>'), await pictureOf('png')])],
  ['a RIFF of sounds', () => 'RIFF\u0000\u0000\u0000\u0000WAVEfmt '],
])('takes %s for no picture', async (_, make) => {
  expect(await headOf(await make())).toBe('none')
})

it('takes what begins as a picture and states no size for an unreadable one', async () => {
  expect(await headOf((await pictureOf('png')).subarray(0, 12))).toBe('unreadable')
})
