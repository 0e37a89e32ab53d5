import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import type { Account } from '@covo/contract/account/account.routes'
import type { Export } from '@covo/contract/exports/exports.routes'
import type { Problem } from '@covo/contract/http'
import { bruno as castBruno } from '@covo/testing/cast'
import { figure } from '@covo/testing/figure'
import { openLive } from '@covo/testing/live'
import { sendMessage } from '@covo/testing/member-actions'
import { type OpenidProvider, signInAtProvider, startOpenidProvider } from '@covo/testing/openid-provider'
import { mailsTo, tokenIn } from '@covo/testing/outbox'
import { createPasskey } from '@covo/testing/passkey'
import { reservePorts } from '@covo/testing/reserve-ports'
import { type Member, register, type Visitor } from '@covo/testing/visitor'
import { waitUntil } from '@covo/testing/wait-until'
import { sql } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { describeProblem } from '../../src/platform/http/problem.ts'
import { createLog } from '../../src/platform/log/log.ts'
import type { SecurityEvent } from '../../src/platform/log/security-log.ts'
import { createToken, hashToken } from '../../src/platform/random-token.ts'
import { runTestApp } from '../test-app.ts'

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

/** The token in the newest mail with a link to the page, once there are `count`: other mails come in between. */
async function mailedToken(page: 'conferma-email' | 'reset-password', count = 1): Promise<string> {
  const mail = await waitUntil(async () => {
    const mails = (await mailsTo(app.outbox, email)).filter((text) => text.includes(`/${page}#token=3D`))
    return mails.length >= count && mails.at(-1)
  })
  return canary('token', tokenIn(mail))
}

let member: Member
let unseen: Member
/** The member who changes their address, and gets it back. */
let moved: Member

beforeAll(async () => {
  moved = await register(app.origin, { name: 'Spostata', email: 'mossa@esempio.it', password })
})

/** A link of a mail that `moved` got. */
async function linkFor(kind: 'change' | 'revert', linked: string): Promise<string> {
  const token = canary('token', createToken())
  await app.database
    .insertInto('mail_links')
    .values({
      token_hash: hashToken(token),
      kind,
      user_id: moved.uid,
      email: canary('email', linked),
      expires_at: new Date(Date.now() + 3_600_000),
    })
    .execute()
  return token
}

const visitor = () => app.visit()
const form = () => ({ email, username: 'Canarina', password, passwordConfirmation: password })

const credentials = { email, password }
const json = { 'content-type': 'application/json' }

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

type Happening = {
  event: SecurityEvent
  what: string
  /** Answers the status, where there is one. */
  act: () => Promise<unknown>
  status?: number
  /** The member whom the line is about. */
  uid?: () => string
}

const own = () => member.uid

