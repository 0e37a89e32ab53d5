import sharp from 'sharp'
import { expect, it } from 'vitest'
import { animatedWebp, greyPng, pictureOf } from '../../test/pictures.ts'
import { readPhotoHead } from './photo-head.ts'

const size = { width: 320, height: 200 }

it.each<[what: string, make: () => Buffer | Promise<Buffer>]>([
  ['a JPEG', () => pictureOf('jpeg', size)],
  ['a PNG', () => pictureOf('png', size)],
  ['a WebP', () => pictureOf('webp', size)],
  [
    'a WebP without loss',
    async () =>
      await sharp(await pictureOf('png', size))
        .webp({ lossless: true })
        .toBuffer(),
  ],
  [
    'a WebP with transparency',
    async () =>
      await sharp(await pictureOf('png', size))
        .ensureAlpha(0.5)
        .webp()
        .toBuffer(),
  ],
  [
    'a progressive JPEG with what cameras write',
    async () =>
      await sharp(await pictureOf('png', size))
        .jpeg({ progressive: true })
        .withExif({ IFD0: { Make: 'x'.repeat(3000) } })
        .withIccProfile('p3')
        .toBuffer(),
  ],
])('reads the size of %s', async (_, make) => {
  expect(readPhotoHead(await make())).toEqual(size)
})

it('reads the size of an animation, and of what would unfold to gigabytes', async () => {
  expect(readPhotoHead(await animatedWebp(3, 120))).toEqual({ width: 120, height: 120 })
  const bomb = greyPng(100, 100)
  bomb.writeUInt32BE(0xffff_ffff, 16)
  expect(readPhotoHead(bomb)).toEqual({ width: 0xffff_ffff, height: 100 })
})

const jpegWith = (...segments: string[]) => Buffer.from(`ffd8${segments.join('')}`, 'hex')

it.each<[what: string, bytes: Buffer]>([
  ['nothing', Buffer.alloc(0)],
  ['a byte', Buffer.from([0xff])],
  ['a GIF', Buffer.from('GIF89a\u0001\u0001')],
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"/>')],
  ['a TIFF', Buffer.from('49492a0008000000', 'hex')],
  ['an AVIF', Buffer.from('0000001c667479706176696600000000', 'hex')],
  ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['the start of a PNG', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
  ['a PNG that begins with something else', Buffer.from('89504e470d0a1a0a0000000d69545874', 'hex')],
  ['a JPEG without a frame', jpegWith('ffe00002', 'ffda0002')],
  ['a JPEG that ends before its frame', jpegWith('ffe0ffff')],
  ['a JPEG whose segments lead nowhere', jpegWith('00000000')],
  ['a JPEG of fill bytes', Buffer.concat([jpegWith(), Buffer.alloc(100_000, 0xff)])],
  ['a JPEG whose segments don’t get on', jpegWith('ffe00000'.repeat(1000))],
  ['a RIFF that is no picture', Buffer.from('RIFF\u0000\u0000\u0000\u0000WAVEfmt ')],
  ['a WebP of an unknown kind', Buffer.from('RIFF\u0000\u0000\u0000\u0000WEBPVP8?'.padEnd(40))],
  ['a WebP without its start code', Buffer.from('RIFF\u0000\u0000\u0000\u0000WEBPVP8 '.padEnd(40))],
])('finds no size in %s', (_, bytes) => {
  expect(readPhotoHead(bytes)).toBeNull()
})
