import { randomBytes, randomUUID } from 'node:crypto'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Message } from '@covo/contract/chat/chat.routes'
import { publicRoomId } from '@covo/contract/chat/chat.rules'
import type { Upload } from '@covo/contract/files/files.routes'
import { maximumFileBytes, partBytes } from '@covo/contract/files/files.rules'
import type { File } from '@covo/contract/files/message-files'
import {
  befriend,
  makeBot,
  openPrivateChat,
  startUpload,
  storePart,
  uploadFile,
} from '@covo/testing/member-actions'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { gifOf, greyPng, noise } from '../../test/pictures.ts'
import { runTestApp } from '../../test/test-app.ts'
import { openFolderStore } from './folder-store.ts'
import { deleteObjects } from './upload-objects.ts'
import { sumFileBytes } from './uploads.store.ts'

const app = runTestApp({ limits: { filesPerMember: { points: 4, seconds: 3600 } } })

const without = runTestApp({ filesUrl: 'off' })

const uploadsOf = (conversationId = publicRoomId) => `/api/chat/${conversationId}/uploads`
const form = (size: number, name = 'prova.bin') => ({ clientId: randomUUID(), name, size })
const codeOf = async (sent: Promise<Response>) => ((await (await sent).json()) as { code: string }).code
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())

/** The names of the objects of an upload or file. */
async function objectsOf(id: string): Promise<string[]> {
  const names = await readdir(join(app.outbox, '../files', id.slice(0, 2))).catch(() => [])
  return names.filter((name) => name.startsWith(id))
}

describe('an upload', () => {
  it('becomes the file, whatever the order of its parts, and is the same each time', async () => {
    const anna = await app.newcomer()
    const bytes = randomBytes(2 * partBytes + 5)
    const given = form(bytes.length, 'citta\u0300:1\u202e.bin')
    const started = await anna.post(uploadsOf(), given)
    expect(started.status).toBe(201)
    const upload = (await started.json()) as Upload
    expect(upload).toMatchObject({ name: 'città_1.bin', size: bytes.length, partBytes, received: [] })
    const partOf = (number: number) => bytes.subarray(number * partBytes, (number + 1) * partBytes)
    await storePart(anna, upload.id, 2, partOf(2))
    await storePart(anna, upload.id, 0, randomBytes(partBytes))
    await storePart(anna, upload.id, 0, partOf(0))
    const unfinished = await anna.post(`/api/uploads/${upload.id}/finish`)
    expect(await unfinished.json()).toMatchObject({ code: 'files.incomplete', params: { missing: '1' } })
    const again = await anna.post(uploadsOf(), given)
    expect([again.status, await again.json()]).toEqual([200, { ...upload, received: [0, 2] }])
    expect((await storePart(anna, upload.id, 1, partOf(1))).status).toBe(204)
    const finish = () => anna.post(`/api/uploads/${upload.id}/finish`).then((answer) => answer.json())
    const files = await Promise.all([finish(), finish()])
    expect(files).toEqual(
      Array.from({ length: 2 }, () => ({
        id: upload.id,
        name: 'città_1.bin',
        size: bytes.length,
        kind: 'file',
      })),
    )
    expect((await storePart(anna, upload.id, 1, partOf(1))).status).toBe(204)
    const read = await anna.fetch(`/api/files/${upload.id}`)
    expect((await bytesOf(read)).equals(bytes)).toBe(true)
    // A process that was killed may have left a part.
    await writeFile(join(app.outbox, '../files', upload.id.slice(0, 2), `${upload.id}-part-0`), 'x')
    await finish()
    expect(await objectsOf(upload.id)).toEqual([`${upload.id}-file`])
  })

  it('has parts of its size alone', async () => {
    const anna = await app.newcomer()
    const { id } = await startUpload(anna, publicRoomId, { name: 'x', size: partBytes + 1 })
    for (const [number, size] of [
      [0, partBytes - 1],
      [0, 1],
      [1, 2],
      [1, 0],
      [2, 1],
      [39, 1],
    ] as const)
      expect(await codeOf(storePart(anna, id, number, randomBytes(size)))).toBe('files.part_wrong')
    expect((await storePart(anna, id, 40, randomBytes(1))).status).toBe(400)
    expect(await objectsOf(id)).toEqual([])
  })

  it('is refused where nobody could send it', async () => {
    const [anna, bruno] = [await app.newcomer(), await app.newcomer()]
    await befriend(anna, bruno)
    const conversationId = await openPrivateChat(anna, bruno)
    const carla = await app.newcomer()
    expect(await codeOf(carla.post(uploadsOf(conversationId), form(1)))).toBe('chat.conversation_not_found')
    expect(await codeOf(anna.post(uploadsOf(), form(0)))).toBe('files.empty')
    expect(await codeOf(anna.post(uploadsOf(), form(maximumFileBytes + 1)))).toBe('files.too_big')
    expect((await anna.post(uploadsOf(conversationId), form(maximumFileBytes))).status).toBe(201)
    await anna.delete(`/api/friends/${bruno.uid}`)
    expect(await codeOf(anna.post(uploadsOf(conversationId), form(1)))).toBe('chat.not_friends')
  })

  it('can be given up, with what came of it', async () => {
    const anna = await app.newcomer()
    const { id } = await startUpload(anna, publicRoomId, { name: 'x', size: 2 * partBytes })
    await storePart(anna, id, 0, randomBytes(partBytes))
    const file = await uploadFile(anna, publicRoomId, { name: 'x', bytes: randomBytes(10) })
    for (const uploadId of [id, file.id, id])
      expect((await anna.delete(`/api/uploads/${uploadId}`)).status).toBe(204)
    expect([...(await objectsOf(id)), ...(await objectsOf(file.id))]).toEqual([])
    expect(await codeOf(storePart(anna, id, 1, randomBytes(partBytes)))).toBe('files.upload_not_found')
    expect(await codeOf(anna.fetch(`/api/files/${file.id}`))).toBe('files.not_found')
    expect(await objectsOf(id)).toEqual([])
  })

  it('counts against the day of who has the bot, when it is said', async () => {
    const anna = await app.newcomer()
    const bot = await makeBot(anna, `Bot ${anna.uid.slice(0, 8)}`)
    for (const by of [anna, bot, anna, bot]) expect((await by.post(uploadsOf(), form(1))).status).toBe(201)
    expect(await codeOf(bot.post(uploadsOf(), form(1)))).toBe('files.too_many_today')
    const { id } = await app.database
      .selectFrom('uploads')
      .select('id')
      .where('user_id', '=', anna.uid)
      .executeTakeFirstOrThrow()
    await anna.delete(`/api/uploads/${id}`)
    expect(await codeOf(anna.post(uploadsOf(), form(1)))).toBe('files.too_many_today')
  })
})

