import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import type { Problem } from '@covo/contract/http'
import { figure } from '@covo/testing/figure'
import { openLive } from '@covo/testing/live'
import { sendMessage } from '@covo/testing/member-actions'
import { type OpenidProvider, signInAtProvider, startOpenidProvider } from '@covo/testing/openid-provider'
import { reservePorts } from '@covo/testing/reserve-ports'
import { type Member, register, type Visitor } from '@covo/testing/visitor'
import { sql } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { describeProblem } from '../../src/platform/http/problem.ts'
import { createLog } from '../../src/platform/log/log.ts'
import type { SecurityEvent } from '../../src/platform/log/security-log.ts'
import { mailLink } from '../operations/account.ts'
import { callerOf, prepare, sendRequest } from '../operations/operations.ts'
import { makeWorld, type World } from '../operations/world.ts'
import { runTestApp } from '../test-app.ts'
import { rawHead } from './raw-http.ts'

// Each side has to know the other's address before it listens.
const port = await reservePorts(3)
const providerPort = port + 1
const mailPort = port + 2

const lines: string[] = []
const onLogLine = (line: string) => {
  lines.push(line)
}
const app = runTestApp({
  onLogLine,
  port,
  limits: {
    wrongPasswordsPerAccountAndAddress: { points: 2, seconds: 600 },
    userSearches: { points: 1, seconds: 600 },
  },
  provider: {
    issuer: `http://127.0.0.1:${providerPort}`,
    clientId: 'covo',
    clientSecret: 'a secret between two programs on one machine',
    label: 'Esempio',
  },
})
/** Its mail server refuses every recipient, and quotes them. */
const mailing = runTestApp({ onLogLine, smtpUrl: `smtp://127.0.0.1:${mailPort}` })
const mailServer = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo: ({ address }, _session, answer) =>
    answer(Object.assign(new Error(`<${address}> ${address} is nobody here`), { responseCode: 550 })),
})
let provider: OpenidProvider

beforeAll(async () => {
  provider = await startOpenidProvider({ clientOrigin: app.origin, port: providerPort })
  await new Promise<void>((ready) => mailServer.listen(mailPort, '127.0.0.1', ready))
})

afterAll(async () => {
  await provider.stop()
  await new Promise<void>((done) => mailServer.close(done))
})

/** Values that the log must not hold, by their kind. */
const canaries = new Map<string, Set<string>>()
function canary(kind: string, value: string): string {
  canaries.set(kind, (canaries.get(kind) ?? new Set()).add(value))
  return value
}

const password = canary('password', 'Canarino-giallo1')
const newPassword = canary('password', 'Canarino-verde2')
const wrongPassword = canary('password', 'Canarino-sbagliato3')
const email = canary('email', 'canarina@esempio.it')
const text = canary('text', 'canarino che canta')
const forged = '\r\n{"event":"sign_in.succeeded","uid":"forged"}\u001b[2J\u009b31m'

function keepCookies(visitor: Visitor): void {
  for (const pair of visitor.cookie().split('; ')) {
    const value = pair.split(/=(.*)/s)[1] ?? ''
    // The signed value and the token within it.
    if (value)
      for (const part of [value, decodeURIComponent(value).split('.')[0] ?? '']) canary('cookie', part)
  }
}

let world: World
let member: Member

beforeAll(async () => {
  world = await makeWorld(app)
  member = await register(app.origin, { name: 'Canarina', email, password })
  keepCookies(member)
})

const visitor = () => app.visit()
const form = () => ({ email, username: 'Canarina', password, passwordConfirmation: password })

const json = { 'content-type': 'application/json' }

/** Leaves in the midst of a request's body. */
async function breakOff(): Promise<void> {
  const socket = connect(Number(new URL(app.origin).port), 'localhost')
  const head = rawHead(app.origin, 'POST', '/api/auth/login', [
    ['Content-Type', 'application/json'],
    ['Content-Length', '99'],
  ])
  socket.write(`${head}{"email":"`, () => socket.destroy())
}

