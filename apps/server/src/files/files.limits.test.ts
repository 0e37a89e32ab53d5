import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { publicRoomId } from '@covo/contract/chat/chat.rules'
import { maximumFileBytes } from '@covo/contract/files/files.rules'
import { uploadFile } from '@covo/testing/member-actions'
import type { Visitor } from '@covo/testing/visitor'
import { waitUntil } from '@covo/testing/wait-until'
import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { lockWaits } from '../../test/lock-waits.ts'
import { rawHead } from '../../test/security/raw-http.ts'
import { runTestApp, unlimited } from '../../test/test-app.ts'

const app = runTestApp({ limits: unlimited, filesGib: 3, connections: 12 })

beforeEach(() => app.database.deleteFrom('uploads').execute())

const start = (by: Awaited<ReturnType<typeof app.newcomer>>, size = 1) =>
  by.post(`/api/chat/${publicRoomId}/uploads`, { clientId: randomUUID(), name: 'x', size })
const codeOf = async (answer: Response) => ((await answer.json()) as { code: string }).code

/** Uploads of many others, of so many bytes in all. */
async function openOthers(bytes: number): Promise<void> {
  const { uid } = await app.newcomer()
  await sql`
    insert into uploads (user_id, conversation_id, client_id, name, size, as_file)
    values (${uid}, ${publicRoomId}, gen_random_uuid(), 'x', ${bytes}, false)`.execute(app.database)
}

it('lets a member have twelve uploads open, however many they start at once', async () => {
  const anna = await app.newcomer()
  const answers = await Promise.all(Array.from({ length: 20 }, () => start(anna)))
  const statuses = answers.map(({ status }) => status).toSorted()
  expect(statuses).toEqual([...Array(12).fill(201), ...Array(8).fill(409)])
  expect(await codeOf(await start(anna))).toBe('files.too_many_open')
  const { id } = await app.database.selectFrom('uploads').select('id').executeTakeFirstOrThrow()
  await anna.delete(`/api/uploads/${id}`)
  expect((await start(anna)).status).toBe(201)
})

it('has no room for more than the instance’s bounds of open uploads, and of all files', async () => {
  const anna = await app.newcomer()
  await openOthers(2 * 1024 ** 3 - 20 * 1024)
  expect((await start(anna, 1024)).status).toBe(201)
  expect(await codeOf(await start(anna, maximumFileBytes))).toBe('files.busy')
  await app.database.deleteFrom('uploads').execute()
  for (const name of ['a', 'b']) {
    const { id } = await uploadFile(anna, publicRoomId, { name, bytes: randomBytes(9) })
    await anna.post(`/api/chat/${publicRoomId}/messages`, {
      clientId: randomUUID(),
      text: '',
      files: [{ id }],
    })
  }
  await app.database
    .updateTable('files')
    .set({ size: 2 ** 31 - 1 })
    .execute()
  expect(await codeOf(await start(anna))).toBe('files.full')
  await app.database.deleteFrom('files').execute()
  expect((await start(anna, maximumFileBytes)).status).toBe(201)
})

/** A reader that takes the status alone: what the system holds for it stays small, since it never asked for more. */
async function hold(by: Visitor, path: string) {
  const socket = connect({ port: Number(new URL(app.origin).port), host: '127.0.0.1' })
  socket.write(rawHead(app.origin, 'GET', path, [['Cookie', by.cookie()]]))
  await once(socket, 'readable')
  const status = Number(String(socket.read('HTTP/1.1 200'.length)).slice(-3))
  return { status, close: () => socket.destroy() }
}

it('lets the bytes of six downloads of a member flow at once', async () => {
  const anna = await app.newcomer()
  const { id } = await uploadFile(anna, publicRoomId, { name: 'x', bytes: randomBytes(maximumFileBytes) })
  const open = () => hold(anna, `/api/files/${id}`)
  const downloads = await Promise.all(Array.from({ length: 6 }, open))
  expect(downloads.map(({ status }) => status)).toEqual(Array(6).fill(200))
  const refused = await anna.fetch(`/api/files/${id}`)
  expect([refused.status, await codeOf(refused)]).toEqual([503, 'files.busy'])
  const other = await app.newcomer()
  expect((await other.fetch(`/api/files/${id}`)).status).toBe(404)
  downloads[0]?.close()
  await expect.poll(async () => (await anna.fetch(`/api/files/${id}`, { method: 'HEAD' })).status).toBe(200)
  await expect
    .poll(async () => {
      const { status, close } = await open()
      close()
      return status
    })
    .toBe(200)
  for (const { close } of downloads) close()
})

it('lets a member read one archive of the own files at a time', async () => {
  const anna = await app.newcomer()
  const { id } = await uploadFile(anna, publicRoomId, { name: 'x', bytes: randomBytes(maximumFileBytes) })
  await anna.post(`/api/chat/${publicRoomId}/messages`, { clientId: randomUUID(), text: '', files: [{ id }] })
  const path = '/api/account/export/files'
  const { status, close } = await hold(anna, path)
  expect(status).toBe(200)
  const refused = await anna.fetch(path)
  expect([refused.status, await codeOf(refused)]).toEqual([429, 'common.rate_limited'])
  expect((await anna.fetch(path, { method: 'HEAD' })).status).toBe(200)
  close()
  await expect.poll(async () => (await anna.fetch(path)).status).toBe(200)
})

it('keeps no place for a download whose reader has left before it began', async () => {
  const anna = await app.newcomer()
  const { id } = await uploadFile(anna, publicRoomId, { name: 'x', bytes: randomBytes(10) })
  const controller = new AbortController()
  await app.database.transaction().execute(async (trx) => {
    await sql`lock table uploads`.execute(trx)
    const leaving = Array.from({ length: 6 }, () =>
      fetch(`${app.origin}/api/files/${id}`, { headers: anna.credentials(), signal: controller.signal }),
    )
    await waitUntil(async () => (await lockWaits(app.database)) >= leaving.length)
    controller.abort()
    await Promise.allSettled(leaving)
    // The server answers what is sent later when it has seen that they left.
    for (let time = 0; time < 3; time += 1) await app.visit().fetch('/health/live')
  })
  await expect.poll(async () => (await anna.fetch(`/api/files/${id}`)).status).toBe(200)
})