/** All security events, in an order in which each can happen. */
const happenings: Happening[] = [
  {
    event: 'registered',
    what: 'a new member',
    act: async () => {
      member = await register(app.origin, { name: 'Canarina', email, password })
      keepCookies(member)
    },
    uid: own,
  },
  {
    event: 'registration.refused',
    what: 'a taken email',
    act: () => visitor().post('/api/auth/register', { ...form(), username: '' }),
    status: 409,
  },
  {
    event: 'registration.refused',
    what: 'a taken name',
    act: () =>
      visitor().post('/api/auth/register', { ...form(), email: canary('email', 'seconda@esempio.it') }),
    status: 409,
  },
  {
    event: 'sign_in.succeeded',
    what: 'the password',
    act: async () => {
      const answer = await member.post('/api/auth/login', credentials)
      keepCookies(member)
      return answer
    },
    status: 200,
    uid: own,
  },
  {
    event: 'identity.confirmed',
    what: 'with the password',
    act: async () => {
      const answer = await member.post('/api/account/confirmation', { password })
      keepCookies(member)
      return answer
    },
    status: 204,
    uid: own,
  },
  {
    event: 'password.changed',
    what: 'by the present one',
    act: async () => {
      const bruno = await app.as('bruno')
      const changed = { password: newPassword, passwordConfirmation: newPassword }
      const answer = await bruno.post('/api/account/password', {
        currentPassword: castBruno.password,
        ...changed,
      })
      keepCookies(bruno)
      return answer
    },
    status: 204,
    uid: () => expect.any(String),
  },
  {
    event: 'devices.signed_out',
    what: 'all but the own one',
    act: async () => {
      const bruno = await app.as('bruno')
      await app.database
        .insertInto('sessions')
        .values({ user_id: bruno.uid, token: 'altra', expires_at: new Date(Date.now() + 3_600_000) })
        .execute()
      return await bruno.delete('/api/account/sessions')
    },
    status: 200,
    uid: () => expect.any(String),
  },
  {
    event: 'second_factor.changed',
    what: 'turned off',
    act: async () => {
      const bruno = await app.as('bruno')
      await app.database
        .insertInto('second_factors')
        .values({ user_id: bruno.uid, sealed_seed: Buffer.from(''), key_id: '', is_on: true })
        .execute()
      return await bruno.delete('/api/account/second-factor')
    },
    status: 204,
    uid: () => expect.any(String),
  },
  {
    event: 'passkey.added',
    what: 'a new one',
    act: async () => {
      const bruno = await app.as('bruno')
      const options = (await (await bruno.post('/api/account/passkeys/options')).json()) as {
        challenge: string
      }
      return await bruno.post('/api/account/passkeys', {
        response: createPasskey(bruno.origin).register(options),
      })
    },
    status: 204,
    uid: () => expect.any(String),
  },
  {
    event: 'passkey.removed',
    what: 'the same',
    act: async () => {
      const bruno = await app.as('bruno')
      const { passkeys } = await bruno.read<Account>('/api/account')
      return await bruno.delete(`/api/account/passkeys/${passkeys[0]?.id}`)
    },
    status: 204,
    uid: () => expect.any(String),
  },
  {
    event: 'sign_in.failed',
    what: 'no passkey of anybody',
    act: () => visitor().post('/api/auth/passkey', {}),
    status: 401,
  },
  {
    event: 'sign_in.failed',
    what: 'a wrong password',
    act: () => visitor().post('/api/auth/login', { email, password: wrongPassword }),
    status: 401,
  },
  {
    event: 'sign_in.failed',
    what: 'nobody of that name',
    act: () => visitor().post('/api/auth/login', { email: forged, password }),
    status: 401,
  },
  {
    event: 'sign_in.failed',
    what: 'a wrong password again',
    act: () => visitor().post('/api/auth/login', { email, password: wrongPassword }),
    status: 401,
  },
  {
    event: 'sign_in.limited',
    what: 'too many wrong passwords',
    act: () => visitor().post('/api/auth/login', credentials),
    status: 429,
  },
  {
    event: 'provider_sign_in.succeeded',
    what: 'a provider',
    act: async () => {
      const popup = visitor()
      const start = await popup.fetch(`/api/auth/provider?attempt=${randomUUID()}`)
      const authorization = new URL(start.headers.get('location') ?? '')
      const email = canary('email', 'fornita@esempio.it')
      const back = await signInAtProvider(provider, authorization, email, { password })
      for (const name of ['code', 'state']) canary('token', back.searchParams.get(name) ?? 'none')
      const answer = await popup.fetch(`${back.pathname}${back.search}`)
      keepCookies(popup)
      return answer
    },
    status: 302,
    uid: () => expect.any(String),
  },
  {
    event: 'provider_sign_in.failed',
    what: 'an answer that nobody asked for',
    act: () =>
      visitor().fetch(
        `/api/auth/callback/external?code=${canary('token', 'codice-canarino')}&state=${canary('token', 'stato-canarino')}`,
      ),
    status: 302,
  },
  {
    event: 'provider_sign_in.failed',
    what: 'a provider that says no',
    act: () =>
      visitor().fetch(
        `/api/auth/callback/external?error=${encodeURIComponent(canary('text', `no: ${text}`))}`,
      ),
    status: 302,
  },
  {
    event: 'email_confirmation.requested',
    what: 'by a member',
    act: () => member.post('/api/account/verification-mail'),
    status: 204,
    uid: own,
  },
  {
    event: 'email_confirmation.done',
    what: 'with the token of a mail',
    act: async () =>
      visitor().post('/api/account/email/confirm', { token: await mailedToken('conferma-email') }),
    status: 200,
    uid: own,
  },
  {
    event: 'email_change.requested',
    what: 'by a member',
    act: () => moved.post('/api/account/email', { email: canary('email', 'altrove@esempio.it') }),
    status: 202,
    uid: () => moved.uid,
  },
  {
    event: 'email_change.cancelled',
    what: 'by a member',
    act: () => moved.delete('/api/account/email'),
    status: 204,
    uid: () => moved.uid,
  },
  {
    event: 'email_change.done',
    what: 'with the token of a mail',
    act: async () =>
      visitor().post('/api/account/email/confirm', { token: await linkFor('change', 'spostata@esempio.it') }),
    status: 200,
    uid: () => moved.uid,
  },
  {
    event: 'email_change.reverted',
    what: 'with the token of a mail',
    act: async () =>
      visitor().post('/api/account/email/revert', { token: await linkFor('revert', 'tornata@esempio.it') }),
    status: 204,
    uid: () => moved.uid,
  },
  {
    event: 'export.requested',
    what: 'by a member',
    act: () => member.post('/api/account/export'),
    status: 202,
    uid: own,
  },
  {
    event: 'export.downloaded',
    what: 'by a member, after a look whether it is there',
    act: async () => {
      const path = '/api/account/export/file'
      await waitUntil(async () => (await member.read<Export>('/api/account/export')).state === 'ready')
      expect((await member.fetch(path, { method: 'HEAD' })).status).toBe(200)
      return await member.fetch(path)
    },
    status: 200,
    uid: own,
  },
  {
    event: 'password_reset.requested',
    what: 'without a session',
    act: () => visitor().post('/api/auth/reset-mail', { email }),
    status: 204,
  },
  {
    event: 'password_reset.requested',
    what: 'for an address that nobody has',
    act: () => visitor().post('/api/auth/reset-mail', { email: canary('email', 'nessuna@esempio.it') }),
    status: 204,
  },
  {
    event: 'password_reset.requested',
    what: 'by a member',
    act: () => member.post('/api/settings/password-reset', {}),
    status: 200,
    uid: own,
  },
  {
    event: 'link.refused',
    what: 'a token that was never sent',
    act: () => reset(canary('token', 'gettone-canarino')),
    status: 410,
  },
  {
    event: 'access.refused',
    what: 'nobody asks for what is a member’s',
    act: () => visitor().fetch('/api/profiles/me'),
    status: 401,
  },
  {
    event: 'session.refused',
    what: 'a forged cookie',
    act: () =>
      visitor().fetch('/api/profiles/me', {
        headers: { cookie: `covo.session_token=${canary('cookie', 'biscotto-canarino')}.x` },
      }),
    status: 401,
  },
  {
    event: 'access.refused',
    what: 'somebody’s private chat',
    act: () => member.fetch(`/api/chat/${randomUUID()}_${randomUUID()}/messages`),
    status: 404,
    uid: own,
  },
  {
    event: 'access.refused',
    what: 'a chat with a stranger',
    act: async () => member.post('/api/chat/private', { uid: (await app.as('bruno')).uid }),
    status: 403,
    uid: own,
  },
  {
    event: 'access.refused',
    what: 'no such route',
    act: () => member.fetch(`/api/${encodeURIComponent(forged)}/${canary('token', 'segreto-canarino')}`),
    status: 404,
  },
  {
    event: 'access.refused',
    what: 'a topic of somebody else',
    act: async () => {
      const tab = app.live(member)
      await tab.receive('live.welcome')
      tab.socket.send(JSON.stringify({ type: 'watch', topic: `chat:${canary('text', 'canarino-canale')}` }))
      await tab.receive('live.refused')
    },
    uid: own,
  },
  {
    event: 'origin.refused',
    what: 'a change',
    act: () => member.post('/api/auth/logout', {}, { origin: 'https://evil.example' }),
    status: 403,
  },
  {
    event: 'origin.refused',
    what: 'a socket',
    act: () => closed(member, undefined, { origin: 'https://evil.example' }),
  },
  { event: 'session.refused', what: 'a socket of nobody', act: () => closed(visitor()) },
  {
    event: 'input.refused',
    what: 'a frame that is none',
    act: () => closed(member, `${text}${forged}`),
    uid: own,
  },
  { event: 'limit.reached', what: 'too many frames', act: () => flood(member), uid: own },
  {
    event: 'limit.reached',
    what: 'too many searches',
    act: async () => {
      await member.fetch('/api/friends/search?query=zz')
      return await member.fetch(`/api/friends/search?query=${encodeURIComponent(text)}`)
    },
    status: 429,
    uid: own,
  },
  {
    event: 'input.refused',
    what: 'an unknown shape',
    act: () => member.fetch(`/api/events?cursor=${encodeURIComponent(forged)}`),
    status: 400,
  },
  {
    event: 'input.refused',
    what: 'wrong JSON',
    act: () => member.fetch('/api/profiles/me', { method: 'PATCH', headers: json, body: `{"bio":"${text}` }),
    status: 400,
    uid: own,
  },
  {
    event: 'input.refused',
    what: 'a broken rule',
    act: () => visitor().post('/api/auth/register', { ...form(), email: `no${forged}` }),
    status: 422,
  },
  {
    event: 'input.refused',
    what: 'too large a body',
    act: () =>
      member.fetch('/api/profiles/me', {
        method: 'PATCH',
        headers: { ...json, connection: 'close' },
        body: text.repeat(40_000),
      }),
    status: 413,
  },
  {
    event: 'input.refused',
    what: 'another media type',
    act: () =>
      member.fetch('/api/profiles/me', {
        method: 'PATCH',
        headers: { 'content-type': 'text/plain' },
        body: text,
      }),
    status: 415,
  },
  { event: 'input.refused', what: 'what is not HTTP', act: () => raw(`GET /${text}\r\n\r\n`), status: 400 },
  {
    event: 'input.refused',
    what: 'a header with a line of its own',
    act: () => raw(`GET / HTTP/1.1\r\nHost: a\r\nX-A: b\r{"event":"forged"}\r\n\r\n`),
    status: 400,
  },
  {
    event: 'signed_out',
    what: 'a member',
    act: () => member.post('/api/auth/logout', {}),
    status: 204,
    uid: own,
  },
  {
    event: 'password_reset.done',
    what: 'with the token of a mail',
    act: async () => reset(await mailedToken('reset-password', 2)),
    status: 204,
    uid: own,
  },
]

