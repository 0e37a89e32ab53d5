import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { BlockList } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { anna, bruno, type CastMember, carla, dario } from '@covo/testing/cast'
import { type LiveClient, openLive } from '@covo/testing/live'
import { type Member, register, type Visitor, visit } from '@covo/testing/visitor'
import { afterAll, beforeAll, inject } from 'vitest'
import { type RunningApp, startApp } from '../src/app.ts'
import type { ProviderSettings } from '../src/auth/external-provider.ts'
import { type Database, type OpenDatabase, openDatabase } from '../src/platform/database/database.ts'
import { parseNetworks } from '../src/platform/http/network.ts'
import { defaultLimits, type LimitTable } from '../src/platform/limits/limits.ts'
import { createLog } from '../src/platform/log/log.ts'
import { type OpenRedis, openRedis } from '../src/platform/redis/redis.ts'

export type TestApp = {
  /** Of the running server. */
  readonly origin: string
  readonly database: Database
  /** Somebody signed out. */
  visit(localAddress?: string): Visitor
  /** One of the cast, registered on first use and signed in anew on each. */
  as(name: keyof typeof cast): Promise<Member>
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

const cast = { anna, bruno, carla, dario } satisfies Record<string, CastMember>

type TestAppOptions = {
  limits?: Partial<LimitTable>
  /** Without one, mails are written to the outbox. */
  smtpUrl?: string | null
  /** For an external provider, which sends people back to a port that is known before. */
  provider?: ProviderSettings | null
  port?: number
  /** The public origin, as a proxy in front would have it. */
  publicOrigin?: string | null
  /** The proxies in front, such as '127.0.0.0/8'. */
  trustedProxies?: string
  /** Each server opens a connection of its own, as processes do. */
  redisUrl?: string | null
  /** The instance's. */
  name?: string
  /** To the database, of each server. */
  connections?: number
  securityContact?: string | null
  metricsToken?: string | null
  /** Is given every line of the servers' log, of all levels. */
  onLogLine?: (line: string) => void
}

/** A real server on a real database of its own, for all tests of a file. */
export function runTestApp(options: TestAppOptions = {}): TestApp {
  const { limits = {}, smtpUrl = null, provider = null, port = 0, publicOrigin = null } = options
  const { securityContact = null, metricsToken = null, onLogLine } = options
  const { trustedProxies = '', redisUrl = null, name: instanceName = 'Covo', connections = 8 } = options
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const connection = { ...inject('cluster'), database: name }
  const log = onLogLine
    ? createLog('trace', { write: onLogLine })
    : createLog(process.env.COVO_TEST_LOG ?? 'silent')
  const outbox = join(tmpdir(), name)
  const sockets: LiveClient[] = []
  const members = new Map<string, Promise<Member>>()
  const running: { app: RunningApp; opened: OpenDatabase; openedRedis: OpenRedis | null }[] = []

  async function start(onPort: number): Promise<string> {
    // Files run side by side, with several servers each, on one PostgreSQL that takes sixty connections.
    const opened = openDatabase({ ...connection, max: connections }, log)
    const openedRedis = redisUrl ? await openRedis(redisUrl, log) : null
    const app = await startApp(
      {
        database: opened.database,
        pool: opened.pool,
        secret: 'a secret for the tests, 32 letters',
        redis: openedRedis?.redis ?? null,
        name: instanceName,
        publicOrigin,
        smtpUrl,
        outbox,
        limitTable: { ...defaultLimits, ...limits },
        trustedProxies: parseNetworks(trustedProxies) ?? new BlockList(),
        provider,
        securityContact,
        metricsToken,
        log,
      },
      onPort,
    )
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
    await start(port)
  })

  afterAll(async () => {
    for (const socket of sockets) socket.close()
    for (const { app, opened, openedRedis } of running) {
      await app.stop()
      openedRedis?.close()
      await opened.close()
    }
    await administrate(`drop database ${name} with (force)`)
    await rm(outbox, { recursive: true, force: true })
  })

  const origin = () => `http://localhost:${first().app.port}`
  return {
    get origin() {
      return origin()
    },
    get database() {
      return first().opened.database
    },
    outbox,
    startAnother: () => start(0),
    visit: (localAddress) => visit(origin(), localAddress ? { localAddress } : {}),
    as(who) {
      const member = members.get(who) ?? register(origin(), cast[who])
      members.set(who, member)
      return member
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
