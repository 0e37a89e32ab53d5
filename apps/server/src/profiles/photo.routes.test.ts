import { readFile } from 'node:fs/promises'
import type { OwnProfile } from '@covo/contract/profiles/profiles.routes'
import { type Visitor, visit } from '@covo/testing/visitor'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { animatedWebp, greyPng, pictureOf, pngChunk } from '../../test/pictures.ts'
import { signedInMembers } from '../../test/signed-in-members.ts'
import { runTestApp, unlimited } from '../../test/test-app.ts'

const app = runTestApp({ limits: unlimited })
const hurried = runTestApp({ limits: { photosChanged: { points: 2, seconds: 3600 } } })
const plain = runTestApp({ extensions: 'off' })

const path = '/api/profiles/me/photo'

function upload(visitor: Visitor, body: Uint8Array, type = 'image/png'): Promise<Response> {
  return visitor.fetch(path, { method: 'PUT', body, headers: { 'content-type': type } })
}

async function save(visitor: Visitor, body: Uint8Array): Promise<OwnProfile> {
  const answer = await upload(visitor, body)
  expect(answer.status).toBe(200)
  return (await answer.json()) as OwnProfile
}

async function fetchPhoto(visitor: Visitor, url: string): Promise<Buffer> {
  const answer = await visitor.fetch(url)
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}

const own = (visitor: Visitor) => visitor.read<OwnProfile>('/api/profiles/me')
const countPhotos = async () => (await app.database.selectFrom('photos').select('id').execute()).length

describe('a photo', () => {
  it.each(['jpeg', 'png', 'webp'] as const)(
    'is made of a %s in two sizes, and shown to members',
    async (type) => {
      const [anna, bruno] = [await app.as('anna'), await app.as('bruno')]
      const { photoURL } = await save(anna, await pictureOf(type, { width: 400, height: 300 }))
      expect(photoURL).toMatch(/^\/api\/photos\/[\da-f-]{36}$/)
      for (const [address, side] of [
        [photoURL, 256],
        [`${photoURL}/256`, 256],
        [`${photoURL}/96`, 96],
      ] as const) {
        const answer = await bruno.fetch(address)
        expect(Object.fromEntries(answer.headers)).toMatchObject({
          'content-type': 'image/webp',
          'content-disposition': 'inline; filename="foto.webp"',
          'content-security-policy': "default-src 'none'; sandbox",
          'cache-control': 'private, max-age=31536000, immutable',
          'x-content-type-options': 'nosniff',
          'cross-origin-resource-policy': 'same-origin',
        })
        expect(await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).toMatchObject({
          format: 'webp',
          width: side,
          height: side,
          space: 'srgb',
        })
      }
      expect((await app.visit().fetch(photoURL)).status).toBe(401)
      expect((await bruno.fetch(`${photoURL}/512`)).status).toBe(400)
      expect((await bruno.fetch(`/api/photos/${crypto.randomUUID()}/96`)).status).toBe(404)
    },
  )

  it('is published to every member, and replaces the one before, whose address ends', async () => {
    const [anna, bruno] = [await app.as('anna'), await app.as('bruno')]
    const { photoURL: before } = await save(anna, await pictureOf('png'))
    const tab = app.live(bruno)
    await tab.watch('members:all')
    const { photoURL } = await save(anna, await pictureOf('jpeg'))
    expect(await tab.receive('profiles.member_changed')).toMatchObject({ uid: anna.uid, photoURL })
    for (const address of [before, `${before}/96`]) expect((await bruno.fetch(address)).status).toBe(404)
    expect(await bruno.read(`/api/profiles/${anna.uid}`)).toMatchObject({ photoURL })
    await anna.post('/api/chat/generale/messages', { clientId: crypto.randomUUID(), text: 'ciao' })
    const { photoURL: last } = await save(anna, await pictureOf('webp'))
    expect(await bruno.read('/api/chat/generale/messages')).toMatchObject({
      messages: [{ text: 'ciao', photoURL: last }],
    })
  })

  it('is removed, once and again', async () => {
    const [anna, bruno] = [await app.as('anna'), await app.as('bruno')]
    const { photoURL } = await save(anna, await pictureOf('png'))
    const tab = app.live(bruno)
    await tab.watch('members:all')
    for (let time = 0; time < 2; time += 1) {
      const answer = await anna.delete(path)
      expect([answer.status, await answer.json()]).toMatchObject([200, { photoURL: '' }])
    }
    expect(await tab.receive('profiles.member_changed')).toMatchObject({ uid: anna.uid, photoURL: '' })
    expect((await bruno.fetch(photoURL)).status).toBe(404)
    expect(await own(anna)).toMatchObject({ photoURL: '' })
  })

  it('has nothing of what stood beside the pixels (S-31)', async () => {
    const anna = await app.as('anna')
    const withCoordinates = await sharp(await pictureOf('png'))
      .jpeg()
      .withIccProfile('p3')
      .withExif({ IFD0: { Artist: 'segreto' }, IFD3: { GPSLatitude: '45/1 4/1 0/1', GPSLatitudeRef: 'N' } })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">segreto</x:xmpmeta>')
      .toBuffer()
    expect(await sharp(withCoordinates).metadata()).toMatchObject({ exif: expect.anything() })
    const { photoURL } = await save(anna, withCoordinates)
    for (const size of ['96', '256']) {
      const stored = await fetchPhoto(anna, `${photoURL}/${size}`)
      const { exif, icc, xmp, iptc, orientation } = await sharp(stored).metadata()
      expect({ exif, icc, xmp, iptc, orientation }).toEqual({})
      expect(stored.includes('segreto')).toBe(false)
    }
  })

  it('is turned as the camera says', async () => {
    const anna = await app.as('anna')
    const upper = await pictureOf('png', { width: 100, height: 50, colour: '#ff0000' })
    const lying = await sharp({ create: { width: 100, height: 100, channels: 3, background: '#0000ff' } })
      .composite([{ input: upper, left: 0, top: 0 }])
      .jpeg()
      .withMetadata({ orientation: 3 })
      .toBuffer()
    const { photoURL } = await save(anna, lying)
    const { data } = await sharp(await fetchPhoto(anna, photoURL))
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect(data[0]).toBeLessThan(60)
    expect(data[2]).toBeGreaterThan(200)
  })
})

