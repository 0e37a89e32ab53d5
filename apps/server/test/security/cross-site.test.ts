import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { Agent, request as send } from 'node:http'
import { livePath, protocolVersion } from '@covo/contract/realtime'
import { figure } from '@covo/testing/figure'
import { waitUntil } from '@covo/testing/wait-until'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import {
  byTokenInPath,
  callerOf,
  type Prepared,
  prepare,
  samples,
  sendRequest,
} from '../operations/operations.ts'
import { makeWorld, type World } from '../operations/world.ts'
import { runTestApp, type TestApp, unlimited } from '../test-app.ts'
import { readTables } from './read-tables.ts'

const app = runTestApp({ limits: unlimited })
const publicOrigin = 'https://covo.example'
const secure = runTestApp({ publicOrigin })

let world: World

beforeAll(async () => {
  world = await makeWorld(app)
})

/** Tables that change by clocks of their own, and the counters of what is asked. */
const changing = new Set([
  ...['email_searches', 'people_found', 'rate_limits', 'searched_messages', 'searched_conversations'],
  ...['export_chunks', 'jobs', 'news', 'pushes', 'reminder_runs', 'update_mail_runs'],
])

/** All that is stored, and the mails that were sent, once nothing that was begun is under way. */
async function everything() {
  await waitUntil(async () => {
    const { rows } = await sql`
      select from jobs where failed_at is null and (lease is not null or run_at <= now()) union all
      select from exports where state = 'waiting' or is_mail_due union all
      select from users where deletion_at <= now() union all
      select from erasures where finished_at is null`.execute(app.database)
    return rows.length === 0
  })
  const { event_updates = [], ...tables } = await readTables(app.database, changing)
  const queued = { are_mails_queued: null, are_pushes_queued: null }
  const mails = await readdir(app.outbox).catch(() => [])
  const all = { ...tables, event_updates: event_updates.map((row) => ({ ...row, ...queued })), mails }
  return Object.entries(all)
    .flatMap(([table, rows]) => rows.map((row) => `${table} ${JSON.stringify(row)}`))
    .join('\n')
}

const formTypes = [
  'text/plain',
  'text/plain; charset=application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=a',
  'application/json-patch+json',
  null,
]

type Attempt = { method: string; path: string; headers: Record<string, string>; body?: string | Uint8Array }

/** Requests that a page of another site can make a browser send, and more; never the own page's. */
function attacksOn({ method, path, type, body = '{}' }: Prepared['request'], cookie: string): Attempt[] {
  const { host, port } = new URL(app.origin)
  const foreign = [null, 'null', 'https://evil.example']
  const lookalikes = [
    `https://${host}`,
    `http://localhost:${Number(port) + 1}`,
    `http://localhost.evil.example:${port}`,
    `${app.origin}, https://evil.example`,
  ]
  const from = (origin: string | null, mediaType: string | null) => ({
    method,
    path,
    headers: {
      cookie,
      ...(origin === null ? {} : { origin }),
      ...(mediaType === null ? {} : { 'content-type': mediaType }),
    },
  })
  const overrides = ['x-http-method-override', 'x-http-method', 'x-method-override']
  const ownType = type ?? 'application/json'
  return [
    ...foreign.flatMap((origin) => [ownType, ...formTypes].map((one) => ({ ...from(origin, one), body }))),
    ...foreign.map((origin) => from(origin, null)),
    ...lookalikes.map((origin) => ({ ...from(origin, ownType), body })),
    ...formTypes.map((one) => ({ ...from(app.origin, one), body })),
    ...['GET', 'HEAD'].flatMap((to) => [
      ...overrides.map((name) => ({ method: to, path, headers: { cookie, [name]: method } })),
      { method: to, path: `${path}?_method=${method}`, headers: { cookie } },
    ]),
    {
      ...from(app.origin, 'application/x-www-form-urlencoded'),
      method: 'POST',
      body: `_method=${method}`,
    },
  ]
}

const agent = new Agent({ keepAlive: true, maxSockets: 8 })

/** A request with these headers and no others. */
function ask({ method, path, headers, body }: Attempt): Promise<number> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const outgoing = send(
      new URL(path, app.origin),
      { agent, method, headers: { ...headers, ...length } },
      (answer) => {
        answer.resume()
        answer.on('end', () => resolve(answer.statusCode ?? 0))
      },
    )
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

const reading = Object.keys(samples).filter((operation) => operation.startsWith('GET '))
// The token of the others is what counts: `notifications.routes.test.ts` and `webhooks.routes.test.ts` have them.
const writing = Object.keys(samples).filter(
  (operation) => !reading.includes(operation) && !byTokenInPath.includes(operation),
)

/** Operations that store nothing, or in `changing` or the store of files alone. */
const traceless = [
  'POST /api/account/passkeys/options',
  'POST /api/appeals/statement',
  'POST /api/auth/passkey/options',
  'POST /api/auth/reset-link',
  'POST /api/chat/{conversationId}/typing',
  'POST /api/events/ctftime',
  'POST /api/push/test',
  'POST /api/teams/code',
  'PUT /api/uploads/{uploadId}/parts/{number}',
]

/** Cookies that a page of that origin gets with a new account. */
async function cookiesOf(server: TestApp, origin: string): Promise<string[]> {
  const email = `${randomUUID()}@esempio.it`
  const passwords = { password: 'Tana-rossa1', passwordConfirmation: 'Tana-rossa1' }
  const answer = await server
    .visit()
    .post('/api/auth/register', { email, username: '', ...passwords }, { origin })
  expect(answer.status).toBe(201)
  return answer.headers.getSetCookie()
}