/** Bytes as they are, on a connection of their own; answers the status. */
async function raw(bytes: string): Promise<number> {
  const socket = connect(Number(new URL(app.origin).port), 'localhost')
  socket.write(bytes)
  const [answer] = await once(socket, 'data')
  socket.destroy()
  return Number(String(answer).split(' ')[1])
}

async function closed(
  by: Visitor,
  frame?: string | Buffer,
  headers: Record<string, string> = {},
): Promise<void> {
  const tab = openLive(by, { headers })
  if (frame !== undefined) {
    await tab.receive('live.welcome')
    tab.socket.send(frame)
  }
  await tab.closed()
}

/** Events that the sample of an operation causes. */
const sampled: [SecurityEvent, operation: string][] = [
  ['registered', 'POST /api/auth/register'],
  ['sign_in.succeeded', 'POST /api/auth/login'],
  ['identity.confirmed', 'POST /api/account/confirmation'],
  ['password.changed', 'POST /api/account/password'],
  ['devices.signed_out', 'DELETE /api/account/sessions'],
  ['second_factor.changed', 'DELETE /api/account/second-factor'],
  ['passkey.added', 'POST /api/account/passkeys'],
  ['passkey.removed', 'DELETE /api/account/passkeys/{id}'],
  ['email_confirmation.requested', 'POST /api/account/verification-mail'],
  ['email_confirmation.done', 'POST /api/account/email/confirm'],
  ['email_change.requested', 'POST /api/account/email'],
  ['email_change.cancelled', 'DELETE /api/account/email'],
  ['email_change.reverted', 'POST /api/account/email/revert'],
  ['export.requested', 'POST /api/account/export'],
  ['export.downloaded', 'GET /api/account/export/file'],
  ['password_reset.requested', 'POST /api/auth/reset-mail'],
  ['password_reset.requested', 'POST /api/settings/password-reset'],
  ['password_reset.done', 'POST /api/auth/reset-password'],
  ['signed_out', 'POST /api/auth/logout'],
]

type Happening = [
  event: SecurityEvent,
  what: string,
  act: () => Promise<unknown>,
  /** Of the answer, where there is one. */
  status?: number | undefined,
  /** The member whom the line is about. */
  uid?: () => string,
]

const own = () => member.uid
const anybody = (): string => expect.any(String)
const bio = (body: string, headers: Record<string, string> = json) =>
  member.fetch('/api/profiles/me', { method: 'PATCH', headers, body })
const callback = (query: string) => visitor().fetch(`/api/auth/callback/external?${query}`)