describe('a file that is no picture', () => {
  const page = Buffer.from('<!doctype html><script>alert(1)</script>')
  const tooLarge = (side: number) => greyPng(side, 100)

  it.each<[what: string, make: () => Buffer | Promise<Buffer>, code: string]>([
    ['a page', () => page, 'profiles.photo_unreadable'],
    ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'profiles.photo_unreadable'],
    [
      'a GIF',
      async () =>
        await sharp(await pictureOf('png'))
          .gif()
          .toBuffer(),
      'profiles.photo_unreadable',
    ],
    [
      'a TIFF',
      async () =>
        await sharp(await pictureOf('png'))
          .tiff()
          .toBuffer(),
      'profiles.photo_unreadable',
    ],
    [
      'an AVIF',
      async () =>
        await sharp(await pictureOf('png'))
          .avif()
          .toBuffer(),
      'profiles.photo_unreadable',
    ],
    ['half a JPEG', async () => (await pictureOf('jpeg')).subarray(0, 800), 'profiles.photo_unreadable'],
    ['half a PNG', () => greyPng(1000, 1000).subarray(0, 600), 'profiles.photo_unreadable'],
    ['half a WebP', async () => (await pictureOf('webp')).subarray(0, 100), 'profiles.photo_unreadable'],
    [
      'a page behind the head of a PNG',
      () => Buffer.concat([greyPng(100, 100).subarray(0, 33), page]),
      'profiles.photo_unreadable',
    ],
    ['80 megapixels in 80 kB', () => greyPng(8944, 8944), 'profiles.photo_size'],
    ['a side of 2049', () => tooLarge(2049), 'profiles.photo_size'],
    ['a side of 63', () => greyPng(63, 100), 'profiles.photo_size'],
  ])('%s is refused, and changes and publishes nothing (S-31)', async (_, make, code) => {
    const [anna, bruno] = [await app.as('anna'), await app.as('bruno')]
    const before = await own(anna)
    const tab = app.live(bruno)
    await tab.watch('members:all')
    const answer = await upload(anna, await make())
    expect([answer.status, await answer.json()]).toMatchObject([422, { code }])
    expect(await own(anna)).toEqual(before)
    await tab.watch('events:all')
    expect(tab.received.filter(({ type }) => type === 'profiles.member_changed')).toEqual([])
  })

  it('a body that is too large or of another type is refused before it is decoded (S-31)', async () => {
    const anna = await app.as('anna')
    const answer = await upload(anna, Buffer.concat([await pictureOf('png'), Buffer.alloc(512 * 1024)]))
    expect(answer.status).toBe(413)
    for (const type of [
      'image/svg+xml',
      'image/gif',
      'text/plain',
      'application/octet-stream',
      'multipart/form-data',
    ])
      expect((await upload(anna, await pictureOf('png'), type)).status).toBe(415)
  })

  it('a file that calls itself something else, or hides something behind it, is a picture and no more (S-31)', async () => {
    const anna = await app.as('anna')
    const hidden = Buffer.concat([
      greyPng(200, 200).subarray(0, -12),
      pngChunk('tEXt', Buffer.from('Comment\0../../etc/passwd <script>')),
      pngChunk('IEND', Buffer.alloc(0)),
      page,
    ])
    const answer = await upload(anna, hidden, 'image/jpeg')
    expect(answer.status).toBe(200)
    const { photoURL } = (await answer.json()) as OwnProfile
    const stored = await fetchPhoto(anna, photoURL)
    expect(stored.subarray(8, 12).toString()).toBe('WEBP')
    expect(stored.includes('script')).toBe(false)
    expect(stored.includes('..')).toBe(false)
  })

  it.each<[number, number]>([
    [64, 64],
    [2048, 2048],
  ])('%d by %d is one', async (width, height) => {
    await save(await app.as('anna'), greyPng(width, height))
  })

  it('of ten thousand frames the first is one (S-31)', async () => {
    const anna = await app.as('anna')
    const animation = await animatedWebp(10_000)
    expect(animation.length).toBeLessThanOrEqual(512 * 1024)
    const { photoURL } = await save(anna, animation)
    expect(await sharp(await fetchPhoto(anna, photoURL)).metadata()).toMatchObject({
      width: 256,
      height: 256,
    })
  })
})

