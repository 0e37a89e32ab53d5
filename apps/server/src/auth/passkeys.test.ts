import type { Account } from '@covo/contract/account/account.routes'
import { tokenMailedTo, waitForMails } from '@covo/testing/outbox'
import { createPasskey, type Passkey } from '@covo/testing/passkey'
import { refusalOf } from '@covo/testing/refusal'
import { type Member, type Newcomer, registerNewcomer, type Visitor } from '@covo/testing/visitor'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { testSecret } from '../../test/signed-in-members.ts'
import { runTestApp } from '../../test/test-app.ts'
import { hashToken } from '../platform/random-token.ts'
import { createPasskeyChallenges } from './passkey-challenges.ts'

const plenty = { points: 1000, seconds: 3600 }
const app = runTestApp({ limits: { secondFactorChanges: plenty } })
const strict = runTestApp({ emailVerification: 'required' })
const password = 'Tana-rossa1'
const path = '/api/account/passkeys'

type Options = { challenge: string; rpId?: string; rp?: { id: string }; user?: { id: string } }

const refused = [401, 'auth.passkey_refused']
const accountOf = (member: Visitor) => member.read<Account>('/api/account')
const passkeysOf = async (member: Visitor) => (await accountOf(member)).passkeys
const statusOf = async (visitor: Visitor) => (await visitor.fetch('/api/profiles/me')).status
const optionsOf = async (answer: Response) => (await answer.json()) as Options

const newcomer = ({ origin } = app) => registerNewcomer(origin)

const creationOptions = async (member: Visitor) => await optionsOf(await member.post(`${path}/options`))
const requestOptions = async (visitor: Visitor) =>
  await optionsOf(await visitor.post('/api/auth/passkey/options'))

type Said = Parameters<Passkey['assert']>[1]

async function add(
  member: Visitor,
  passkey = createPasskey(member.origin),
  said: Said = {},
): Promise<Response> {
  return await member.post(path, { response: passkey.register(await creationOptions(member), said) })
}

async function owner(): Promise<{ member: Newcomer; passkey: Passkey }> {
  const member = await newcomer()
  const passkey = createPasskey(app.origin)
  expect((await add(member, passkey)).status).toBe(204)
  return { member, passkey }
}

async function signIn(passkey: Passkey, said: Said = {}, visitor = app.visit()): Promise<Response> {
  return await visitor.post('/api/auth/passkey', {
    response: passkey.assert(await requestOptions(visitor), said),
  })
}

/** A challenge as the server made it more than five minutes ago. */
function oldChallenge(purpose: Parameters<ReturnType<typeof createPasskeyChallenges>['make']>[0]): string {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 5 * 60_000 })
  const challenge = createPasskeyChallenges(testSecret).make(purpose)
  vi.useRealTimers()
  return challenge
}

const unconfirm = ({ uid }: Member) =>
  sql`update sessions set confirmed_at = now() - interval '11 minutes' where user_id = ${uid}`.execute(
    app.database,
  )

const turnSecondFactorOn = ({ uid }: Member) =>
  sql`insert into second_factors (user_id, sealed_seed, key_id, is_on) values (${uid}, '', '', true)`.execute(
    app.database,
  )

