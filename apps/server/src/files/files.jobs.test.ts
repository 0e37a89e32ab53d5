import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Message } from '@covo/contract/chat/chat.routes'
import { publicRoomId } from '@covo/contract/chat/chat.rules'
import { startUpload, storePart, uploadFile } from '@covo/testing/member-actions'
import { expect, it } from 'vitest'
import { runTestApp } from '../../test/test-app.ts'
import type { JobRun } from '../platform/jobs/jobs.ts'
import { createLog } from '../platform/log/log.ts'
import { keyOf } from './file-store.ts'
import { filesJobs } from './files.jobs.ts'
import { openStore } from './open-store.ts'

const app = runTestApp()
const dayMs = 86_400_000
const run: JobRun = { id: '', addedAt: new Date(), signal: new AbortController().signal }
const lines: string[] = []

const folder = () => join(app.outbox, '../files')

async function jobs() {
  const { database } = app
  const log = createLog('warn', { write: (line: string) => lines.push(line) })
  return filesJobs({ database, log, store: await openStore({ database, log, folder: folder() }) })
}

/** The keys of all objects. */
async function objects(): Promise<string[]> {
  const groups = (await readdir(folder())).filter((name) => name !== 'database')
  const found = await Promise.all(
    groups.map(async (group) => (await readdir(join(folder(), group))).map((name) => `${group}/${name}`)),
  )
  return found.flat().toSorted()
}

async function age(key: string, milliseconds: number): Promise<void> {
  const changedAt = new Date(Date.now() - milliseconds)
  await utimes(join(folder(), key), changedAt, changedAt)
}

it('deletes uploads that no message has after a day, with their objects', async () => {
  const anna = await app.newcomer()
  const old = await uploadFile(anna, publicRoomId, { name: 'vecchio', bytes: randomBytes(3) })
  const begun = await startUpload(anna, publicRoomId, { name: 'a metà', size: 300_000 })
  await storePart(anna, begun.id, 1, randomBytes(300_000 - begun.partBytes))
  await app.database
    .updateTable('uploads')
    .set({ started_at: new Date(Date.now() - dayMs) })
    .execute()
  const young = await uploadFile(anna, publicRoomId, { name: 'nuovo', bytes: randomBytes(3) })
  for (const { id } of [old, begun]) expect((await anna.post(`/api/uploads/${id}/finish`)).status).toBe(404)
  await (await jobs())['files.expire-uploads']?.run({}, run)
  expect(await objects()).toEqual([keyOf(young.id, 'file')])
})

it('deletes the objects of files whose messages have gone, whatever deleted them', async () => {
  const anna = await app.newcomer()
  const sent = async () => {
    const { id } = await uploadFile(anna, publicRoomId, { name: 'x', bytes: randomBytes(3) })
    const message = { clientId: randomUUID(), text: '', files: [{ id }] }
    const answer = await anna.post(`/api/chat/${publicRoomId}/messages`, message)
    return { id, sequence: ((await answer.json()) as Message).sequence }
  }
  const [removed, deleted, kept] = [await sent(), await sent(), await sent()]
  await anna.delete(`/api/chat/${publicRoomId}/messages/${removed.sequence}`)
  await app.database.deleteFrom('messages').where('sequence', '=', deleted.sequence).execute()
  await (await jobs())['files.remove']?.run({}, run)
  const left = await objects()
  expect(left).toContain(keyOf(kept.id, 'file'))
  for (const { id } of [removed, deleted]) expect(left).not.toContain(keyOf(id, 'file'))
  expect(await app.database.selectFrom('file_removals').selectAll().execute()).toEqual([])
})

it('deletes objects of more than a day that no row names, unless they are suspiciously many', async () => {
  const anna = await app.newcomer()
  const { id } = await uploadFile(anna, publicRoomId, { name: 'x', bytes: randomBytes(3) })
  await anna.post(`/api/chat/${publicRoomId}/messages`, { clientId: randomUUID(), text: '', files: [{ id }] })
  const [kept, part, lost, recent, draft] = [
    keyOf(id, 'file'),
    keyOf(id, 'part-0'),
    keyOf(randomUUID(), 'file'),
    keyOf(randomUUID(), 'part-3'),
    `drafts/${randomUUID()}`,
  ]
  const many = Array.from({ length: 101 }, () => keyOf(randomUUID(), 'file'))
  const store = async (key: string, ageMs: number) => {
    await mkdir(dirname(join(folder(), key)), { recursive: true })
    await writeFile(join(folder(), key), 'x')
    await age(key, ageMs)
  }
  await age(kept, 2 * dayMs)
  for (const key of [part, lost, draft]) await store(key, dayMs + 60_000)
  await store(recent, dayMs - 60_000)
  const sweep = async () => await (await jobs())['files.sweep']?.run({}, run)
  await sweep()
  const left = await objects()
  expect(left).toEqual(expect.arrayContaining([kept, recent]))
  for (const key of [part, lost, draft]) expect(left).not.toContain(key)
  for (const key of many) await store(key, 2 * dayMs)
  await sweep()
  expect(await objects()).toEqual(expect.arrayContaining(many))
  expect(lines.join()).toContain('files without rows not deleted')
})
