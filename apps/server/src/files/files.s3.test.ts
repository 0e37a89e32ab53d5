import { randomBytes, randomUUID } from 'node:crypto'
import { publicRoomId } from '@covo/contract/chat/chat.rules'
import { partBytes } from '@covo/contract/files/files.rules'
import { openLine } from '@covo/testing/line'
import { startUpload, storePart, uploadFile } from '@covo/testing/member-actions'
import { visit } from '@covo/testing/visitor'
import { waitUntil } from '@covo/testing/wait-until'
import { afterAll, expect, it } from 'vitest'
import { noise } from '../../test/pictures.ts'
import { startS3Server } from '../../test/s3-server.ts'
import { runTestApp } from '../../test/test-app.ts'

const server = await startS3Server()
const line = await openLine({ host: '127.0.0.1', port: server.port })
const logged: string[] = []
const app = runTestApp({
  filesUrl: server.address('covo', line.port),
  onLogLine: (text) => logged.push(text),
})
afterAll(async () => {
  await line.cut()
  await server.close()
})

const messages = `/api/chat/${publicRoomId}/messages`
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())

it('has files and pictures in the bucket', async () => {
  const anna = await app.newcomer()
  const bytes = randomBytes(2 * partBytes + 5)
  const file = await uploadFile(anna, publicRoomId, { name: 'prova.bin', bytes })
  const picture = await uploadFile(anna, publicRoomId, {
    name: 'foto.jpg',
    bytes: await noise(300, 200).jpeg().toBuffer(),
  })
  const files = [{ id: file.id }, { id: picture.id }]
  expect((await anna.post(messages, { clientId: randomUUID(), text: '', files })).status).toBe(201)
  const bruno = await app.newcomer()
  expect((await bytesOf(await bruno.fetch(`/api/files/${file.id}`))).equals(bytes)).toBe(true)
  const headers = { range: `bytes=${partBytes}-${partBytes + 9}` }
  const part = await bruno.fetch(`/api/files/${file.id}`, { headers })
  expect([part.status, (await bytesOf(part)).equals(bytes.subarray(partBytes, partBytes + 10))]).toEqual([
    206,
    true,
  ])
  const large = await bruno.fetch(`/api/files/${picture.id}/large`)
  expect([large.status, (await bytesOf(large)).length]).toEqual([200, picture.size])
})

it('goes on with texts while the server of the bucket is away, also after a start', async () => {
  const anna = await app.newcomer()
  const bytes = randomBytes(9)
  const { id } = await uploadFile(anna, publicRoomId, { name: 'x', bytes })
  const begun = await startUpload(anna, publicRoomId, { name: 'y', size: 2 })
  await line.cut()
  const other = await app.startAnother()
  const elsewhere = visit(other, { cookie: anna.cookie() })
  for (const by of [anna, elsewhere])
    for (const answer of [
      await by.fetch(`/api/files/${id}`),
      await storePart(by, begun.id, 0, Buffer.from('ab')),
    ])
      expect([answer.status, await answer.json()]).toMatchObject([503, { code: 'files.unavailable' }])
  expect((await anna.post(messages, { clientId: randomUUID(), text: 'si scrive' })).status).toBe(201)
  expect((await anna.fetch('/health/ready')).status).toBe(200)
  expect(logged.join()).toContain('is not reached')
  expect(logged.join()).not.toContain(server.address().secret)
  await line.restore()
  for (const by of [anna, elsewhere])
    await waitUntil(async () => (await by.fetch(`/api/files/${id}`)).status === 200)
})