describe('a new passkey', () => {
  it.each(['ES256', 'EdDSA', 'RS256'] as const)(
    'of %s signs in, and the member is mailed',
    async (algorithm) => {
      const member = await newcomer()
      const passkey = createPasskey(app.origin, { algorithm })
      expect(await creationOptions(member)).toMatchObject({
        rp: { id: 'localhost', name: 'Covo' },
        user: { name: member.email },
        attestation: 'none',
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        excludeCredentials: [],
      })
      expect((await add(member, passkey)).status).toBe(204)
      expect(await passkeysOf(member)).toEqual([
        { id: expect.any(String), name: '', createdAt: expect.any(String) },
      ])
      expect(await creationOptions(member)).toMatchObject({ excludeCredentials: [{ id: passkey.id }] })
      const [mail] = await waitForMails(app.outbox, member.email)
      expect(mail).toContain('Passkey aggiunta')
      const visitor = app.visit()
      const answer = await signIn(passkey, {}, visitor)
      expect([answer.status, await answer.json()]).toEqual([200, { uid: member.uid }])
      const { sessions } = await visitor.read<{ sessions: object[] }>('/api/account/sessions')
      expect(sessions[0]).toMatchObject({ isCurrent: true, method: 'passkey' })
    },
  )

  it('is refused where something is wrong with it, and nothing is stored', async () => {
    const [member, other] = [await newcomer(), await newcomer()]
    const wrong: Said[] = [
      { origin: 'https://altrove.esempio.it' },
      { rpId: 'altrove.esempio.it' },
      { isUserVerified: false },
      { challenge: 'inventata' },
      { challenge: oldChallenge({ newOf: member.uid }) },
      { challenge: (await creationOptions(other)).challenge },
      { challenge: (await requestOptions(member)).challenge },
      // A statement: for one with certificates the library would fetch what they name.
      { format: 'packed' },
    ]
    for (const said of wrong) {
      const answer = await add(member, createPasskey(app.origin), said)
      expect([said, await refusalOf(answer)]).toEqual([said, refused])
    }
    expect(await refusalOf(await member.post(path, {}))).toEqual(refused)
    expect(await passkeysOf(member)).toEqual([])
  })

  it('is added once by a challenge, and to nobody else', async () => {
    const { member, passkey } = await owner()
    const options = await creationOptions(member)
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        member.post(path, { response: createPasskey(app.origin).register(options) }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, ...Array<number>(7).fill(401)])
    expect(await refusalOf(await add(await newcomer(), passkey))).toEqual(refused)
  })

  it('and its removal want a confirmation', async () => {
    const { member } = await owner()
    const options = await creationOptions(member)
    const [passkey] = await passkeysOf(member)
    await unconfirm(member)
    const requests = [
      () => member.post(`${path}/options`),
      () => member.post(path, { response: createPasskey(app.origin).register(options) }),
      () => member.delete(`${path}/${passkey?.id}`),
    ]
    for (const request of requests)
      expect(await refusalOf(await request())).toEqual([403, 'account.confirmation_needed'])
    expect(await passkeysOf(member)).toHaveLength(1)
  })

  it('is one of ten at most, though two are added at once', async () => {
    const member = await newcomer()
    for (let count = 0; count < 9; count += 1) expect((await add(member)).status).toBe(204)
    const options = await Promise.all(Array.from({ length: 8 }, () => creationOptions(member)))
    const answers = await Promise.all(
      options.map((one) => member.post(path, { response: createPasskey(app.origin).register(one) })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, ...Array<number>(7).fill(409)])
    expect(await refusalOf(await member.post(`${path}/options`))).toEqual([409, 'account.passkeys_full'])
    expect(await passkeysOf(member)).toHaveLength(10)
  })
})

describe('a passkey', () => {
  it('is named, renamed and removed by its member alone', async () => {
    const [{ member }, { member: other, passkey: othersKey }] = [await owner(), await owner()]
    const [passkey] = await passkeysOf(member)
    const [othersPasskey] = await passkeysOf(other)
    const tab = app.live(member)
    await tab.receive('live.welcome')
    expect((await member.patch(`${path}/${passkey?.id}`, { name: '  Telefono  ' })).status).toBe(204)
    await tab.receive('account.changed')
    expect(await passkeysOf(member)).toMatchObject([{ name: 'Telefono' }])
    expect((await member.patch(`${path}/${passkey?.id}`, { name: 'x'.repeat(61) })).status).toBe(400)
    await unconfirm(member)
    const stale = await member.patch(`${path}/${passkey?.id}`, { name: 'Altro' })
    expect([stale.status, await stale.json()]).toMatchObject([403, { code: 'account.confirmation_needed' }])
    expect(await passkeysOf(member)).toMatchObject([{ name: 'Telefono' }])
    await sql`update sessions set confirmed_at = now() where user_id = ${member.uid}`.execute(app.database)
    expect((await member.patch(`${path}/${othersPasskey?.id}`, { name: 'mia' })).status).toBe(204)
    expect((await member.delete(`${path}/${othersPasskey?.id}`)).status).toBe(204)
    expect(await passkeysOf(other)).toMatchObject([{ name: '' }])
    expect((await signIn(othersKey)).status).toBe(200)
    expect((await member.delete(`${path}/${passkey?.id}`)).status).toBe(204)
    expect(await passkeysOf(member)).toEqual([])
    const mails = await waitForMails(app.outbox, member.email, 2)
    expect(mails.filter((mail) => mail.includes('Passkey rimossa'))).toHaveLength(1)
  })

  it('is not removed where it is all that the member can sign in with, nor the last two at once', async () => {
    const { member } = await owner()
    await add(member)
    await sql`delete from accounts where user_id = ${member.uid}`.execute(app.database)
    const ids = (await passkeysOf(member)).map(({ id }) => id)
    const answers = await Promise.all(ids.map((id) => member.delete(`${path}/${id}`)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409])
    const [last] = await passkeysOf(member)
    expect(await refusalOf(await member.delete(`${path}/${last?.id}`))).toEqual([409, 'account.last_sign_in'])
  })

  it('is not removed either where the provider is one at which nobody can sign in any more', async () => {
    const { member } = await owner()
    await sql`update accounts set provider_id = 'external' where user_id = ${member.uid}`.execute(
      app.database,
    )
    const [only] = await passkeysOf(member)
    expect(await refusalOf(await member.delete(`${path}/${only?.id}`))).toEqual([409, 'account.last_sign_in'])
  })
})