/** Events besides, in an order in which each can happen. */
const happenings: Happening[] = [
  [
    'registration.refused',
    'a taken email',
    () => visitor().post('/api/auth/register', { ...form(), username: '' }),
    409,
  ],
  [
    'registration.refused',
    'a taken name',
    () => visitor().post('/api/auth/register', { ...form(), email: canary('email', 'seconda@esempio.it') }),
    409,
  ],
  ['sign_in.failed', 'no passkey of anybody', () => visitor().post('/api/auth/passkey', {}), 401],
  ['sign_in.failed', 'a wrong password', () => login(email, wrongPassword), 401],
  ['sign_in.failed', 'nobody of that name', () => login(forged, password), 401],
  ['sign_in.failed', 'a wrong password again', () => login(email, wrongPassword), 401],
  ['sign_in.limited', 'too many wrong passwords', () => login(email, password), 429],
  ['provider_sign_in.succeeded', 'a provider', signInByProvider, 302, anybody],
  [
    'provider_sign_in.failed',
    'an answer that nobody asked for',
    () => callback(`code=${canary('token', 'codice-canarino')}&state=${canary('token', 'stato-canarino')}`),
    302,
  ],
  [
    'provider_sign_in.failed',
    'a provider that says no',
    () => callback(`error=${encodeURIComponent(canary('text', `no: ${text}`))}`),
    302,
  ],
  [
    'email_change.done',
    'with the token of a mail',
    async () => {
      const token = canary('token', await mailLink(world, await world.newcomer(), 'change'))
      return await visitor().post('/api/account/email/confirm', { token })
    },
    200,
    anybody,
  ],
  [
    'password_reset.requested',
    'for an address that nobody has',
    () => visitor().post('/api/auth/reset-mail', { email: canary('email', 'nessuna@esempio.it') }),
    204,
  ],
  [
    'link.refused',
    'a token that was never sent',
    () => {
      const passwords = { password: newPassword, passwordConfirmation: newPassword }
      const token = canary('token', 'gettone-canarino')
      return visitor().post('/api/auth/reset-password', { token, ...passwords })
    },
    410,
  ],
  ['access.refused', 'nobody asks for what is a member’s', () => visitor().fetch('/api/profiles/me'), 401],
  [
    'session.refused',
    'a forged cookie',
    () => {
      const cookie = `covo.session_token=${canary('cookie', 'biscotto-canarino')}.x`
      return visitor().fetch('/api/profiles/me', { headers: { cookie } })
    },
    401,
  ],
  [
    'access.refused',
    'somebody’s private chat',
    () => member.fetch(`/api/chat/${world.conversationId}/messages`),
    404,
    own,
  ],
  [
    'access.refused',
    'a chat with a stranger',
    () => member.post('/api/chat/private', { uid: world.members.stranger.uid }),
    403,
    own,
  ],
  [
    'access.refused',
    'no such route',
    () => member.fetch(`/api/${encodeURIComponent(forged)}/${canary('token', 'segreto-canarino')}`),
    404,
  ],
  [
    'access.refused',
    'a topic of somebody else',
    async () => {
      const tab = app.live(member)
      await tab.receive('live.welcome')
      tab.socket.send(JSON.stringify({ type: 'watch', topic: `chat:${canary('text', 'canarino-canale')}` }))
      await tab.receive('live.refused')
    },
    undefined,
    own,
  ],
  [
    'origin.refused',
    'a change',
    () => member.post('/api/auth/logout', {}, { origin: 'https://evil.example' }),
    403,
  ],
  ['origin.refused', 'a socket', () => closed(member, undefined, { origin: 'https://evil.example' })],
  ['session.refused', 'a socket of nobody', () => closed(visitor())],
  ['input.refused', 'a frame that is none', () => closed(member, `${text}${forged}`), undefined, own],
  ['limit.reached', 'too many frames', () => flood(member), undefined, own],
  [
    'limit.reached',
    'too many searches',
    async () => {
      await member.fetch('/api/friends/search?query=zz')
      return await member.fetch(`/api/friends/search?query=${encodeURIComponent(text)}`)
    },
    429,
    own,
  ],
  [
    'input.refused',
    'an unknown shape',
    () => member.fetch(`/api/events?cursor=${encodeURIComponent(forged)}`),
    400,
  ],
  ['input.refused', 'wrong JSON', () => bio(`{"bio":"${text}`), 400, own],
  [
    'input.refused',
    'a broken rule',
    () => visitor().post('/api/auth/register', { ...form(), email: `no${forged}` }),
    422,
  ],
  [
    'input.refused',
    'too large a body',
    () => bio(text.repeat(40_000), { ...json, connection: 'close' }),
    413,
  ],
  ['input.refused', 'another media type', () => bio(text, { 'content-type': 'text/plain' }), 415],
  ['input.refused', 'a body that is broken off', breakOff],
  ['input.refused', 'what is not HTTP', () => raw(`GET /${text}\r\n\r\n`), 400],
  [
    'input.refused',
    'a header with a line of its own',
    () => raw(`GET / HTTP/1.1\r\nHost: a\r\nX-A: b\r{"event":"forged"}\r\n\r\n`),
    400,
  ],
]

function login(email: string, password: string): Promise<Response> {
  return visitor().post('/api/auth/login', { email, password })
}

async function signInByProvider(): Promise<Response> {
  const popup = visitor()
  const start = await popup.fetch(`/api/auth/provider?attempt=${randomUUID()}`)
  const authorization = new URL(start.headers.get('location') ?? '')
  const provided = canary('email', 'fornita@esempio.it')
  const back = await signInAtProvider(provider, authorization, provided, { password })
  for (const name of ['code', 'state']) canary('token', back.searchParams.get(name) ?? 'none')
  const answer = await popup.fetch(`${back.pathname}${back.search}`)
  keepCookies(popup)
  return answer
}