describe('changes', () => {
  it('over the limit are refused; files that are no picture are not counted', async () => {
    const anna = await hurried.as('anna')
    for (let time = 0; time < 3; time += 1) expect((await upload(anna, Buffer.from('no'))).status).toBe(422)
    await save(anna, await pictureOf('png'))
    expect((await anna.delete(path)).status).toBe(200)
    const before = await own(anna)
    for (const answer of [await upload(anna, await pictureOf('png')), await anna.delete(path)])
      expect([answer.status, await answer.json()]).toMatchObject([
        429,
        { code: 'profiles.too_many_changes', params: { seconds: expect.any(Number) } },
      ])
    expect(await own(anna)).toEqual(before)
  })

  it('at once leave one photo, the one that is shown', async () => {
    const carla = await app.as('carla')
    const [before, picture] = [await countPhotos(), await pictureOf('png')]
    const answers = await Promise.all(Array.from({ length: 8 }, () => upload(carla, picture)))
    // One picture of a member's waits at a time.
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 503]))
    expect(await countPhotos()).toBe(before + 1)
    await fetchPhoto(carla, (await own(carla)).photoURL)
  })

  it('are refused where more wait than the process takes', async () => {
    const members = await signedInMembers(app.database, 6)
    const picture = greyPng(2048, 2048)
    const answers = await Promise.all(
      members.flatMap(({ cookie }) =>
        Array.from({ length: 8 }, () => upload(visit(app.origin, { cookie }), picture)),
      ),
    )
    const statuses = answers.map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([200, 503]))
    const busy = answers.find(({ status }) => status === 503)
    expect(busy?.headers.get('retry-after')).toBe('5')
    expect(await busy?.json()).toMatchObject({ code: 'profiles.photo_busy' })
  })
})

describe('with the extensions off', () => {
  it('nobody changes a photo, and one that is there is shown', async () => {
    const anna = await plain.as('anna')
    for (const answer of [
      await upload(anna, await pictureOf('png')),
      await upload(plain.visit(), Buffer.alloc(0)),
      await anna.delete(path),
    ])
      expect([answer.status, await answer.json()]).toMatchObject([404, { code: 'common.not_found' }])
    const bytes = await readFile(new URL('../../../web/public/social-card.png', import.meta.url))
    const { id } = await plain.database
      .insertInto('photos')
      .values({ user_id: anna.uid, small: bytes, large: bytes })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect((await fetchPhoto(anna, `/api/photos/${id}/96`)).equals(bytes)).toBe(true)
  })
})