describe('a sign-in by a passkey', () => {
  let member: Newcomer
  let passkey: Passkey
  beforeEach(async () => {
    ;({ member, passkey } = await owner())
  })
  afterEach(() => void vi.useRealTimers())

  it('is refused where something is wrong with it (S-19)', async () => {
    const { member: other } = await owner()
    const handle = Buffer.from(other.uid.replaceAll('-', ''), 'hex').toString('base64url')
    const wrong: Said[] = [
      { origin: 'https://altrove.esempio.it' },
      { origin: app.origin.replace('localhost', '127.0.0.1') },
      { rpId: 'altrove.esempio.it' },
      { isUserVerified: false },
      { challenge: 'inventata' },
      { challenge: oldChallenge('sign-in') },
      { challenge: (await creationOptions(member)).challenge },
      { userHandle: handle },
      { userHandle: '' },
    ]
    for (const said of wrong)
      expect([said, await refusalOf(await signIn(passkey, said))]).toEqual([said, refused])
    expect(await refusalOf(await signIn(createPasskey(app.origin)))).toEqual(refused)
    expect(await refusalOf(await app.visit().post('/api/auth/passkey', {}))).toEqual(refused)
    // Another's key under the id of this one.
    const forged = { ...createPasskey(app.origin).assert(await requestOptions(app.visit())), id: passkey.id }
    const { response } = passkey.assert(await requestOptions(app.visit()))
    const mixed = { ...forged, response: { ...forged.response, userHandle: response.userHandle } }
    expect(await refusalOf(await app.visit().post('/api/auth/passkey', { response: mixed }))).toEqual(refused)
    expect((await signIn(passkey)).status).toBe(200)
  })

  it('opens one session for an answer, however often it is sent (S-19)', async () => {
    const backedUp = createPasskey(app.origin, { isBackedUp: true })
    await add(member, backedUp)
    for (const key of [passkey, backedUp]) {
      const response = key.assert(await requestOptions(app.visit()), key === backedUp ? { counter: 0 } : {})
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => app.visit().post('/api/auth/passkey', { response })),
      )
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(7).fill(401)])
    }
  })

  it('counts on, unless the key is backed up', async () => {
    expect((await signIn(passkey, { counter: 5 })).status).toBe(200)
    for (const counter of [4, 5, 0])
      expect(await refusalOf(await signIn(passkey, { counter }))).toEqual(refused)
    expect((await signIn(passkey, { counter: 6 })).status).toBe(200)
    const uncounted = createPasskey(app.origin)
    await add(member, uncounted)
    for (const counter of [0, 0]) expect((await signIn(uncounted, { counter })).status).toBe(200)
    const backedUp = createPasskey(app.origin, { isBackedUp: true })
    await add(member, backedUp)
    for (const counter of [7, 3]) expect((await signIn(backedUp, { counter })).status).toBe(200)
  })

  it('takes one of eight answers with the same count', async () => {
    const options = await Promise.all(Array.from({ length: 8 }, () => requestOptions(app.visit())))
    const answers = await Promise.all(
      options.map((one) =>
        app.visit().post('/api/auth/passkey', { response: passkey.assert(one, { counter: 9 }) }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(7).fill(401)])
  })

  it('is enough where a second factor is on', async () => {
    await turnSecondFactorOn(member)
    const visitor = app.visit()
    expect((await signIn(passkey, {}, visitor)).status).toBe(200)
    expect(await statusOf(visitor)).toBe(200)
  })

  it('opens nothing to a member who is blocked, suspended or about to be deleted', async () => {
    const set = (assignment: string) =>
      sql`update users set ${sql.raw(assignment)} where id = ${member.uid}`.execute(app.database)
    await set('blocked_at = now()')
    expect(await refusalOf(await signIn(passkey))).toEqual([403, 'auth.account_blocked'])
    await set(`blocked_at = null, suspended_until = now() + interval '1 day'`)
    expect(await refusalOf(await signIn(passkey))).toEqual([403, 'auth.account_suspended'])
    await set(`suspended_until = null, deletion_at = now() + interval '1 day'`)
    const visitor = app.visit()
    expect(await refusalOf(await signIn(passkey, {}, visitor))).toEqual([403, 'auth.deletion_pending'])
    expect(await statusOf(visitor)).toBe(401)
    const response = passkey.assert(await requestOptions(visitor))
    expect((await visitor.post('/api/auth/passkey', { response, keepAccount: true })).status).toBe(200)
    expect(await statusOf(visitor)).toBe(200)
  })

  it('opens nothing before the address is confirmed where that is asked', async () => {
    const email = 'severa@esempio.it'
    const form = { email, username: '', password, passwordConfirmation: password }
    expect((await strict.visit().post('/api/auth/register', form)).status).toBe(201)
    await strict
      .visit()
      .post('/api/account/email/confirm', { token: await tokenMailedTo(strict.outbox, email) })
    const confirmed = strict.visit()
    await confirmed.post('/api/auth/login', { email, password })
    const key = createPasskey(strict.origin)
    expect((await add(confirmed, key)).status).toBe(204)
    await sql`update users set email_verified = false`.execute(strict.database)
    expect(await refusalOf(await signIn(key, {}, strict.visit()))).toEqual([403, 'account.email_unverified'])
  })
})