function reset(token: string): Promise<Response> {
  return visitor().post('/api/auth/reset-password', {
    token,
    password: newPassword,
    passwordConfirmation: newPassword,
  })
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

describe('the security log', () => {
  it.each(happenings)('logs $event once: $what (S-25)', async ({ act, event, status, uid }) => {
    // The registrations of the cast and the first search are no part of it.
    await app.as('bruno')
    const start = lines.length
    const answer = await act()
    if (status !== undefined) expect(answer instanceof Response ? answer.status : answer).toBe(status)
    await vi.waitFor(() => expect(eventsSince(start).length).toBeGreaterThan(0))
    const logged = eventsSince(start)
    expect(logged.map((line) => line.event)).toEqual([event])
    const [line] = logged
    expect(line?.time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    expect(line?.address).toBeTruthy()
    expect(line?.route).toBeTruthy()
    if (uid) expect(line?.uid).toEqual(uid())
    if (answer instanceof Response && answer.status >= 400) {
      const { requestId } = (await answer.json()) as { requestId: string }
      expect(line?.requestId).toBe(requestId)
    }
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
  beforeAll(async () => {
    unseen = await register(app.origin, { name: 'Mai vista', email: 'mai@esempio.it', password })
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
      const bruno = await app.as('bruno')
      keepCookies(bruno)
      const start = lines.length
      await sql.raw(breaking).execute(app.database)
      try {
        const answer = await act(bruno)
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
      `${lines.length} lines, ${looked} canaries: 0 found; ${happenings.length + 6} happenings of ${new Set(happenings.map(({ event }) => event)).size + 1} kinds logged once each`,
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
