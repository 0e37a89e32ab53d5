import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Message } from '@covo/contract/chat/chat.routes'
import { publicRoomId } from '@covo/contract/chat/chat.rules'
import type { Upload } from '@covo/contract/files/files.routes'
import { bytesOfPart, countParts, partBytes } from '@covo/contract/files/files.rules'
import type { File } from '@covo/contract/files/message-files'
import { figure } from '@covo/testing/figure'
import { storePart } from '@covo/testing/member-actions'
import { randomFrom } from '@covo/testing/random'
import { startServerProcess } from '@covo/testing/server-process'
import { register, visit } from '@covo/testing/visitor'
import { expect, it } from 'vitest'
import { withCopyOf } from '../../test/operator-settings.ts'
import { noise } from '../../test/pictures.ts'
import { openDatabase } from '../platform/database/database.ts'
import { createLog } from '../platform/log/log.ts'
import { keyOf } from './file-store.ts'
import { filesJobs } from './files.jobs.ts'
import { openStore } from './open-store.ts'

const seed = Number(process.env.COVO_KILLS_SEED ?? Date.now() % 1_000_000)
const kills = 4
/** Milliseconds after a start within which the kill comes: some uploads and removals are made in them. */
const longestRound = 1200
/** Of a member twelve may be open. */
const kept = 4

it(
  'keeps each file that was finished or sent, and nothing of what was given up or removed, whatever kills the server',
  { timeout: 240_000 },
  () =>
    withCopyOf({ COVO_DATABASE_URL: 'postgres:///template_covo' }, async (settings) => {
      const random = randomFrom(seed)
      const folder = await mkdtemp(join(tmpdir(), 'covo-files-'))
      const start = () =>
        startServerProcess({
          ...settings,
          PORT: '0',
          COVO_DATA_DIR: folder,
          COVO_SECRET: 'la chiave di un processo che viene ucciso',
          COVO_LIMIT_FILES_PER_MEMBER: '100000/1',
          COVO_LIMIT_FILE_KIBIBYTES_PER_MEMBER: '1000000000/1',
          COVO_LIMIT_FILE_PARTS: '100000/1',
          COVO_LIMIT_MESSAGE_BURST: '100000/1',
          COVO_LIMIT_MESSAGES_SUSTAINED: '100000/1',
          COVO_LIMIT_MESSAGE_CHANGES: '100000/1',
        })
      let server = start()
      let origin = await server.ready()
      const cookie = (
        await register(origin, { name: 'Anna', email: 'anna@esempio.it', password: 'Tana-rossa1' })
      ).cookie()
      const picture = await noise(300, 200).jpeg().toBuffer()
      /** `path` of the message, or of the upload that no message has. */
      const finished: { file: File; bytes: Buffer; path: string }[] = []
      let [isOver, retries] = [false, 0]

      /** Does what a page does until it succeeds: the same requests again, at whichever server is there. */
      async function insist<Answer>(request: () => Promise<Answer>): Promise<Answer> {
        for (let attempt = 0; ; attempt += 1)
          try {
            return await request()
          } catch (error) {
            // Longer than any start takes.
            if (attempt === 3000) throw error
            retries += 1
            await delay(20)
          }
      }

      async function succeed(sent: Promise<Response>): Promise<Response> {
        const answer = await sent
        if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
        return answer
      }

      async function upload(bytes: Buffer): Promise<File> {
        const form = { clientId: randomUUID(), name: 'prova', size: bytes.length }
        return await insist(async () => {
          const by = visit(origin, { cookie })
          const answer = await succeed(by.post(`/api/chat/${publicRoomId}/uploads`, form))
          const { id, received } = (await answer.json()) as Upload
          for (let number = 0; number < countParts(bytes.length); number += 1) {
            const from = number * partBytes
            const part = bytes.subarray(from, from + bytesOfPart(bytes.length, number))
            if (!received.includes(number)) await succeed(storePart(by, id, number, part))
          }
          return (await (await succeed(by.post(`/api/uploads/${id}/finish`))).json()) as File
        })
      }

      /** Sends a file in a message of its own; answers the message's path. */
      async function send({ id }: File): Promise<string> {
        const messages = `/api/chat/${publicRoomId}/messages`
        const message = { clientId: randomUUID(), text: '', files: [{ id }] }
        return await insist(async () => {
          const answer = await succeed(visit(origin, { cookie }).post(messages, message))
          return `${messages}/${((await answer.json()) as Message).sequence}`
        })
      }

      const uploading = (async () => {
        for (let count = 0; !isOver; count += 1) {
          const bytes = count % 3 === 2 ? picture : randomBytes(3 * partBytes + 7)
          const file = await upload(bytes)
          const path = count % 2 === 0 ? await send(file) : `/api/uploads/${file.id}`
          finished.push({ bytes, file, path })
          const given = finished.length > kept && finished.shift()
          if (given) await insist(() => succeed(visit(origin, { cookie }).delete(given.path)))
        }
      })()
      try {
        for (let round = 0; round < kills; round += 1) {
          await delay(random() * longestRound)
          server.child.kill('SIGKILL')
          await server.ended()
          server = start()
          origin = await server.ready()
        }
        isOver = true
        await uploading
        for (const { file, bytes } of finished) {
          const read = await visit(origin, { cookie }).fetch(`/api/files/${file.id}`)
          const body = Buffer.from(await read.arrayBuffer())
          expect([read.status, body.length], `COVO_KILLS_SEED=${seed}`).toEqual([200, file.size])
          if (file.kind === 'file') expect(body.equals(bytes)).toBe(true)
        }
        await server.stop()
        const opened = openDatabase({ connectionString: settings.COVO_DATABASE_URL }, createLog('silent'))
        try {
          const { database } = opened
          const store = await openStore({
            database,
            log: createLog('silent'),
            folder: join(folder, 'files'),
          })
          const before = await Array.fromAsync(store.list())
          const yesterday = new Date(Date.now() - 25 * 3_600_000)
          for (const { key } of before) await utimes(join(folder, 'files', key), yesterday, yesterday)
          const jobs = filesJobs({ database, log: createLog('silent'), store })
          const run = { id: '', addedAt: new Date(), signal: new AbortController().signal }
          await jobs['files.remove']?.run({}, run)
          await jobs['files.sweep']?.run({}, run)
          const after = (await Array.fromAsync(store.list())).map(({ key }) => key)
          const expected = finished.flatMap(({ file: { id, kind } }) =>
            (kind === 'file' ? (['file'] as const) : (['large', 'small'] as const)).map((part) =>
              keyOf(id, part),
            ),
          )
          expect(after.toSorted(), `COVO_KILLS_SEED=${seed}`).toEqual(expected.toSorted())
          const columns = ['id', 'sha256'] as const
          const files = await database.selectFrom('files').select(columns).execute()
          const rows = [...files, ...(await database.selectFrom('uploads').select(columns).execute())]
          for (const { file, bytes } of finished)
            expect(rows).toContainEqual({
              id: file.id,
              sha256: createHash('sha256').update(bytes).digest('hex'),
            })
          expect(rows).toHaveLength(finished.length)
          figure(
            'files',
            `${kills} kills, ${retries} requests again: ${rows.length} rows with their objects, ${before.length - after.length} objects swept`,
          )
        } finally {
          await opened.close()
        }
      } finally {
        isOver = true
        await server.stop()
        await rm(folder, { recursive: true, force: true, maxRetries: 10 })
      }
    }),
)