describe('a confirmation by a passkey', () => {
  it('is enough alone, and by one of the member’s own', async () => {
    const [{ member, passkey }, { passkey: others }] = [await owner(), await owner()]
    await turnSecondFactorOn(member)
    await unconfirm(member)
    const confirm = async (key: Passkey, said: Said = {}) =>
      await member.post('/api/account/confirmation', {
        passkey: key.assert(await requestOptions(member), said),
      })
    const failed = [403, 'account.confirmation_failed']
    expect(await refusalOf(await confirm(others))).toEqual(failed)
    expect(await refusalOf(await confirm(passkey, { isUserVerified: false }))).toEqual(failed)
    expect((await member.post(`${path}/options`)).status).toBe(403)
    expect((await confirm(passkey)).status).toBe(204)
    expect((await member.post(`${path}/options`)).status).toBe(200)
    // The answer that confirmed an identity signs nobody in besides.
    const response = passkey.assert(await requestOptions(member))
    expect((await member.post('/api/account/confirmation', { passkey: response })).status).toBe(204)
    expect(await refusalOf(await app.visit().post('/api/auth/passkey', { response }))).toEqual(refused)
  })

  it('or a sign-in by one lets a moderator moderate, and owning one does not', async () => {
    const { member, passkey } = await owner()
    await sql`update users set is_moderator = true where id = ${member.uid}`.execute(app.database)
    const read = async (visitor: Visitor) => (await visitor.fetch('/api/moderation/reports')).status
    expect([await read(member), (await accountOf(member)).mayModerate]).toEqual([403, false])
    const visitor = app.visit()
    await signIn(passkey, {}, visitor)
    expect([await read(visitor), (await accountOf(visitor)).mayModerate]).toEqual([200, true])
    const confirm = (body: object) => member.post('/api/account/confirmation', body)
    expect((await confirm({ passkey: passkey.assert(await requestOptions(member)) })).status).toBe(204)
    expect([await read(member), (await accountOf(member)).mayModerate]).toEqual([200, true])
    // The password alone is one factor, whatever was shown before.
    expect((await confirm({ password })).status).toBe(204)
    expect([await read(member), (await accountOf(member)).mayModerate]).toEqual([403, false])
  })
})

it('a passkey that somebody added before an address was taken back signs nobody in', async () => {
  const { member, passkey } = await owner()
  const token = 'riprendi'
  await sql`
    insert into mail_links (token_hash, kind, user_id, email, expires_at)
    values (${hashToken(token)}, 'revert', ${member.uid}, 'prima@esempio.it', now() + interval '1 day')
  `.execute(app.database)
  expect((await app.visit().post('/api/account/email/revert', { token })).status).toBe(204)
  expect(await refusalOf(await signIn(passkey))).toEqual(refused)
  expect(await waitForMails(app.outbox, 'prima@esempio.it')).toHaveLength(1)
})