describe('a file', () => {
  it('that is a picture becomes new bytes in two sizes, unless it is sent as a file', async () => {
    const anna = await app.newcomer()
    const bytes = await noise(900, 600)
      .withExif({ IFD3: { GPSLatitude: '41/1 53/1 0/1' } })
      .jpeg()
      .toBuffer()
    const picture = await uploadFile(anna, publicRoomId, { name: 'foto.jpg', bytes })
    expect(picture).toMatchObject({ kind: 'picture', name: 'foto.jpg', width: 900, height: 600 })
    expect(picture.placeholder).toMatch(/^[\da-f]{96}$/)
    expect(await objectsOf(picture.id)).toEqual([`${picture.id}-large`, `${picture.id}-small`])
    const read = async (path: string) => {
      const answer = await anna.fetch(`/api/files/${picture.id}${path}`)
      const body = await bytesOf(answer)
      const { headers } = answer
      expect([headers.get('content-type'), headers.get('x-content-type-options')]).toEqual([
        'image/webp',
        'nosniff',
      ])
      return { disposition: headers.get('content-disposition'), body, metadata: await sharp(body).metadata() }
    }
    const [saved, large, small] = [await read(''), await read('/large'), await read('/small')]
    expect(saved).toEqual({
      ...large,
      disposition: `attachment; filename="foto.jpg.webp"; filename*=UTF-8''foto.jpg.webp`,
    })
    expect(large.disposition).toBe('inline; filename="immagine.webp"')
    expect([large.body.length, large.metadata.width, large.metadata.exif]).toEqual([
      picture.size,
      900,
      undefined,
    ])
    expect(small.body.length).toBeLessThanOrEqual(30_000)
    const upload = await startUpload(anna, publicRoomId, { name: 'sfida.jpg', size: bytes.length })
    for (let number = 0; number * partBytes < bytes.length; number += 1)
      await storePart(anna, upload.id, number, bytes.subarray(number * partBytes, (number + 1) * partBytes))
    const kept = (await (
      await anna.post(`/api/uploads/${upload.id}/finish`, { asFile: true })
    ).json()) as File
    expect(kept).toMatchObject({ kind: 'file', size: bytes.length })
    expect((await bytesOf(await anna.fetch(`/api/files/${kept.id}`))).equals(bytes)).toBe(true)
    expect(await codeOf(anna.fetch(`/api/files/${kept.id}/small`))).toBe('files.not_found')
    expect(await readdir(join(app.outbox, '../files/drafts'))).toEqual([])
  })

  it('that moves has its animation as one more size, which goes with it', async () => {
    const anna = await app.newcomer()
    const [moving, still] = [
      await uploadFile(anna, publicRoomId, { name: 'danza.gif', bytes: await gifOf(3) }),
      await uploadFile(anna, publicRoomId, { name: 'ferma.gif', bytes: await gifOf(1) }),
    ]
    expect([moving.movingMs, still.movingMs]).toEqual([120, undefined])
    expect(await codeOf(anna.fetch(`/api/files/${still.id}/moving`))).toBe('files.not_found')
    const sizes = ['large', 'moving', 'small']
    expect((await objectsOf(moving.id)).toSorted()).toEqual(sizes.map((size) => `${moving.id}-${size}`))
    const message = { clientId: randomUUID(), text: '', files: [{ id: moving.id }] }
    const sent = await anna.post(`/api/chat/${publicRoomId}/messages`, message)
    const { files: [file] = [] } = (await sent.json()) as Message
    expect(file).toMatchObject({ kind: 'picture', movingMs: 120, width: 60, height: 60 })
    const answer = await anna.fetch(`/api/files/${moving.id}/moving`)
    expect(answer.headers.get('content-type')).toBe('image/webp')
    const body = await bytesOf(answer)
    expect((await sharp(body).metadata()).pages).toBe(3)
    const { size = 0, smallSize = 0 } =
      (
        await app.database
          .selectFrom('files')
          .select('picture')
          .where('id', '=', moving.id)
          .executeTakeFirst()
      )?.picture ?? {}
    expect(await sumFileBytes(app.database)).toBe(size + smallSize + body.length)
    await deleteObjects(openFolderStore(join(app.outbox, '../files')), moving)
    expect(await objectsOf(moving.id)).toEqual([])
    await app.database.deleteFrom('messages').execute()
  })

  it('that begins as a picture and is none can be sent as a file', async () => {
    const anna = await app.newcomer()
    const bytes = Buffer.concat([greyPng(100, 100).subarray(0, 60), Buffer.alloc(50)])
    const given = { clientId: randomUUID(), name: 'rotta.png', size: bytes.length }
    const { id } = (await (await anna.post(uploadsOf(), given)).json()) as Upload
    await storePart(anna, id, 0, bytes)
    for (let time = 0; time < 2; time += 1)
      expect(await codeOf(anna.post(`/api/uploads/${id}/finish`))).toBe('files.picture_unreadable')
    const answer = await anna.post(`/api/uploads/${id}/finish`, { asFile: true })
    expect(await answer.json()).toMatchObject({ kind: 'file', size: bytes.length })
    expect((await anna.post(`/api/uploads/${id}/finish`)).status).toBe(200)
  })

  it('is downloaded as an attachment, whole or by a range, by its uploader alone', async () => {
    const [anna, bruno] = [await app.newcomer(), await app.newcomer()]
    const bytes = Buffer.from('<script>alert(1)</script>')
    const { id } = await uploadFile(anna, publicRoomId, { name: 'è <b>.html', bytes })
    const path = `/api/files/${id}`
    const whole = await anna.fetch(path)
    expect([whole.status, await whole.text()]).toEqual([200, bytes.toString()])
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="_ _b_.html"; filename*=UTF-8''%C3%A8%20_b_.html`,
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
      'content-length': String(bytes.length),
      'accept-ranges': 'bytes',
    })
    const tag = whole.headers.get('etag') ?? ''
    const ask = async (headers: Record<string, string>, by = anna) => {
      const answer = await by.fetch(path, { headers })
      return [answer.status, answer.headers.get('content-range'), await answer.text()]
    }
    expect(await ask({ range: 'bytes=1-6' })).toEqual([206, 'bytes 1-6/25', 'script'])
    expect(await ask({ range: 'bytes=1-6', 'if-range': tag })).toEqual([206, 'bytes 1-6/25', 'script'])
    expect(await ask({ range: 'bytes=1-6', 'if-range': '"another"' })).toEqual([200, null, bytes.toString()])
    expect(await ask({ range: 'bytes=25-' })).toEqual([416, 'bytes */25', ''])
    expect(await ask({ 'if-none-match': tag })).toEqual([304, null, ''])
    expect((await ask({ 'if-none-match': tag, range: 'bytes=0-1' }, bruno))[0]).toBe(404)
    const head = await anna.fetch(path, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '25'])
  })
})

it('is nowhere with COVO_FILES_URL=off, and the pages say so', async () => {
  const anna = await without.newcomer()
  // By no visitor, who knows the description of all operations.
  const statusOf = async (path: string, method: string, body?: string) => {
    const headers = { ...anna.credentials(), 'content-type': 'application/json' }
    return (await fetch(`${without.origin}${path}`, { method, headers, ...(body && { body }) })).status
  }
  expect(await statusOf(uploadsOf(), 'POST', JSON.stringify(form(1)))).toBe(404)
  expect(await statusOf(`/api/files/${randomUUID()}`, 'GET')).toBe(404)
  const named = { clientId: randomUUID(), text: 'ecco', files: [{ id: randomUUID() }] }
  expect(await codeOf(anna.post(`/api/chat/${publicRoomId}/messages`, named))).toBe('files.not_found')
  expect(await (await anna.fetch('/app/home')).text()).toContain('<meta name="covo-files" content="off"')
  expect(await readdir(join(without.outbox, '..')).catch(() => [])).not.toContain('files')
})