describe('a page of another site', () => {
  let attempts = 0

  it.each(writing)('%s changes nothing by it (S-08)', async (operation) => {
    const prepared = await prepare(operation, world)
    const isVisitors = prepared.sample.by === 'visitor' && !prepared.call.by
    const caller = isVisitors ? await world.signIn(world.members.owner) : await callerOf(prepared, world)
    const before = await everything()
    await Promise.all(
      attacksOn(prepared.request, caller.cookie()).map(async (attack) => {
        const status = await ask(attack)
        attempts += 1
        const isRead = attack.method === 'GET' || attack.method === 'HEAD'
        // Where an event's id may stand too, a name is none.
        expect(isRead ? [200, 400, 404, 405] : [403, 404, 405, 415], JSON.stringify(attack)).toContain(status)
      }),
    )
    const after = await everything()
    expect(after).toBe(before)

    // The own page, with the very same request, does change something.
    expect((await sendRequest(caller, prepared.request)).status).toBeLessThan(300)
    const own = expect(await everything())
    if (traceless.includes(operation)) own.toBe(after)
    else own.not.toBe(after)
  })

  it('finds no address that changes something by being looked at (S-08)', async () => {
    const looks: Omit<Attempt, 'method'>[] = []
    for (const operation of reading) {
      const prepared = await prepare(operation, world)
      const headers = { cookie: (await callerOf(prepared, world)).cookie() }
      looks.push({ path: prepared.request.path, headers })
    }
    const headers = { cookie: world.members.owner.cookie() }
    for (const path of ['/', '/app/home', '/app/profilo', '/api/openapi.json', '/health/ready'])
      looks.push({ path, headers })
    const before = await everything()
    for (const look of looks)
      for (const method of ['GET', 'HEAD', 'OPTIONS'])
        expect(await ask({ method, ...look }), look.path).toBeLessThan(500)
    expect(await everything()).toBe(before)
    figure(
      'S-08',
      `${attempts} cross-site attempts on ${writing.length} routes: 0 effects; ${reading.length} routes looked at: 0 effects`,
    )
  })

  it('gets no cookie sent along: it is of this host, and no script reads it (S-08)', async () => {
    const cookies = await cookiesOf(secure, publicOrigin)
    expect(cookies.length).toBeGreaterThan(0)
    for (const cookie of cookies) {
      const [pair = '', ...attributes] = cookie.split('; ')
      expect(pair).toMatch(/^__Host-/)
      expect(attributes).toEqual(expect.arrayContaining(['Secure', 'HttpOnly', 'Path=/']))
      expect(attributes.some((attribute) => /^SameSite=(Lax|Strict)$/.test(attribute))).toBe(true)
      expect(attributes.some((attribute) => /^Domain/i.test(attribute))).toBe(false)
    }
  })
})

/** How an upgrade with this Origin ends: the first frame of a socket, or the status of its refusal. */
async function upgrade(server: string, cookie: string, origin: string | null): Promise<string> {
  const socket = new WebSocket(`${server.replace('http', 'ws')}${livePath}?version=${protocolVersion}`, {
    headers: { cookie, ...(origin === null ? {} : { origin }) },
  })
  socket.on('error', () => {})
  const end = await Promise.race([
    once(socket, 'message').then(([data]) => String(data)),
    once(socket, 'unexpected-response').then(([, answer]) =>
      String((answer as { statusCode: number }).statusCode),
    ),
  ])
  socket.terminate()
  return end
}

/** Origins that look like `own` and aren't. */
function lookalikesOf(own: string): (string | null)[] {
  const { protocol, hostname, port } = new URL(own)
  const at = port ? `:${port}` : ''
  const other = protocol === 'https:' ? 'http:' : 'https:'
  return [
    null,
    '',
    'null',
    'https://evil.example',
    `${own}.evil.example`,
    `${protocol}//evil${hostname}${at}`,
    `${protocol}//evil.${hostname}${at}`,
    `${protocol}//evil-${hostname}${at}`,
    `${protocol}//${hostname}.evil.example${at}`,
    `${protocol}//${hostname}.${at}`,
    `${protocol}//${hostname}:1`,
    `${protocol}//${hostname}:${port || '443'}0`,
    `${protocol}//${hostname}:`,
    `${other}//${hostname}${at}`,
    `ws${own.slice(4)}`,
    `file://${hostname}${at}`,
    own.toUpperCase(),
    `${protocol.toUpperCase()}//${hostname}${at}`,
    `${protocol}//${hostname.toUpperCase()}${at}`,
    `${own}/`,
    `${own}/app/home`,
    `${own}?`,
    `${own}#`,
    `${protocol}//covo@${hostname}${at}`,
    `${protocol}//${hostname}${at}@evil.example`,
    `${own}, https://evil.example`,
    `https://evil.example, ${own}`,
    `${own} https://evil.example`,
    `${own}%2eevil.example`,
    `${own}%00`,
    `${own};`,
    `*`,
    hostname,
    'http://0.0.0.0',
    `http://127.1${at}`,
  ]
}

describe('a socket from another site (S-07)', () => {
  it.each([
    ['where no public origin is configured', app, () => app.origin],
    ['on https', secure, () => publicOrigin],
  ])('is refused by the spelling of its origin, %s', async (_where, server, ownOrigin) => {
    const cookies = await cookiesOf(server, ownOrigin())
    const member = cookies.map((cookie) => cookie.split(';')[0]).join('; ')
    const cases = lookalikesOf(ownOrigin())
    for (const origin of cases)
      expect(await upgrade(server.origin, member, origin), String(origin)).toBe('403')
    expect(await upgrade(server.origin, member, ownOrigin())).toContain('live.welcome')
    expect(cases.length).toBeGreaterThanOrEqual(30)
    figure('S-07', `${cases.length} foreign origins with a member's cookie: 0 sockets`)
  })
})
