import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { conclude } from '@covo/testing/chat-client'
import { figure, repetitions, seedsOf } from '@covo/testing/figure'
import { createHistory, faultless } from '@covo/testing/history'
import { randomFrom } from '@covo/testing/random'
import { type ServerProcess, startServerProcess } from '@covo/testing/server-process'
import { waitUntil } from '@covo/testing/wait-until'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { killPostgres, killProcess } from './kill-postgres.ts'
import { openRooms, readersOf, readPrivately, recordUnread, startWriting, writtenFast } from './rooms.ts'

/** Of the server alone and of everything, in turn; the last when all is quiet. */
const kills = repetitions('R-01', 4, 500)
const clientCount = 20
const perSecond = 200
/**
 * A kill comes at a random moment after a round's first acknowledgement: within so many ms, or later on a slow machine, once
 * a random number of messages was acknowledged.
 */
const longestRound = { ms: 1200, messages: 4 * clientCount }
const timeout = 240_000 + kills * 60_000

let dataDirectory: string
let server: ServerProcess | undefined

beforeEach(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'covo-kills-'))
})

afterEach(async () => {
  await server?.stop()
  await rm(dataDirectory, { recursive: true, force: true, maxRetries: 10 })
})

it(
  'keeps what was acknowledged when the server is killed, alone or with its PostgreSQL (R-01)',
  { timeout },
  () => surviveKills('embedded', {}, (round) => (round % 2 === 1 ? killServer() : killEverything())),
)

const externalUrl = process.env.COVO_TEST_DATABASE_URL

describe.skipIf(!externalUrl)('on an external PostgreSQL', () => {
  const name = `covo_test_${randomUUID().replaceAll('-', '')}`

  beforeEach(() => administrate(`create database ${name}`))
  afterEach(() => administrate(`drop database if exists ${name} with (force)`))

  it('keeps what was acknowledged when the server is killed (R-01)', { timeout }, async () => {
    const url = new URL(externalUrl ?? '')
    url.pathname = `/${name}`
    await surviveKills('external', { COVO_DATABASE_URL: url.href }, killServer)
  })
})

async function administrate(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: externalUrl })
  await client.connect()
  await client.query(statement)
  await client.end()
}

async function surviveKills(
  database: string,
  settings: Record<string, string>,
  kill: (round: number) => Promise<void>,
): Promise<void> {
  const [seed = 0] = seedsOf('R-01')
  const random = randomFrom(seed)
  const history = createHistory()

  async function start(): Promise<string> {
    server = startServerProcess({ PORT: '0', COVO_DATA_DIR: dataDirectory, ...writtenFast, ...settings })
    return await server.ready()
  }

  async function killAndRestart(round: number): Promise<void> {
    await kill(round)
    origin = await start()
  }

  let origin = await start()
  const rooms = await openRooms(origin, clientCount)
  const writing = await startWriting(history, rooms, { origin: () => origin, perSecond })
  for (let round = 1; round < kills; round += 1) {
    const known = history.countAcknowledged()
    await waitUntil(() => history.countAcknowledged() > known)
    const startedWith = history.countAcknowledged()
    await delay(random() * longestRound.ms)
    const enough = startedWith + random() * longestRound.messages
    await waitUntil(() => history.countAcknowledged() >= enough)
    await killAndRestart(round)
  }
  await writing.stop()
  // The last kill comes when all is quiet, and one of each pair has just read everything.
  await readPrivately(history, rooms, origin)
  await killAndRestart(kills)
  await recordUnread(history, rooms, origin)
  const faults = await conclude(history, writing.clients, readersOf(rooms, origin))

  figure(
    'R-01',
    `${database}, seed ${seed}: ${kills} kills while ${clientCount} clients write in ${rooms.length} conversations: ` +
      `${history.countSent()} sent, ${history.countResends()} resent, ${history.countAcknowledged()} acknowledged; ${JSON.stringify(faults)}`,
  )
  expect(faults).toEqual(faultless)
}

async function killServer(): Promise<void> {
  server?.child.kill('SIGKILL')
  await server?.ended()
}

async function killEverything(): Promise<void> {
  const file = await readFile(join(dataDirectory, 'postgres/data/postmaster.pid'), 'utf8')
  await killPostgres(Number.parseInt(file, 10))
  if (server?.child.pid) killProcess(-server.child.pid)
  await server?.ended()
}
