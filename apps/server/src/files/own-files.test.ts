import { randomUUID } from 'node:crypto'
import { publicRoomId } from '@covo/contract/chat/chat.rules'
import { uploadFile } from '@covo/testing/member-actions'
import type { Member } from '@covo/testing/visitor'
import { expect, it } from 'vitest'
import { greyPng } from '../../test/pictures.ts'
import { readZip } from '../../test/read-zip.ts'
import { runTestApp } from '../../test/test-app.ts'

const app = runTestApp()
const path = '/api/account/export/files'

async function send(by: Member, name: string, bytes: Buffer): Promise<string> {
  const { id } = await uploadFile(by, publicRoomId, { name, bytes })
  const message = { clientId: randomUUID(), text: '', files: [{ id }] }
  expect((await by.post(`/api/chat/${publicRoomId}/messages`, message)).status).toBe(201)
  return id
}

it('hands out the files that a member has sent as an archive of the size that it says', async () => {
  const [anna, bruno] = [await app.newcomer(), await app.newcomer()]
  await send(bruno, 'di-bruno.txt', Buffer.from('altro'))
  const [note, picture] = [
    await send(anna, 'perché.txt', Buffer.from('una nota')),
    await send(anna, 'a.png', greyPng(9, 9)),
  ]
  await uploadFile(anna, publicRoomId, { name: 'mai inviato', bytes: Buffer.from('x') })
  const answer = await anna.fetch(path)
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect(answer.headers.get('content-length')).toBe(String(bytes.length))
  const files = await readZip(bytes)
  expect([...files.keys()].map((name) => name.replace(/^[\d-]{10}\//, ''))).toEqual([
    `${note.slice(0, 8)} perché.txt`,
    `${picture.slice(0, 8)} a.png.webp`,
  ])
  expect([...files.values()][0]).toBe('una nota')
  const asked = await anna.fetch(path, { method: 'HEAD' })
  expect(asked.headers.get('content-length')).toBe(String(bytes.length))
})

it('is an empty archive for a member who has sent none', async () => {
  const carla = await app.newcomer()
  const bytes = Buffer.from(await (await carla.fetch(path)).arrayBuffer())
  expect([bytes.length, (await readZip(bytes)).size]).toEqual([22, 0])
})
