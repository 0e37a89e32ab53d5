import { randomUUID } from 'node:crypto'
import { figure, repetitions } from '@covo/testing/figure'
import { type HostileProvider, hostileClient, startHostileProvider } from '@covo/testing/hostile-provider'
import { tokenIn, waitForMails } from '@covo/testing/outbox'
import { openProviderPopup, returnToPopup } from '@covo/testing/provider-popup'
import { reservePorts } from '@covo/testing/reserve-ports'
import type { Visitor } from '@covo/testing/visitor'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runTestApp } from '../../test/test-app.ts'

// Each side has to know the other's address before it listens.
const port = await reservePorts(2)
const plenty = { points: 10_000, seconds: 3600 }
const app = runTestApp({
  port,
  provider: { ...hostileClient, issuer: `http://127.0.0.1:${port + 1}`, label: 'Ostile' },
  limits: {
    resetMailsPerAddress: plenty,
    resetMailsPerRecipient: plenty,
    wrongPasswordsPerAccount: plenty,
    wrongPasswordsPerAccountAndAddress: plenty,
  },
})
let provider: HostileProvider

beforeAll(async () => {
  provider = await startHostileProvider(port + 1)
})

afterAll(() => provider.stop())

const attackersPassword = 'Tana-rubata1'
const victimsPassword = 'Tana-ripresa9'

type Claims = Record<string, unknown>

/** Comes by the provider, as a browser does. */
async function comeByProvider(visitor: Visitor, subject: string, claims: Claims): Promise<URL> {
  const start = await openProviderPopup(visitor)
  return await returnToPopup(visitor, provider.authorize(start, subject, { claims }))
}

function register(visitor: Visitor, email: string, password: string) {
  const form = { email, username: '', password, passwordConfirmation: password }
  return visitor.post('/api/auth/register', form)
}

/** The uid of the session's member; null without a session. */
async function uidOf(visitor: Visitor): Promise<string | null> {
  const answer = await visitor.fetch('/api/profiles/me')
  return answer.status === 200 ? ((await answer.json()) as { uid: string }).uid : null
}

async function askForLinks(email: string, count: number): Promise<string[]> {
  for (let index = 0; index < count; index += 1)
    expect((await app.visit().post('/api/auth/reset-mail', { email })).status).toBe(204)
  return (await waitForMails(app.outbox, email, count)).map(tokenIn)
}

function setPassword(token: string | undefined, password: string): Promise<Response> {
  return app.visit().post('/api/auth/reset-password', { token, password, passwordConfirmation: password })
}

async function holdsAccount(email: string): Promise<boolean> {
  const { rows } = await sql`select 1 from users where email = ${email}`.execute(app.database)
  return rows.length > 0
}

/** Claims of a provider about the contested address. A verified address belongs to the member who has it. */
const sayings: Record<string, (email: string) => Claims> = {
  unverified: (email) => ({ email, email_verified: false }),
  'verified, but in words': (email) => ({ email, email_verified: 'true' }),
  'without a word on it': (email) => ({ email, email_verified: undefined }),
  'in capitals, unverified': (email) => ({ email: email.toUpperCase(), email_verified: false }),
  missing: () => ({ email: undefined, email_verified: undefined }),
  // At the first sign-in it is their own; what it is changed into later changes nothing.
  changed: (email) => ({ email, email_verified: true }),
}

type Way = 'password' | 'provider'

/**
 * The ways in which an account can be prepared for its owner (Sudhodanan and Paverd, "Pre-hijacked accounts", 2022):
 * the attacker's way in and the victim's. Two passwords for one address can't be: the second registration is refused.
 */
const attacks: Record<string, { attacker: Way; victim: Way }> = {
  'classic-federated merge': { attacker: 'password', victim: 'provider' },
  'trojan identifier': { attacker: 'provider', victim: 'password' },
  'non-verifying provider': { attacker: 'provider', victim: 'provider' },
}

const rows = Object.keys(attacks).flatMap((attack) =>
  ['attacker', 'victim'].flatMap((first) =>
    Object.keys(sayings).map((saying) => [attack, first, saying] as const),
  ),
)
let merges = 0
let tried = 0

