import { createHmac } from 'node:crypto'
import { closeCodes } from '@covo/contract/realtime'
import { register, type Visitor, visit } from '@covo/testing/visitor'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { runTestApp } from '../../test/test-app.ts'

const app = runTestApp()
const password = 'Tana-rossa1'
const cookieName = 'covo.session_token'
const day = 24 * 60 * 60 * 1000

let made = 0

async function newcomer() {
  made += 1
  const email = `duratura${made}@esempio.it`
  return { ...(await register(app.origin, { name: `Duratura ${made}`, email, password })), email }
}

async function login(visitor: Visitor, email: string): Promise<string> {
  const answer = await visitor.post('/api/auth/login', { email, password })
  expect(answer.status).toBe(200)
  return visitor.cookie()
}

const statusWith = async (cookie: string) =>
  (await visit(app.origin, { cookie }).fetch('/api/profiles/me')).status

/** Moves the end of all sessions of a member to `offset` ms from now. */
async function moveEnd(uid: string, offset: number): Promise<void> {
  await sql`
    update sessions set expires_at = now() + ${offset} * interval '1 millisecond' where user_id = ${uid}::uuid
  `.execute(app.database)
}

/** A server that has not read the session before: what was read is remembered for five minutes. */
async function atFreshServer(member: Visitor): Promise<Visitor> {
  return visit(await app.startAnother(), { cookie: member.cookie() })
}

async function endOf(uid: string): Promise<number> {
  const { rows } = await sql<{ days: number }>`
    select extract(epoch from expires_at - now())::float8 / 86400 as days from sessions where user_id = ${uid}::uuid
  `.execute(app.database)
  return rows[0]?.days ?? Number.NaN
}

it('never accepts a session id that another browser chose (session fixation)', async () => {
  const { email } = await newcomer()
  const chosen = `${cookieName}=${'a'.repeat(32)}.${encodeURIComponent(createHmac('sha256', 'a guess').update('a'.repeat(32)).digest('base64'))}`
  const victim = visit(app.origin, { cookie: chosen })
  const cookie = await login(victim, email)
  expect(cookie).not.toContain('a'.repeat(32))
  expect(await statusWith(chosen)).toBe(401)
  expect(await login(app.visit(), email)).not.toBe(cookie)
})

it('takes no token that isn’t signed', async () => {
  const member = await newcomer()
  const [session = ''] = member.cookie().split('; ')
  const [token = '', signature = ''] = decodeURIComponent(session.slice(cookieName.length + 1)).split('.')
  const changed = signature.startsWith('A') ? `B${signature.slice(1)}` : `A${signature.slice(1)}`
  for (const value of [token, `${token}.`, `${token}.${changed}`, `.${signature}`])
    expect(await statusWith(`${cookieName}=${encodeURIComponent(value)}`), value).toBe(401)
  expect(await statusWith(member.cookie())).toBe(200)
})

it('ends a session that wasn’t used for 30 days, and its socket is refused', async () => {
  const member = await newcomer()
  expect(await endOf(member.uid)).toBeCloseTo(30, 2)
  await moveEnd(member.uid, -1000)
  expect((await member.fetch('/api/profiles/me')).status).toBe(401)
  expect(await app.live(member).closed()).toBe(4401)
})

it('renews the 30 days of a session in use once a day', async () => {
  const member = await newcomer()
  await moveEnd(member.uid, 29.5 * day)
  expect((await member.fetch('/api/profiles/me')).headers.get('set-cookie')).toBeNull()
  expect(await endOf(member.uid)).toBeCloseTo(29.5, 2)
  await moveEnd(member.uid, 2 * day)
  const later = await atFreshServer(member)
  expect((await later.fetch('/api/profiles/me')).headers.get('set-cookie')).toContain('Max-Age=2592000')
  expect(await endOf(member.uid)).toBeCloseTo(30, 2)
})

it('ends a session 90 days after its beginning, however it was used, and its sockets with it', async () => {
  const member = await newcomer()
  const moveBeginning = (days: number) =>
    sql`update sessions set created_at = now() - ${days} * interval '1 day' where user_id = ${member.uid}::uuid`.execute(
      app.database,
    )
  await moveBeginning(89.9)
  expect((await member.fetch('/api/profiles/me')).status).toBe(200)
  const open = app.live(member)
  await open.receive('live.welcome')

  await moveBeginning(90)
  const later = await atFreshServer(member)
  expect((await later.fetch('/api/profiles/me')).status).toBe(401)
  expect(await (await later.fetch('/app/home')).text()).toContain('data-session="out"')
  expect(await app.live(later).closed()).toBe(closeCodes.sessionEnded)
  // Sessions of open sockets are looked up at each pulse, and when the line to the database was cut.
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query like 'listen %' and pid <> pg_backend_pid()
  `.execute(app.database)
  expect(await open.closed()).toBe(closeCodes.sessionEnded)
})

describe('a new session takes the place of the one that the browser had', () => {
  const beginnings: Record<string, (browser: Visitor, email: string) => Promise<unknown>> = {
    'a sign-in': login,
    'a registration': async (browser) => {
      made += 1
      const form = { email: `duratura${made}@esempio.it`, username: '', password }
      const answer = await browser.post('/api/auth/register', { ...form, passwordConfirmation: password })
      expect(answer.status).toBe(201)
    },
  }

  it.each(Object.entries(beginnings))('by %s; others of the member stay', async (_, begin) => {
    const browser = await newcomer()
    const elsewhere = app.visit()
    await login(elsewhere, browser.email)
    const before = browser.cookie()
    const tab = app.live(browser)
    await tab.receive('live.welcome')
    await begin(browser, browser.email)
    expect(await tab.closed()).toBe(closeCodes.sessionEnded)
    expect(await statusWith(before)).toBe(401)
    expect(await statusWith(browser.cookie())).toBe(200)
    expect(await statusWith(elsewhere.cookie())).toBe(200)
  })

  it('and a sign-in that fails leaves it', async () => {
    const browser = await newcomer()
    const answer = await browser.post('/api/auth/login', { email: browser.email, password: 'sbagliata' })
    expect(answer.status).toBe(401)
    expect(await statusWith(browser.cookie())).toBe(200)
  })
})

it('keeps the newest fifty sessions of an account', async () => {
  const member = await newcomer()
  await sql`
    insert into sessions (token, user_id, expires_at, created_at)
    select 'token ' || n, ${member.uid}::uuid, now() + interval '1 day', now() - n * interval '1 minute'
    from generate_series(1, 200) n`.execute(app.database)
  const browser = app.visit()
  await login(browser, member.email)
  const { rows } = await sql<{ count: number; oldest: Date }>`
    select count(*), min(created_at) as oldest from sessions where user_id = ${member.uid}::uuid
  `.execute(app.database)
  expect(rows[0]?.count).toBe(50)
  expect(rows[0]?.oldest.getTime()).toBeGreaterThan(Date.now() - 50 * 60_000)
  expect((await browser.fetch('/api/profiles/me')).status).toBe(200)
})
