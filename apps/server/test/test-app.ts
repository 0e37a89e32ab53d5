import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { anna, bruno, type CastMember, carla, dario } from '@covo/testing/cast'
import { type LiveClient, openLive } from '@covo/testing/live'
import { type Member, type Newcomer, register, type Visitor, visit } from '@covo/testing/visitor'
import type pg from 'pg'
import { afterAll, beforeAll, inject } from 'vitest'
import { type RunningApp, startApp } from '../src/app.ts'
import { readSettings, type Settings } from '../src/environment.ts'
import { type Database, type OpenDatabase, openDatabase } from '../src/platform/database/database.ts'
import { defaultLimits, type LimitTable } from '../src/platform/limits/limits.ts'
import { createLog } from '../src/platform/log/log.ts'
import { type OpenRedis, openRedis } from '../src/platform/redis/redis.ts'
import { signedInMembers, signedInNewcomer, testSecret } from './signed-in-members.ts'

export type TestApp = {
  /** Of the running server. */
  readonly origin: string
  readonly database: Database
  /** Somebody signed out. */
  visit(localAddress?: string): Visitor
  /** One of the cast, registered on first use. */
  as(name: keyof typeof cast): Promise<Member>
  /** Somebody new, signed in a moment ago without a registration (test/signed-in-members.ts). */
  newcomer(firstName?: string): Promise<Newcomer>
  /** So many new members, signed in without a password (test/signed-in-members.ts). A file calls it once. */
  members(count: number): Promise<Member[]>
  /** The folder of the mails that were sent. */
  readonly outbox: string
  /** Another server on the same database, as a second process is; answers its origin. */
  startAnother(): Promise<string>
  /** A socket that is closed after the file's tests. */
  live(visitor: Visitor): LiveClient
}

/** The limits of a test that is about something else, and asks thousands of times. */
export const unlimited = Object.fromEntries(
  Object.keys(defaultLimits).map((name) => [name, { points: 1_000_000_000, seconds: 3600 }]),
) as unknown as LimitTable

/** Milliseconds for a connection and a statement: that a machine has no time for them is no fault of the code that is tested. */
const patienceMs = 120_000
const unhurried = {
  connectionTimeoutMillis: patienceMs,
  async onConnect(client: pg.ClientBase) {
    const { stream } = (client as pg.Client).connection
    // Keeps the server from taking it for silent sooner.
    if (stream instanceof Socket) stream.setTimeout(patienceMs)
    const text = `set statement_timeout = ${patienceMs}; set idle_in_transaction_session_timeout = ${patienceMs}`
    await client.query(text)
  },
}

const cast = { anna, bruno, carla, dario } satisfies Record<string, CastMember>

type TestAppOptions = Partial<Omit<Settings, 'limits' | 'trustedProxies'>> & {
  limits?: Partial<LimitTable>
  /** The proxies in front, such as '127.0.0.0/8'. */
  trustedProxies?: string
  /** To the database, of each server. */
  connections?: number
  /** Is given every line of the servers' log, of all levels. */
  onLogLine?: (line: string) => void
}

/** A real server on a real database of its own, for all tests of a file. */
export function runTestApp(options: TestAppOptions = {}): TestApp {
  const { limits = {}, trustedProxies = '', connections = 8, onLogLine, ...given } = options
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const connection = { ...inject('cluster'), database: name }
  const log = onLogLine
    ? createLog('trace', { write: onLogLine })
    : createLog(process.env.COVO_TEST_LOG ?? 'silent')
  const dataDirectory = join(tmpdir(), name)
  const settings = {
    // Else nothing would examine the routes that hang on them.
    ...readSettings({ COVO_TRUSTED_PROXIES: trustedProxies, COVO_EXTENSIONS: 'on' }),
    host: null,
    port: 0,
    dataDirectory,
    // No test sends anything to the services of browsers.
    pushHosts: ['127.0.0.1'],
    // Nor to CTFtime; but what hangs on it is examined too.
    ctftimeUrl: 'http://127.0.0.1:9/api/v1',
    ...given,
    secret: testSecret,
    limits: { ...defaultLimits, ...limits },
  }
  const sockets: LiveClient[] = []
  const members = new Map<string, Promise<Member>>()
  const running: { app: RunningApp; opened: OpenDatabase; openedRedis: OpenRedis | null }[] = []

  async function start(port: number): Promise<string> {
    // Files run side by side, with several servers each, on one PostgreSQL.
    const opened = openDatabase({ ...connection, max: connections, ...unhurried }, log)
    const openedRedis = settings.redisUrl ? await openRedis(settings.redisUrl, log) : null
    const app = await startApp({
      settings: { ...settings, port },
      database: opened.database,
      pool: opened.pool,
      redis: openedRedis?.redis ?? null,
      log,
    })
    running.push({ app, opened, openedRedis })
    return `http://localhost:${app.port}`
  }

  function first() {
    const [server] = running
    if (!server) throw new Error('the server runs only while tests do')
    return server
  }

  beforeAll(async () => {
    await administrate(`create database ${name} template template_covo`)
    await start(settings.port)
  })

  afterAll(async () => {
    for (const socket of sockets) socket.close()
    for (const { app, opened, openedRedis } of running) {
      await app.stop()
      openedRedis?.close()
      await opened.close()
    }
    await administrate(`drop database ${name} with (force)`)
    await rm(dataDirectory, { recursive: true, force: true })
  })

  const origin = () => `http://localhost:${first().app.port}`
  return {
    get origin() {
      return origin()
    },
    get database() {
      return first().opened.database
    },
    outbox: join(dataDirectory, 'outbox'),
    startAnother: () => start(0),
    visit: (localAddress) => visit(origin(), localAddress ? { localAddress } : {}),
    as(who) {
      const member = members.get(who) ?? register(origin(), cast[who])
      members.set(who, member)
      return member
    },
    async newcomer(firstName = 'Nuova') {
      const { cookie, ...person } = await signedInNewcomer(first().opened.database, firstName)
      return { ...visit(origin(), { cookie }), ...person }
    },
    async members(count) {
      const signedIn = await signedInMembers(first().opened.database, count)
      return signedIn.map(({ uid, cookie }) => ({ ...visit(origin(), { cookie }), uid }))
    },
    live(visitor) {
      const socket = openLive(visitor)
      sockets.push(socket)
      return socket
    },
  }
}

async function administrate(statement: string): Promise<void> {
  const { pool, close } = openDatabase(inject('cluster'), createLog('silent'))
  await pool.query(statement)
  await close()
}
