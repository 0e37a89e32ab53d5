import { randomUUID } from 'node:crypto'
import { seedOfKey } from '@covo/testing/authenticator'
import { type Github, githubClient, startGithub } from '@covo/testing/github'
import {
  type Fault,
  type HostileProvider,
  hostileClient,
  startHostileProvider,
} from '@covo/testing/hostile-provider'
import { openProviderPopup, returnToPopup } from '@covo/testing/provider-popup'
import { reservePorts } from '@covo/testing/reserve-ports'
import { register, type Visitor, visit } from '@covo/testing/visitor'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runTestApp } from '../../test/test-app.ts'
import { isSessionConfirmed } from './auth.store.ts'
import { codeOfStep } from './one-time-codes.ts'

// Each side has to know the other's address before it listens.
const port = await reservePorts(4)
const issuer = `http://127.0.0.1:${port + 1}`
const app = runTestApp({ port, provider: { ...hostileClient, issuer, label: 'Ostile' } })
const site = `http://127.0.0.1:${port + 3}`
const atGithub = runTestApp({
  port: port + 2,
  provider: { ...githubClient, label: 'GitHub', github: { site, api: site } },
})
let provider: HostileProvider
let github: Github

beforeAll(async () => {
  provider = await startHostileProvider(port + 1)
  github = await startGithub(port + 3)
})

afterAll(async () => {
  await provider.stop()
  await github.stop()
})

const now = () => Math.floor(Date.now() / 1000)

const confirming = { confirm: 'true' }

/** Signs in again at the provider, to confirm; answers the popup's last page. */
async function confirm(visitor: Visitor, subject: string, claims: Fault['claims'] = { auth_time: now() }) {
  const start = await openProviderPopup(visitor, confirming)
  return await returnToPopup(visitor, provider.authorize(start, subject, { claims }))
}

type Newcomer = { visitor: Visitor; uid: string; subject: string; sessionId: string }

/** A member who signs in at the provider alone, an hour after they did. */
async function newcomer(): Promise<Newcomer> {
  const [visitor, subject] = [app.visit(), randomUUID()]
  await returnToPopup(visitor, provider.authorize(await openProviderPopup(visitor), subject))
  const { uid } = await visitor.read<{ uid: string }>('/api/profiles/me')
  const { rows } = await sql<{ id: string }>`
    update sessions set confirmed_at = now() - interval '1 hour' where user_id = ${uid} returning id
  `.execute(app.database)
  return { visitor, uid, subject, sessionId: rows[0]?.id ?? '' }
}

const isConfirmed = ({ sessionId }: Newcomer) => isSessionConfirmed(app.database, sessionId)

async function counted() {
  const { rows } = await sql`
    select (select count(*) from users) as users, (select count(*) from accounts) as accounts,
      (select count(*) from sessions) as sessions`.execute(app.database)
  return rows
}

/** Nothing is confirmed by it, and nobody and no session is made. */
async function expectRefusal(member: Newcomer, act: () => Promise<URL>) {
  const before = await counted()
  const end = await act()
  expect(end.searchParams.get('error')).toBeTruthy()
  expect(end.hash).toBe('')
  expect(await isConfirmed(member)).toBe(false)
  expect(await counted()).toEqual(before)
}

it('is offered by the name of the provider to members who sign in there', async () => {
  const { visitor } = await newcomer()
  expect(await visitor.read('/api/account')).toMatchObject({ provider: 'Ostile', hasPassword: false })
  const member = await register(app.origin, {
    name: 'Anna Senza',
    email: 'senza-fornitore@esempio.it',
    password: 'Tana-rossa1',
  })
  expect(await member.read('/api/account')).toMatchObject({ provider: '', hasPassword: true })
})

it('asks the provider to ask again, and keeps the session under another token', async () => {
  const member = await newcomer()
  const { visitor, subject } = member
  const start = await openProviderPopup(visitor, confirming)
  expect(start.searchParams.get('max_age')).toBe('0')
  expect((await openProviderPopup(app.visit())).searchParams.has('max_age')).toBe(false)
  const old = visit(app.origin, { cookie: visitor.cookie() })
  const before = await counted()
  const end = await returnToPopup(
    visitor,
    provider.authorize(start, subject, { claims: { auth_time: now() } }),
  )
  expect([end.pathname, end.searchParams.has('error'), end.hash]).toEqual(['/provider-popup', false, ''])
  expect(await isConfirmed(member)).toBe(true)
  expect(await counted()).toEqual(before)
  expect((await visitor.fetch('/api/profiles/me')).status).toBe(200)
  expect((await old.fetch('/api/profiles/me')).status).toBe(401)
})

