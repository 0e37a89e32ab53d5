import { execFile } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir, readdir, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { publicRoomId } from '@covo/contract/chat/chat.rules'
import type { Upload } from '@covo/contract/files/files.routes'
import { countParts, partBytes } from '@covo/contract/files/files.rules'
import { sendMessage, startUpload, storePart } from '@covo/testing/member-actions'
import { refusalOf } from '@covo/testing/refusal'
import { type Visitor, visit } from '@covo/testing/visitor'
import { expect, it } from 'vitest'
import { mount } from '../../test/mount.ts'
import { noise } from '../../test/pictures.ts'
import { runTestApp, unlimited } from '../../test/test-app.ts'

const app = runTestApp({ limits: unlimited })
const run = promisify(execFile)

const folder = () => join(app.outbox, '../files')
const send = (by: Visitor, id: string) =>
  by.post(`/api/chat/${publicRoomId}/messages`, { clientId: randomUUID(), text: '', files: [{ id }] })
const finish = (by: Visitor, id: string) => by.post(`/api/uploads/${id}/finish`)
const partOf = (bytes: Buffer, number: number) => bytes.subarray(number * partBytes, (number + 1) * partBytes)

/** The sizes of the objects of an upload or file, by the last word of their names. */
async function objectsOf(id: string): Promise<Record<string, number>> {
  const group = join(folder(), id.slice(0, 2))
  const names = (await readdir(group).catch(() => [])).filter((name) => name.startsWith(id))
  const sizes = names.map(async (name) => [name.slice(id.length + 1), (await stat(join(group, name))).size])
  return Object.fromEntries(await Promise.all(sizes))
}

it('takes the parts of an upload at two processes, and finishes it once at both', async () => {
  const one = await app.newcomer()
  const other = visit(await app.startAnother(), { cookie: one.cookie() })
  const file = randomBytes(4 * partBytes - 3)
  const picture = await noise(700, 400).jpeg({ quality: 100 }).toBuffer()
  for (const [bytes, parts] of [
    [file, { file: file.length }],
    [picture, { large: expect.any(Number), small: expect.any(Number) }],
  ] as const) {
    const { id } = await startUpload(one, publicRoomId, { name: 'x', size: bytes.length })
    const count = countParts(bytes.length)
    expect(count).toBeGreaterThan(1)
    await Promise.all(
      Array.from({ length: count }, (_, number) =>
        storePart(number % 2 ? one : other, id, number, partOf(bytes, number)),
      ),
    )
    const answers = await Promise.all([one, other, one, other].map((by) => finish(by, id)))
    const files = await Promise.all(answers.map((answer) => answer.json()))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(files).toEqual(Array.from({ length: 4 }, () => files[0]))
    expect(await objectsOf(id)).toEqual(parts)
    const sent = await Promise.all([one, other, one, other].map((by) => refusalOf(send(by, id))))
    expect(sent.filter(([status]) => status === 201)).toHaveLength(1)
    expect(sent.filter(([, code]) => code === 'files.not_found')).toHaveLength(3)
    expect(await refusalOf(finish(other, id))).toEqual([404, 'files.upload_not_found'])
    expect(await objectsOf(id)).toEqual(parts)
    const [read, readElsewhere] = await Promise.all(
      [one, other].map(async (by) => Buffer.from(await (await by.fetch(`/api/files/${id}`)).arrayBuffer())),
    )
    expect(read).toEqual(readElsewhere)
    if ('file' in parts) expect(read).toEqual(bytes)
  }
})

/** Goes on from the first step that is missing, as a page does. Answers the file's id, or a refusal. */
async function goOn(by: Visitor, form: { clientId: string; size: number }, bytes: Buffer) {
  const started = await by.post(`/api/chat/${publicRoomId}/uploads`, { ...form, name: 'x' })
  if (!started.ok) return await refusalOf(started)
  const { id, received } = (await started.json()) as Upload
  for (let number = 0; number < countParts(bytes.length); number += 1) {
    if (received.includes(number)) continue
    const stored = await storePart(by, id, number, partOf(bytes, number))
    if (!stored.ok) return await refusalOf(stored)
  }
  const finished = await finish(by, id)
  return finished.ok ? id : await refusalOf(finished)
}

const drafts = () => readdir(join(folder(), 'drafts')).catch(() => [])

/** A disk of its own for the files, until the test is finished; answers what changes its bounds. */
async function boundedDisk(skip: (isSkipped: boolean, note: string) => void) {
  await mkdir(folder(), { recursive: true })
  skip(!(await mount(folder(), 'size=3g')), 'this user may not mount a file system')
  return (options: string) => run('mount', ['-o', `remount,${options}`, folder()])
}

it.for([
  ['file', async () => randomBytes(2 * partBytes)],
  ['picture', () => noise(700, 400).jpeg({ quality: 100 }).toBuffer()],
] as const)(
  'a full disk refuses the %s at whichever step, and messages go on',
  async ([, make], { skip }) => {
    const allow = await boundedDisk(skip)
    const [anna, bytes] = [await app.newcomer(), await make()]
    const form = { clientId: randomUUID(), size: bytes.length }
    let id: string | undefined
    const refusals: unknown[] = []
    // There are fewer steps that need room, unless a refused one leaves something behind.
    for (let nodes = 1; nodes < 14 && !id; nodes += 1) {
      await allow(`nr_inodes=${nodes}`)
      const answer = await goOn(anna, form, bytes)
      if (typeof answer === 'string') id = answer
      else refusals.push(answer)
      expect((await sendMessage(anna, publicRoomId, 'ciao')).status).toBe(201)
      expect(await drafts()).toEqual([])
    }
    expect(refusals.length).toBeGreaterThan(4)
    expect(refusals).toEqual(Array(refusals.length).fill([409, 'files.full']))
    expect((await send(anna, String(id))).status).toBe(201)
  },
)

it('a disk that fills up in the midst of a part keeps nothing of it', async ({ skip }) => {
  const allow = await boundedDisk(skip)
  const [anna, part] = [await app.newcomer(), randomBytes(partBytes)]
  const { id } = await startUpload(anna, publicRoomId, { name: 'x', size: partBytes })
  const { blocks, bfree, bsize } = await statfs(folder())
  await allow(`size=${(blocks - bfree) * bsize + partBytes / 2}`)
  expect(await refusalOf(storePart(anna, id, 0, part))).toEqual([409, 'files.full'])
  expect([await objectsOf(id), await drafts()]).toEqual([{}, []])
  await allow('size=3g')
  expect((await storePart(anna, id, 0, part)).status).toBe(204)
  expect((await finish(anna, id)).status).toBe(200)
})
