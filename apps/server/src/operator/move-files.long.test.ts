import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Message } from '@covo/contract/chat/chat.routes'
import { publicRoomId } from '@covo/contract/chat/chat.rules'
import type { File } from '@covo/contract/files/message-files'
import { anna } from '@covo/testing/cast'
import { uploadFile } from '@covo/testing/member-actions'
import { runOperatorCommand } from '@covo/testing/operator-command'
import { startServerProcess } from '@covo/testing/server-process'
import { register, visit } from '@covo/testing/visitor'
import { expect, it } from 'vitest'
import { withCopyOf } from '../../test/operator-settings.ts'
import { noise } from '../../test/pictures.ts'
import { startS3Server } from '../../test/s3-server.ts'

const root = resolve(import.meta.dirname, '../../../..')
const messages = `/api/chat/${publicRoomId}/messages`

it(
  'moves files from a folder to a bucket and back, though it is killed in the middle, and loses none',
  { timeout: 240_000 },
  () =>
    withCopyOf({ COVO_DATABASE_URL: 'postgres:///template_covo' }, async (database) => {
      const s3 = await startS3Server()
      const folder = await mkdtemp(join(tmpdir(), 'covo-move-'))
      const inFolder = {
        ...database,
        PORT: '0',
        COVO_DATA_DIR: folder,
        COVO_SECRET: 'la chiave di un processo che sposta i suoi file',
      }
      const inBucket = { ...inFolder, COVO_FILES_URL: s3.setting() }
      let server = startServerProcess(inFolder)
      try {
        const member = await register(await server.ready(), anna)
        const sent: { file: File; bytes: Buffer; path: string }[] = []

        /** Sends a file in a message of its own. */
        async function send(bytes: Buffer, name = 'prova.bin'): Promise<void> {
          const by = visit(await server.ready(), { cookie: member.cookie() })
          const file = await uploadFile(by, publicRoomId, { name, bytes })
          const form = { clientId: randomUUID(), text: '', files: [{ id: file.id }] }
          const { sequence } = (await (await by.post(messages, form)).json()) as Message
          sent.push({ file, bytes, path: `${messages}/${sequence}` })
        }

        async function expectAll(): Promise<void> {
          const by = visit(await server.ready(), { cookie: member.cookie() })
          for (const { file, bytes } of sent) {
            const read = Buffer.from(await (await by.fetch(`/api/files/${file.id}`)).arrayBuffer())
            expect(read.length).toBe(file.size)
            if (file.kind === 'file') expect(read.equals(bytes)).toBe(true)
          }
        }

        for (let size = 1; size <= 8; size += 1) await send(randomBytes(size * 40_000))
        await send(await noise(90, 60).jpeg().toBuffer(), 'foto.jpg')

        const words = ['apps/server/src/covo.ts', 'move-files', s3.setting()]
        const moving = spawn(process.execPath, words, { cwd: root, env: { ...process.env, ...inFolder } })
        let stored = 0
        s3.onChange(() => {
          stored += 1
          // One of them is the database's.
          if (stored === 5) moving.kill('SIGKILL')
        })
        expect(await once(moving, 'exit')).toEqual([null, 'SIGKILL'])

        const again = await runOperatorCommand(inFolder, 'move-files', s3.setting())
        const [, copied = '', present = ''] =
          /^Copied: (\d+) objects\nThere already: (\d+)\n/.exec(again.output) ?? []
        expect([Number(copied) + Number(present), Number(present) >= 3]).toEqual([10, true])
        await send(randomBytes(300_000))
        const removed = sent.shift()
        await visit(await server.ready(), { cookie: member.cookie() }).delete(removed?.path ?? '')
        await server.stop()

        const early = startServerProcess(inBucket)
        expect([await early.ended(), early.errors()]).toEqual([
          1,
          expect.stringMatching(
            /^The files of this database are in a folder, not in http:\S+covo\. Set .*\n$/,
          ),
        ])
        const finished = await runOperatorCommand(inFolder, 'move-files', s3.setting(), '--finish')
        expect(finished.output).toMatch(/\nMoved to http:\S+covo: set COVO_FILES_URL accordingly/)
        const late = startServerProcess(inFolder)
        expect([await late.ended(), late.errors()]).toEqual([
          1,
          expect.stringMatching(
            /^The files of this database are in http:\S+covo, not in .*files\. Set .*\n$/,
          ),
        ])

        server = startServerProcess(inBucket)
        await expectAll()
        await send(randomBytes(9))
        await server.stop()
        const inS3 = await runOperatorCommand(inBucket, 'check', '--bytes')
        expect([inS3.code, inS3.output]).toEqual([0, expect.stringContaining('Everything is consistent.')])

        const back = await runOperatorCommand(inBucket, 'move-files', 'folder', '--finish')
        expect(back.output).toMatch(/^Copied: 1 objects\nThere already: 1\d\n/)
        const onDisk = await runOperatorCommand(inFolder, 'check', '--bytes')
        expect([onDisk.code, onDisk.output]).toEqual([
          0,
          expect.stringContaining('Everything is consistent.'),
        ])
        server = startServerProcess(inFolder)
        await expectAll()
      } finally {
        await server.stop()
        await s3.close()
        await rm(folder, { recursive: true, force: true, maxRetries: 10 })
      }
    }),
)