async function flood(by: Visitor): Promise<void> {
  const tab = openLive(by)
  await tab.receive('live.welcome')
  for (let count = 0; count <= 1000; count += 1)
    tab.socket.send(JSON.stringify({ type: 'unwatch', topic: 'chat:generale' }))
  await tab.closed()
}

type Line = {
  event?: string
  uid?: string
  requestId?: string
  address?: string
  route?: string
  time?: string
}

function eventsSince(start: number): Line[] {
  return lines
    .slice(start)
    .map((line) => JSON.parse(line) as Line)
    .filter(({ event }) => event !== undefined)
}

/** What somebody does is logged as this event alone; answers the answer, where there is one. */
async function expectLogged(event: SecurityEvent, act: () => Promise<unknown>, uid?: string) {
  const start = lines.length
  const answer = await act()
  await vi.waitFor(() => expect(eventsSince(start).length).toBeGreaterThan(0))
  const logged = eventsSince(start)
  expect(logged.map((line) => line.event)).toEqual([event])
  const [line] = logged
  expect(line?.time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  expect(line?.address).toBeTruthy()
  expect(line?.route).toBeTruthy()
  if (uid) expect(line?.uid).toEqual(uid)
  if (answer instanceof Response && answer.status >= 400) {
    const { requestId } = (await answer.json()) as { requestId: string }
    expect(line?.requestId).toBe(requestId)
  }
  return answer
}

describe('the security log', () => {
  it.each(sampled)('logs %s once: %s (S-25)', async (event, operation) => {
    const prepared = await prepare(operation, world)
    const { call, request } = prepared
    const caller = await callerOf(prepared, world)
    if (call.by) canary('email', call.by.email)
    for (const [name, value] of Object.entries(call.body ?? {}))
      if (typeof value === 'string' && value) canary(/password/i.test(name) ? 'password' : name, value)
    // A look whether it is there is no download.
    if (request.method === 'GET') await caller.fetch(request.path, { method: 'HEAD' })
    // Who asks for a link is nobody yet; else the line is about somebody.
    const uid = call.by?.uid ?? (operation === 'POST /api/auth/reset-mail' ? undefined : anybody())
    const answer = await expectLogged(event, () => sendRequest(caller, request), uid)
    expect(answer).toMatchObject({ ok: true })
    keepCookies(caller)
  })

  it.each(happenings)('logs %s once: %s (S-25)', async (event, _what, act, status, uid) => {
    const answer = await expectLogged(event, act, uid?.())
    if (status !== undefined) expect(answer instanceof Response ? answer.status : answer).toBe(status)
  })

  it('takes no id from a request: it would stand on other lines (S-25)', async () => {
    const start = lines.length
    const answer = await visitor().fetch('/api/profiles/me', {
      headers: { 'x-request-id': canary('token', 'richiesta-canarina') },
    })
    expect(await answer.text()).not.toContain('canarin')
    expect(eventsSince(start)[0]?.requestId).toMatch(/^[0-9a-f-]{36}$/)
  })
})

describe('internal failures', () => {
  let unseen: Member

  beforeAll(async () => {
    unseen = await world.newcomer()
  })

  const failures: [
    what: string,
    breaking: string,
    mending: string,
    act: (by: Member) => Promise<Response>,
  ][] = [
    [
      'a table that is gone',
      'alter table events rename to events_gone',
      'alter table events_gone rename to events',
      (by) => by.fetch('/api/events'),
    ],
    [
      'a row that PostgreSQL quotes in its details',
      "alter table messages add constraint no_canaries check (text not like '%canarin%')",
      'alter table messages drop constraint no_canaries',
      (by) => sendMessage(by, 'generale', text),
    ],
    [
      'a value that PostgreSQL quotes in its message',
      `create function quote_it() returns trigger language plpgsql as $$ begin raise exception 'bad value "%"', new.text; end $$;
       create trigger quoting before insert on messages for each row execute function quote_it()`,
      'drop trigger quoting on messages; drop function quote_it',
      (by) => sendMessage(by, 'generale', text),
    ],
    [
      'an account that the library cannot store',
      "alter table users add constraint no_canaries check (email not like '%terza%')",
      'alter table users drop constraint no_canaries',
      () =>
        visitor().post('/api/auth/register', {
          ...form(),
          username: 'Terza',
          email: canary('email', 'terza-canarina@esempio.it'),
        }),
    ],
    [
      'a session that cannot be looked up',
      'alter table sessions rename to sessions_gone',
      'alter table sessions_gone rename to sessions',
      // Sessions are cached: this one was not read yet.
      () => unseen.fetch('/api/profiles/me'),
    ],
  ]

  it.each(failures)(
    '%s is logged once, and no answer reveals what it was (S-25)',
    async (_what, breaking, mending, act) => {
      const { owner } = world.members
      keepCookies(owner)
      const start = lines.length
      await sql.raw(breaking).execute(app.database)
      try {
        const answer = await act(owner)
        expect(answer.status).toBeGreaterThanOrEqual(500)
        const problem = (await answer.json()) as Problem
        expect(problem.code).toMatch(/^common\./)
        expect(problem).toEqual(describeProblem(problem.code, problem.requestId, {}))
      } finally {
        await sql.raw(mending).execute(app.database)
      }
      const logged = eventsSince(start)
      expect(logged.map(({ event }) => event)).toEqual(['request.failed'])
      expect(logged[0]).toMatchObject({ err: { type: expect.any(String), stack: expect.any(Array) } })
    },
  )

  it('a refused mail is logged without its recipient (S-25)', async () => {
    const anna = await register(mailing.origin, {
      name: 'Anna',
      email: canary('email', 'rifiutata@esempio.it'),
      password,
    })
    const start = lines.length
    expect((await anna.post('/api/settings/password-reset', {})).status).toBe(502)
    expect(eventsSince(start).map(({ event }) => event)).toEqual(['request.failed'])
    await mailing
      .visit()
      .post('/api/auth/reset-mail', { email: 'rifiutata@esempio.it' }, { origin: mailing.origin })
    await vi.waitFor(() =>
      expect(lines.slice(start).filter((line) => line.includes('job failed'))).toHaveLength(1),
    )
  })
})

describe('all lines of all that', () => {
  it('hold no password, cookie, token, email or text, in ours or in PostgreSQL’s log (S-25)', async () => {
    const { rows } = await sql<{
      folder: string
    }>`select current_setting('data_directory') as folder`.execute(app.database)
    const databaseLog = await readFile(join(rows[0]?.folder ?? '', '../log'), 'utf8')
    const all = lines.join('')
    for (const kind of ['password', 'cookie', 'token', 'email', 'text'])
      expect(canaries.get(kind)?.size, kind).toBeGreaterThan(1)
    let looked = 0
    for (const [kind, values] of canaries)
      for (const value of values) {
        looked += 1
        for (const form of new Set([
          value,
          encodeURIComponent(value),
          JSON.stringify(value).slice(1, -1),
          Buffer.from(value).toString('base64'),
        ])) {
          expect(all.includes(form), `${kind} ${value}`).toBe(false)
          expect(databaseLog.includes(form), `${kind} ${value} in PostgreSQL's log`).toBe(false)
        }
      }
    expect(all).not.toContain('canarin')
    figure(
      'S-25',
      `${lines.length} lines, ${looked} canaries: 0 found; ${sampled.length + happenings.length + 6} happenings of ${new Set([...sampled, ...happenings].map(([event]) => event)).size + 1} kinds logged once each`,
    )
  })

  it('are whole: none was forged, none holds what a terminal obeys (S-25)', () => {
    expect(lines.length).toBeGreaterThan(happenings.length)
    for (const line of lines) {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
      expect(line).toMatch(/^\{[^\u0000-\u001f\u007f-\u009f]*\}\n$/)
      expect(line).not.toContain('forged')
    }
    const written: string[] = []
    createLog('trace', { write: (line) => written.push(line) }).info({ name: forged }, forged)
    expect(written).toHaveLength(1)
    expect(written[0]?.trimEnd()).not.toMatch(/[\r\n]/)
  })
})
