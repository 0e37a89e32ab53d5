import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { conclude, readConversation } from '@covo/testing/chat-client'
import { loadCrowd } from '@covo/testing/crowd'
import { embeddedDatabase } from '@covo/testing/embedded-database'
import { figure, repetitions } from '@covo/testing/figure'
import { createHistory, faultless } from '@covo/testing/history'
import { runOperatorCommand } from '@covo/testing/operator-command'
import { type ServerProcess, startServerProcess } from '@covo/testing/server-process'
import { visit } from '@covo/testing/visitor'
import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openRooms, readersOf, startWriting, writtenFast } from './rooms.ts'

const backups = repetitions('R-18', 1, 50)

let folder: string
let started: ServerProcess[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'covo-backup-'))
  started = []
})

afterEach(async () => {
  await Promise.all(started.map((server) => server.stop()))
  await rm(folder, { recursive: true, force: true, maxRetries: 10 })
})

it('restores a backup that was taken under load to what was stored at one instant (R-18)', async () => {
  const settings = { COVO_DATA_DIR: join(folder, 'data') }
  const origin = await start({ ...settings, ...writtenFast })
  await addCrowd(settings.COVO_DATA_DIR)
  const rooms = await openRooms(origin, 10)
  const history = createHistory()
  const writing = await startWriting(history, rooms, { origin: () => origin, perSecond: 200 })
  let [lostBefore, during] = [0, 0]

  for (let round = 1; round <= backups; round += 1) {
    const file = join(folder, `${round}.backup`)
    const restored = { COVO_DATA_DIR: join(folder, `restored-${round}`) }
    const before = rooms.map(({ conversationId }) => history.newestAcknowledged(conversationId))
    const countBefore = history.countAcknowledged()
    const backup = await runOperatorCommand(settings, 'backup', file)
    expect(backup.code, backup.output).toBe(0)
    during += history.countAcknowledged() - countBefore
    const restore = await runOperatorCommand(restored, 'restore', file)
    expect(restore.code, restore.output).toBe(0)
    expect((await runOperatorCommand(restored, 'check')).output).toContain('Everything is consistent.')

    const elsewhere = await start(restored)
    for (const [index, { conversationId, reader }] of rooms.entries()) {
      const { email, password } = reader
      const visitor = visit(elsewhere)
      await visitor.post('/api/auth/login', { email, password })
      const { messages, changes } = await readConversation(visitor, conversationId)
      lostBefore += Math.max(0, (before[index] ?? 0) - messages.length)
      // The backup is a prefix of the instance's final messages and changes.
      history.show(conversationId, 0, messages, { upTo: messages.length, changes })
    }
  }
  await writing.stop()
  const faults = await conclude(history, writing.clients, readersOf(rooms, origin))
  figure(
    'R-18',
    `${backups} backups of a server that stored ${during} messages meanwhile, restored: ${lostBefore} lost that were acknowledged before, ` +
      `the others a beginning of each conversation; ${history.countSent()} sent; ${JSON.stringify(faults)}`,
  )
  expect(lostBefore).toBe(0)
  expect(during).toBeGreaterThan(0)
  expect(faults).toEqual(faultless)
})

async function start(settings: Record<string, string>): Promise<string> {
  const server = startServerProcess({ PORT: '0', ...settings })
  started.push(server)
  return await server.ready()
}

/** Makes a backup take long enough that messages are stored while it is written. */
async function addCrowd(dataDirectory: string): Promise<void> {
  const client = new pg.Client(embeddedDatabase(dataDirectory))
  await client.connect()
  await loadCrowd(client, { users: 2000, events: 2000, messages: 0 }, Date.now())
  await client.end()
}