it.each([
  ['no time', undefined],
  ['a time in words', 'adesso'],
  ['ten minutes ago', () => now() - 600],
  ['in ten minutes', () => now() + 600],
])('is not given by a sign-in of %s', async (_, time) => {
  const member = await newcomer()
  const auth_time = typeof time === 'function' ? time() : time
  await expectRefusal(member, () => confirm(member.visitor, member.subject, { auth_time }))
})

it('is not given by somebody else’s sign-in, whether they are a member or not', async () => {
  const [member, other] = [await newcomer(), await newcomer()]
  await expectRefusal(member, () => confirm(member.visitor, other.subject))
  await expectRefusal(member, () => confirm(member.visitor, randomUUID()))
})

it('is for the member who asked, in the session that is there', async () => {
  const [member, other] = [await newcomer(), await newcomer()]
  await expectRefusal(member, () => openProviderPopup(app.visit(), confirming))
  // Between question and answer somebody else signs in with the browser, or the member out.
  const start = await openProviderPopup(member.visitor, confirming)
  const back = provider.authorize(start, member.subject, { claims: { auth_time: now() } })
  const cookies = (visitor: Visitor) => visitor.cookie().split('; ')
  const isSession = (cookie: string) => cookie.includes('session')
  const state = cookies(member.visitor).filter((cookie) => !isSession(cookie))
  for (const session of [cookies(other.visitor).filter(isSession), []]) {
    const browser = visit(app.origin, { cookie: [...state, ...session].join('; ') })
    await expectRefusal(member, () => returnToPopup(browser, back))
    expect(await isConfirmed(other)).toBe(false)
  }
})

it('with a second factor asks for its code too', async () => {
  const member = await newcomer()
  const { visitor, uid, subject, sessionId } = member
  await confirm(visitor, subject)
  const { secret } = (await (await visitor.post('/api/account/second-factor')).json()) as { secret: string }
  const seed = seedOfKey(secret)
  const code = () => codeOfStep(seed, Math.floor(Date.now() / 30_000))
  expect((await visitor.put('/api/account/second-factor', { code: code() })).status).toBe(200)
  const reset = () =>
    sql`
      with factor as (update second_factors set last_step = 0 where user_id = ${uid})
      update sessions set confirmed_at = now() - interval '1 hour' where id = ${sessionId}
    `.execute(app.database)
  await reset()

  const end = await confirm(visitor, subject)
  const challenge = new URLSearchParams(end.hash.slice(1)).get('challenge') ?? ''
  expect([end.searchParams.has('error'), challenge]).toEqual([false, expect.stringMatching(/./)])
  expect(await isConfirmed(member)).toBe(false)
  const send = async (by: Visitor, body: object) => (await by.post('/api/account/confirmation', body)).status
  expect(await send(visitor, { code: code() })).toBe(403)
  expect(await send(visitor, { challenge: 'un altro', code: code() })).toBe(403)
  expect(await send(visitor, { challenge, code: '000000' })).toBe(403)
  const other = await newcomer()
  expect(await send(other.visitor, { challenge, code: code() })).toBe(403)
  expect([await isConfirmed(member), await isConfirmed(other)]).toEqual([false, false])
  expect(await send(visitor, { challenge, code: code() })).toBe(204)
  expect(await isConfirmed(member)).toBe(true)
  // Once.
  await reset()
  expect(await send(visitor, { challenge, code: code() })).toBe(403)
})

it('is also given by a provider that states no time, by one factor', async () => {
  github.people.set('gaia', { id: 101, emails: [] })
  github.people.set('altra', { id: 102, emails: [] })
  const visitor = atGithub.visit()
  const signIn = async (login: string, parameters = {}) => {
    const start = await openProviderPopup(visitor, parameters)
    start.searchParams.set('login', login)
    const { headers } = await fetch(start, { redirect: 'manual' })
    return await returnToPopup(visitor, new URL(headers.get('location') ?? ''))
  }
  await signIn('gaia')
  const { rows } = await sql<{ id: string }>`
    update sessions set confirmed_at = now() - interval '1 hour' returning id`.execute(atGithub.database)
  const id = rows[0]?.id ?? ''
  expect((await signIn('altra', confirming)).searchParams.get('error')).toBe('not_confirmed')
  expect(await isSessionConfirmed(atGithub.database, id)).toBe(false)
  expect((await signIn('gaia', confirming)).searchParams.has('error')).toBe(false)
  expect(await isSessionConfirmed(atGithub.database, id)).toBe(true)
})

it('of somebody with a password is given by their account at the provider too, never by another', async () => {
  const member = await register(app.origin, {
    name: 'Con password',
    email: 'password@esempio.it',
    password: 'Tana-rossa1',
  })
  const end = await confirm(member, randomUUID(), { auth_time: now(), email: 'password@esempio.it' })
  expect(end.searchParams.get('error')).toBeTruthy()
})