describe('an account that an attacker prepares for a victim', () => {
  it.each(rows)('%s, the %s first, the address %s: never shared (S-12)', async (attack, first, saying) => {
    const email = `${randomUUID()}@esempio.it`
    const visitors = { attacker: app.visit(), victim: app.visit() }
    const subjects = { attacker: randomUUID(), victim: randomUUID() }
    const says = sayings[saying] ?? sayings.missing
    const ways = attacks[attack]
    if (!ways || !says) throw new Error('no such attack')

    async function enter(who: 'attacker' | 'victim', visitor: Visitor) {
      if (ways?.[who] === 'password')
        return await register(visitor, email, who === 'attacker' ? attackersPassword : victimsPassword)
      const own = { email: `${subjects[who]}@altro.example`, email_verified: true }
      if (saying === 'changed') await comeByProvider(visitor, subjects[who], own)
      return await comeByProvider(visitor, subjects[who], says?.(email) ?? {})
    }

    const order = first === 'attacker' ? (['attacker', 'victim'] as const) : (['victim', 'attacker'] as const)
    for (const who of order) await enter(who, visitors[who])
    const reached = { attacker: await uidOf(visitors.attacker), victim: await uidOf(visitors.victim) }
    tried += 1
    if (reached.attacker !== null && reached.attacker === reached.victim) merges += 1

    // The victim can read the mails to the address: whatever account has it becomes theirs alone.
    if (await holdsAccount(email)) {
      const [token] = await askForLinks(email, 1)
      expect((await setPassword(token, victimsPassword)).status).toBe(204)
      const owner = app.visit()
      await owner.post('/api/auth/login', { email, password: victimsPassword })
      const account = await uidOf(owner)
      expect(account).not.toBeNull()
      const again = app.visit()
      if (ways.attacker === 'password')
        await again.post('/api/auth/login', { email, password: attackersPassword })
      else await comeByProvider(again, subjects.attacker, says(email))
      for (const visitor of [visitors.attacker, again]) if ((await uidOf(visitor)) === account) merges += 1
    }
    expect(merges).toBe(0)
  })

  it('an address that is verified at the provider opens no account that has it here, nor does it meet one (S-12)', async () => {
    const [mine, theirs] = [`${randomUUID()}@esempio.it`, `${randomUUID()}@esempio.it`]
    await register(app.visit(), mine, attackersPassword)
    const visitor = app.visit()
    const end = await comeByProvider(visitor, randomUUID(), { email: mine, email_verified: true })
    expect(end.searchParams.get('error')).toBe('account_not_linked')
    expect(await uidOf(visitor)).toBeNull()

    await comeByProvider(app.visit(), randomUUID(), { email: theirs, email_verified: true })
    expect((await register(app.visit(), theirs, attackersPassword)).status).toBe(409)
  })

  it('one subject of two issuers is two people (S-12)', async () => {
    const anna = await app.as('anna')
    const subject = randomUUID()
    await sql`
      insert into accounts (user_id, provider_id, account_id)
      values (${anna.uid}, 'external', ${`https://altro.example ${subject}`}), (${anna.uid}, 'external', ${subject})
    `.execute(app.database)
    const visitor = app.visit()
    await comeByProvider(visitor, subject, {})
    const uid = await uidOf(visitor)
    expect(uid).not.toBeNull()
    expect(uid).not.toBe(anna.uid)
  })

  it('one identity in five browsers at the same instant is one member (S-12)', async () => {
    const subject = randomUUID()
    const visitors = Array.from({ length: 5 }, () => app.visit())
    await Promise.all(visitors.map((visitor) => comeByProvider(visitor, subject, {})))
    const uids = new Set((await Promise.all(visitors.map(uidOf))).filter((uid) => uid !== null))
    expect(uids.size).toBe(1)
  })

  afterAll(() => {
    figure('S-12', `${tried} preparations of an account: merges without proof ${merges}`)
    expect(merges).toBe(0)
  })
})

/**
 * An unexpired change of email can't be: no address can be changed here. What an attacker can leave behind is a session,
 * a sign-in that is under way, and links to set a password: none outlives a reset.
 */
describe('a reset of the password', () => {
  it('ends the sessions and all other links of the account, and of no other (S-12)', async () => {
    const [email, other] = [`${randomUUID()}@esempio.it`, `${randomUUID()}@esempio.it`]
    const sessions = [app.visit(), app.visit()]
    const [first, second] = sessions
    if (!first || !second) throw new Error('nobody came')
    await register(first, email, attackersPassword)
    await second.post('/api/auth/login', { email, password: attackersPassword })
    const stranger = app.visit()
    await register(stranger, other, attackersPassword)
    const links = await askForLinks(email, 3)
    const [strangersLink] = await askForLinks(other, 1)

    expect((await setPassword(links[1], victimsPassword)).status).toBe(204)
    const answers = await Promise.all(links.map((link) => setPassword(link, attackersPassword)))
    expect(answers.map(({ status }) => status)).toEqual([410, 410, 410])
    expect(await Promise.all(sessions.map(uidOf))).toEqual([null, null])
    expect(await uidOf(stranger)).not.toBeNull()
    expect((await setPassword(strangersLink, victimsPassword)).status).toBe(204)
  })

  it('leaves no session to a sign-in with the old password that is under way (S-12)', async () => {
    const rounds = repetitions('S-12', 4, 100)
    let begun = 0
    let survivors = 0
    for (let round = 0; round < rounds; round += 1) {
      const email = `${randomUUID()}@esempio.it`
      await register(app.visit(), email, attackersPassword)
      const [token] = await askForLinks(email, 1)
      const visitors = Array.from({ length: 24 }, () => app.visit())
      const reset = setPassword(token, victimsPassword)
      const logins = visitors.map((visitor) =>
        visitor.post('/api/auth/login', { email, password: attackersPassword }),
      )
      const answers = await Promise.all(logins)
      expect((await reset).status).toBe(204)
      begun += answers.filter(({ status }) => status === 200).length
      survivors += (await Promise.all(visitors.map(uidOf))).filter((uid) => uid !== null).length
    }
    figure(
      'S-12',
      `${rounds * 24} sign-ins during ${rounds} resets: ${begun} came through, sessions left ${survivors}`,
    )
    expect(survivors).toBe(0)
  })
})
