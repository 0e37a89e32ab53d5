import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { anna, bruno } from '@covo/testing/cast'
import { conclude } from '@covo/testing/chat-client'
import { figure, repetitions } from '@covo/testing/figure'
import { createHistory, faultless, type History } from '@covo/testing/history'
import type { Line } from '@covo/testing/line'
import { openLive } from '@covo/testing/live'
import { startServerProcess } from '@covo/testing/server-process'
import { register, visit } from '@covo/testing/visitor'
import { expect, it, onTestFinished } from 'vitest'
import { openExternalDatabase } from './external-database.ts'
import { openRooms, readersOf, readPrivately, recordUnread, startWriting, writtenFast } from './rooms.ts'

const memberCount = 10
const perSecond = 50
const metricsToken = 'a token for the scraper, 32 letters'
/** Milliseconds: a bound for what hangs. */
const hangTimeoutMs = 120_000

/** The requests of a page, and actions that need no database. */
const requests: [method: string, path: string, body?: unknown][] = [
  ['GET', '/api/profiles/me'],
  ['GET', '/api/events'],
  ['GET', '/api/events/next'],
  ['GET', '/api/friends'],
  ['GET', '/api/friends/counts'],
  ['GET', '/api/friends/search?query=socio'],
  ['GET', '/api/chat/unread'],
  ['GET', '/api/chat/generale/messages'],
  ['GET', '/api/chat/generale/messages?before=5'],
  ['GET', '/api/chat/generale/messages?after=1'],
  ['POST', '/api/auth/login', { email: anna.email, password: anna.password }],
  ['POST', '/api/auth/login', { email: anna.email, password: 'un’altra' }],
]

it.each([
  { how: 'gone', away: repetitions('R-17', 3_000, 600_000), leave: (line: Line) => line.cut() },
  { how: 'silent', away: repetitions('R-17', 15_000, 600_000), leave: (line: Line) => line.hold() },
])(
  'keeps its word while the database is $how (R-17)',
  { timeout: 1_200_000 },
  async ({ how, away, leave }) => {
    const { line, query, startServer } = await openExternalDatabase()
    const { child, origin } = await startServer({ COVO_METRICS_TOKEN: metricsToken })
    const [asking, ended] = [await register(origin, anna), await register(origin, bruno)]
    const history = createHistory()
    const rooms = await openRooms(origin, memberCount)
    const { clients, stop } = await startWriting(history, rooms, { origin: () => origin, perSecond })
    await moreAcknowledged(history)
    await readPrivately(history, rooms, origin)
    const tab = openLive(ended)
    await tab.receive('live.welcome')
    // From now on the server remembers whose cookie it is.
    expect((await ended.fetch('/api/profiles/me')).status).toBe(200)

    const leftAt = performance.now()
    await leave(line)
    await query('delete from sessions where user_id = $1', [ended.uid])
    const answers = requests.map(async ([method, path, body]) => {
      const answer = await asking.fetch(path, { method, ...(body ? { body: JSON.stringify(body) } : {}) })
      return `${method} ${path} ${answer.status} ${answer.status < 300 ? '' : ((await answer.json()) as { code: string }).code}`
    })
    await expect.poll(() => readiness(origin), { timeout: hangTimeoutMs }).toBe(503)
    const noticed = performance.now() - leftAt
    const acknowledged = history.countAcknowledged()
    expect((await fetch(`${origin}/health/live`)).status).toBe(200)
    await delay(away / 2 - (performance.now() - leftAt))
    const intruder = openLive(visit(origin, { cookie: ended.cookie() }))
    const intrusion = visit(origin, { cookie: ended.cookie() }).fetch('/api/chat/generale/messages')
    await delay(away - (performance.now() - leftAt))

    // No send was acknowledged while the database was away.
    expect(history.countAcknowledged()).toBe(acknowledged)
    const backAt = performance.now()
    await line.restore()
    await expect.poll(() => readiness(origin), { timeout: hangTimeoutMs, interval: 20 }).toBe(200)
    await moreAcknowledged(history)
    const recovered = performance.now() - backAt
    await stop()
    const given = await Promise.all(answers)
    await recordUnread(history, rooms, origin)
    const faults = await conclude(history, clients, readersOf(rooms, origin))
    figure(
      'R-17',
      `database ${how} for ${away / 1000} s: not ready after ${Math.round(noticed)} ms, messages taken again ` +
        `${Math.round(recovered)} ms after it was back; ${given.filter((answer) => answer.includes('503')).length} of ` +
        `${given.length} requests refused, the others waited; ${history.countSent()} messages, ${JSON.stringify(faults)}`,
    )
    expect(faults).toEqual(faultless)
    expect(
      given.filter((answer) => !/ (200|503 common.unavailable|401 auth.invalid_credentials)/.test(answer)),
    ).toEqual([])
    expect(await internalErrors(origin)).toEqual([])
    expect([401, 503]).toContain((await intrusion).status)
    expect(intruder.received.filter(({ type }) => type === 'live.welcome')).toEqual([])
    expect(await tab.closed()).toBe(4401)
    expect(child.exitCode).toBeNull()
  },
)

it('ends with its own database when that is killed, and goes on where it was when it is started again (R-17)', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'covo-away-'))
  const start = () => startServerProcess({ ...writtenFast, PORT: '0', COVO_DATA_DIR: folder })
  let server = start()
  onTestFinished(async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  })
  let origin = await server.ready()
  const history = createHistory()
  const rooms = await openRooms(origin, memberCount)
  const { clients, stop } = await startWriting(history, rooms, { origin: () => origin, perSecond })
  await moreAcknowledged(history)

  const killedAt = performance.now()
  process.kill(
    Number.parseInt(await readFile(join(folder, 'postgres/data/postmaster.pid'), 'utf8'), 10),
    'SIGKILL',
  )
  expect(await server.ended()).toBe(1)
  const ended = performance.now() - killedAt
  server = start()
  origin = await server.ready()
  await moreAcknowledged(history)
  const recovered = performance.now() - killedAt
  await stop()
  await recordUnread(history, rooms, origin)
  const faults = await conclude(history, clients, readersOf(rooms, origin))
  figure(
    'R-17',
    `own database killed: the server ended after ${Math.round(ended)} ms, started at once it took messages ` +
      `${Math.round(recovered)} ms after the kill; ${JSON.stringify(faults)}`,
  )
  expect(faults).toEqual(faultless)
})

async function readiness(origin: string): Promise<number> {
  return (await fetch(`${origin}/health/ready`)).status
}

async function moreAcknowledged(history: History): Promise<void> {
  const count = history.countAcknowledged() + perSecond
  await expect
    .poll(() => history.countAcknowledged(), { timeout: hangTimeoutMs, interval: 20 })
    .toBeGreaterThan(count)
}

/** The routes that ever answered 500: nobody would try again. */
async function internalErrors(origin: string): Promise<string[]> {
  const answer = await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })
  return (await answer.text()).split('\n').filter((line) => /_count\{.*status="500"/.test(line))
}
