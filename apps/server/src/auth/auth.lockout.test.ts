import { randomUUID } from 'node:crypto'
import { figure } from '@covo/testing/figure'
import { tokenIn, tokenMailedTo, waitForMails } from '@covo/testing/outbox'
import { type Member, registerNewcomer, type Visitor } from '@covo/testing/visitor'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { runTestApp } from '../../test/test-app.ts'

const password = 'Tana-rossa1'
const newPassword = 'Tana-nuova9'
/** As by default, but for a fifth of the wrong passwords from everywhere. */
const app = runTestApp({
  trustedProxies: '127.0.0.1, ::1',
  limits: { wrongPasswordsPerAccount: { points: 20, seconds: 3600 } },
})
let used = 0

/** The address of a network that nobody has come from. */
function elsewhere(): string {
  used += 1
  return `2001:db8:${used.toString(16)}::1`
}

const newcomer = () => registerNewcomer(app.origin)

function post(visitor: Visitor, path: string, body: unknown, from: string): Promise<Response> {
  return visitor.post(path, body, { 'x-forwarded-for': from })
}

async function login(visitor: Visitor, email: string, attempt: string, from: string): Promise<number> {
  return (await post(visitor, '/api/auth/login', { email, password: attempt }, from)).status
}

async function askForLink(email: string, from: string): Promise<number> {
  return (await post(app.visit(), '/api/auth/reset-mail', { email }, from)).status
}

async function askSignedIn(member: Member, from: string): Promise<number> {
  return (await post(member, '/api/settings/password-reset', undefined, from)).status
}

async function resetTokens(email: string, count: number): Promise<string[]> {
  return (await waitForMails(app.outbox, email, count)).map(tokenIn)
}

async function setPassword(visitor: Visitor, token: string | undefined, from: string): Promise<number> {
  const form = { token, password: newPassword, passwordConfirmation: newPassword }
  return (await post(visitor, '/api/auth/reset-password', form, from)).status
}

async function countCounters(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from rate_limits`.execute(app.database)
  return rows[0]?.count ?? 0
}

function countOf(statuses: number[], status: number): number {
  return statuses.filter((one) => one === status).length
}

describe('a stranger', () => {
  it('a client over its mail limit uses up no other counter (S-19)', async () => {
    const victim = await newcomer()
    const from = elsewhere()
    const invented = () => `${randomUUID()}@esempio.it`
    const asked = await Promise.all(Array.from({ length: 60 }, () => askForLink(invented(), from)))
    expect(countOf(asked, 204)).toBe(60)
    const counters = await countCounters()
    const refused = await Promise.all(
      [victim.email, victim.email, victim.email, ...Array.from({ length: 20 }, invented)].map((email) =>
        askForLink(email, from),
      ),
    )
    expect(countOf(refused, 429)).toBe(23)
    expect(await countCounters()).toBe(counters)

    // The members' own way isn't counted by network.
    const own = [await askSignedIn(victim, from), await askForLink(victim.email, elsewhere())]
    own.push(await askSignedIn(victim, elsewhere()))
    figure(
      'S-19',
      `63 reset mails asked for from one network: the victim asks 3 times, answered ${own.join(', ')}`,
    )
    expect(own).toEqual([200, 204, 200])
    expect(await askForLink(victim.email, elsewhere())).toBe(429)
    expect(await askSignedIn(victim, elsewhere())).toBe(429)
    expect(await resetTokens(victim.email, 3)).toHaveLength(3)
  })

  it('a client that exhausts the mails of an hour leaves the victim with valid links (S-19)', async () => {
    const victim = await newcomer()
    for (let round = 0; round < 3; round += 1) expect(await askForLink(victim.email, elsewhere())).toBe(204)
    expect(await askForLink(victim.email, elsewhere())).toBe(429)
    const tokens = await resetTokens(victim.email, 3)
    expect(await setPassword(app.visit(), tokens[1], elsewhere())).toBe(204)
    expect(await login(app.visit(), victim.email, newPassword, elsewhere())).toBe(200)
  })

  it('all networks of one IPv6 site together get the guesses of one, and lock out no other site (S-19)', async () => {
    const { email } = await newcomer()
    const guesses = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        login(app.visit(), email, `indovino${index}`, `2001:db8:abcd:${(index % 50).toString(16)}::1`),
      ),
    )
    figure('S-19', `100 guesses from 50 networks of one /48: ${countOf(guesses, 401)} tried`)
    expect([countOf(guesses, 401), countOf(guesses, 429)]).toEqual([10, 90])
    expect(await login(app.visit(), email, password, '2001:db8:abcd:ffff::1')).toBe(429)
    expect(await login(app.visit(), email, password, elsewhere())).toBe(200)
  })
})

describe('an account whose wrong passwords from everywhere are used up', () => {
  async function lock(email: string): Promise<void> {
    const networks = [elsewhere(), elsewhere()]
    const guesses = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        login(app.visit(), email, 'indovino', networks[index % 2] ?? ''),
      ),
    )
    expect(countOf(guesses, 401)).toBe(20)
    expect(await login(app.visit(), email, password, elsewhere())).toBe(429)
  }

  it('lets in whose browser signed in to it before, also after a logout, and no other browser (S-19)', async () => {
    const [member, other] = [await newcomer(), await newcomer()]
    await post(member, '/api/auth/logout', undefined, elsewhere())
    await lock(member.email)
    expect(await login(other, member.email, password, elsewhere())).toBe(429)
    expect(await login(member, member.email, password, elsewhere())).toBe(200)
    expect(await login(app.visit(), member.email, password, elsewhere())).toBe(429)
  })

  it('lets such a browser guess ten times, and the account’s address no more than before (S-19)', async () => {
    const { email, ...member } = await newcomer()
    await lock(email)
    const guesses: number[] = []
    for (let round = 0; round < 12; round += 1)
      guesses.push(await login(member, email, `indovino${round}`, elsewhere()))
    figure('S-19', `12 guesses of a known browser at a locked account: ${countOf(guesses, 401)} tried`)
    expect(guesses).toEqual([...Array<number>(10).fill(401), 429, 429])
    expect(await login(member, email, password, elsewhere())).toBe(429)
  })

  it('opens by the mailed link, for every browser, and where the link was used too (S-19)', async () => {
    const { email } = await newcomer()
    await lock(email)
    const from = elsewhere()
    for (let round = 0; round < 10; round += 1) await login(app.visit(), email, 'dimenticata', from)
    expect(await askForLink(email, from)).toBe(204)
    const token = await tokenMailedTo(app.outbox, email)
    const visitor = app.visit()
    expect(await setPassword(visitor, token, from)).toBe(204)
    expect(await login(app.visit(), email, newPassword, from)).toBe(200)
    expect(await login(app.visit(), email, newPassword, elsewhere())).toBe(200)
    await lock(email)
    expect(await login(visitor, email, newPassword, elsewhere())).toBe(200)
  })
})

it('keeps a known browser out where ten wrong passwords came from its own address', async () => {
  const { email, ...member } = await newcomer()
  const from = elsewhere()
  for (let round = 0; round < 10; round += 1) await login(app.visit(), email, 'indovino', from)
  expect(await login(member, email, password, from)).toBe(429)
})
