import { seedOfKey } from '@covo/testing/authenticator'
import { mailsTo, tokenMailedTo, waitForMails } from '@covo/testing/outbox'
import { refusalOf } from '@covo/testing/refusal'
import { type Member, registerNewcomer, type Visitor } from '@covo/testing/visitor'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { runTestApp } from '../../test/test-app.ts'
import { codeOfStep } from './one-time-codes.ts'

const lines: string[] = []
const app = runTestApp({ onLogLine: (line) => lines.push(line) })
const path = '/api/account/second-factor'
const password = 'Tana-rossa1'

type Protected = Member & { email: string; seed: Buffer; recoveryCodes: string[] }
type Answer = { code?: string; uid?: string; secondFactor?: { challenge: string }; recoveryCodes?: string[] }

const statusOf = async (visitor: Visitor) => (await visitor.fetch('/api/profiles/me')).status
const presentStep = () => Math.floor(Date.now() / 30_000)

/** As some keyboards write digits. */
const wide = (code: string) => code.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))

/** As if the last code were of long ago. */
const forgetStep = ({ uid }: Member) =>
  sql`update second_factors set last_step = 0 where user_id = ${uid}`.execute(app.database)

const newcomer = () => registerNewcomer(app.origin)

async function protectedMember(): Promise<Protected> {
  const member = await newcomer()
  const { secret } = (await (await member.post(path)).json()) as { secret: string }
  const seed = seedOfKey(secret)
  const answer = await member.put(path, { code: codeOfStep(seed, presentStep()) })
  expect(answer.status).toBe(200)
  const { recoveryCodes = [] } = (await answer.json()) as Answer
  await forgetStep(member)
  return { ...member, seed, recoveryCodes }
}

const codeFor = ({ seed }: Protected) => codeOfStep(seed, presentStep())

async function beginSignIn({ email }: { email: string }) {
  const visitor = app.visit()
  const answer = await visitor.post('/api/auth/login', { email, password })
  const { secondFactor } = (await answer.json()) as Answer
  return { visitor, challenge: secondFactor?.challenge ?? '' }
}

const step = (visitor: Visitor, challenge: string, code: string) =>
  visitor.post('/api/auth/second-factor', { challenge, code })

let member: Protected
beforeEach(async () => {
  member = await protectedMember()
})

describe('turning it on', () => {
  it('needs a right code, and is reported by the account and by mail', async () => {
    const other = await newcomer()
    const { secret, uri } = (await (await other.post(path)).json()) as { secret: string; uri: string }
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(uri).toBe(`otpauth://totp/Covo:${encodeURIComponent(other.email)}?secret=${secret}&issuer=Covo`)
    expect(await refusalOf(await other.put(path, { code: '000000' }))).toEqual([
      401,
      'auth.second_factor_wrong',
    ])
    expect(await other.read('/api/account')).toMatchObject({ secondFactor: false, recoveryCodesLeft: 0 })
    expect((await beginSignIn(other)).challenge).toBe('')
    const answer = await other.put(path, { code: wide(` ${codeOfStep(seedOfKey(secret), presentStep())} `) })
    expect(((await answer.json()) as Answer).recoveryCodes).toHaveLength(10)
    expect(await other.read('/api/account')).toMatchObject({ secondFactor: true, recoveryCodesLeft: 10 })
    await waitForMails(app.outbox, other.email, 1)
    expect((await mailsTo(app.outbox, other.email))[0]).toContain('due passaggi')
    expect(await refusalOf(await other.post(path))).toEqual([409, 'account.second_factor_on'])
    const { rows } = await sql`select * from second_factors, recovery_codes`.execute(app.database)
    expect(JSON.stringify(rows)).not.toContain(secret)
  })

  it('is too late after ten minutes', async () => {
    const other = await newcomer()
    const { secret } = (await (await other.post(path)).json()) as { secret: string }
    await sql`
      update second_factors set created_at = now() - interval '10 minutes' where user_id = ${other.uid}
    `.execute(app.database)
    const late = await other.put(path, { code: codeOfStep(seedOfKey(secret), presentStep()) })
    expect(await refusalOf(late)).toEqual([410, 'auth.challenge_expired'])
  })

  it('and off, and new recovery codes, want a confirmation with the code', async () => {
    await sql`update sessions set confirmed_at = now() - interval '11 minutes'`.execute(app.database)
    const requests = [
      () => member.post(path),
      () => member.put(path, { code: codeFor(member) }),
      () => member.delete(path),
      () => member.post('/api/account/recovery-codes'),
    ]
    for (const request of requests)
      expect(await refusalOf(await request())).toEqual([403, 'account.confirmation_needed'])
    const confirm = (code: string) => member.post('/api/account/confirmation', { password, code })
    for (const wrong of ['', '000000'])
      expect(await refusalOf(await confirm(wrong))).toEqual([403, 'account.confirmation_failed'])
    const [unused = ''] = member.recoveryCodes
    const withWrongPassword = { password: 'sbagliata', code: unused }
    expect((await member.post('/api/account/confirmation', withWrongPassword)).status).toBe(403)
    expect((await confirm(unused)).status).toBe(204)
    const renewed = (await (await member.post('/api/account/recovery-codes')).json()) as Answer
    expect(renewed.recoveryCodes).toHaveLength(10)
    const { visitor, challenge } = await beginSignIn(member)
    expect((await step(visitor, challenge, member.recoveryCodes[1] ?? '')).status).toBe(401)
    expect((await member.delete(path)).status).toBe(204)
    expect((await beginSignIn(member)).challenge).toBe('')
    expect(await member.read('/api/account')).toMatchObject({ secondFactor: false, recoveryCodesLeft: 0 })
  })

  it('a password is not changed without it', async () => {
    await sql`update sessions set confirmed_at = now() - interval '11 minutes'`.execute(app.database)
    const change = { currentPassword: password, password: 'Tana-nuova9', passwordConfirmation: 'Tana-nuova9' }
    const answer = await member.post('/api/account/password', change)
    expect(await refusalOf(answer)).toEqual([403, 'account.confirmation_needed'])
  })
})

describe('a sign-in', () => {
  it('opens no session before the right code (S-19)', async () => {
    const { visitor, challenge } = await beginSignIn(member)
    expect(challenge).toMatch(/^[\w-]{32}$/)
    expect([visitor.cookie(), await statusOf(visitor)]).toEqual(['', 401])
    expect(await refusalOf(await step(visitor, challenge, '000000'))).toEqual([
      401,
      'auth.second_factor_wrong',
    ])
    const answer = await step(visitor, challenge, codeFor(member))
    expect([answer.status, await answer.json()]).toEqual([200, { uid: member.uid }])
    expect(await statusOf(visitor)).toBe(200)
    expect(await refusalOf(await step(app.visit(), challenge, codeFor(member)))).toEqual([
      410,
      'auth.challenge_expired',
    ])
  })

  it('takes a code once, ever, and a recovery code once, in any spelling (S-19)', async () => {
    const code = codeFor(member)
    const tries = await Promise.all(Array.from({ length: 8 }, () => beginSignIn(member)))
    const answers = await Promise.all(tries.map(({ visitor, challenge }) => step(visitor, challenge, code)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(7).fill(401)])
    const [recovery = ''] = member.recoveryCodes
    const again = await Promise.all([beginSignIn(member), beginSignIn(member)])
    const spelt = recovery.toLowerCase().replaceAll('-', '\u00a0–')
    const used = await Promise.all(again.map(({ visitor, challenge }) => step(visitor, challenge, spelt)))
    expect(used.map(({ status }) => status).toSorted()).toEqual([200, 401])
    expect(await member.read('/api/account')).toMatchObject({ recoveryCodesLeft: 9 })
  })

  it('ends after five wrong codes, and after ten minutes (S-19)', async () => {
    const { visitor, challenge } = await beginSignIn(member)
    const answers = await Promise.all(Array.from({ length: 10 }, () => step(visitor, challenge, '000000')))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      ...Array<number>(5).fill(401),
      ...Array<number>(5).fill(410),
    ])
    const late = await beginSignIn(member)
    await sql`update sign_in_challenges set expires_at = now()`.execute(app.database)
    expect((await step(late.visitor, late.challenge, codeFor(member))).status).toBe(410)
  })

  it('says until when a member suspended meanwhile is so, as the first step does', async () => {
    const { visitor, challenge } = await beginSignIn(member)
    await sql`update users set suspended_until = '2999-01-02' where id = ${member.uid}`.execute(app.database)
    const answer = await step(visitor, challenge, codeFor(member))
    expect([answer.status, await answer.json()]).toEqual([
      403,
      expect.objectContaining({
        code: 'auth.account_suspended',
        params: { until: expect.stringMatching(/^2999-01-0/) },
      }),
    ])
    expect(await statusOf(visitor)).toBe(401)
  })

  it('is no other’s by its challenge, or their code', async () => {
    const other = await protectedMember()
    const { visitor, challenge } = await beginSignIn(member)
    expect((await step(visitor, challenge, codeFor(other))).status).toBe(401)
    expect((await step(visitor, challenge, other.recoveryCodes[0] ?? '')).status).toBe(401)
    expect((await step(visitor, 'inventata', codeFor(member))).status).toBe(410)
    expect(await statusOf(visitor)).toBe(401)
  })

  it('is asked for the code after a reset too, which ends what was begun before', async () => {
    const { visitor, challenge } = await beginSignIn(member)
    await app.visit().post('/api/auth/reset-mail', { email: member.email })
    const token = await tokenMailedTo(app.outbox, member.email, 2)
    const next = { password: 'Tana-nuova9', passwordConfirmation: 'Tana-nuova9' }
    expect((await app.visit().post('/api/auth/reset-password', { token, ...next })).status).toBe(204)
    expect((await step(visitor, challenge, codeFor(member))).status).toBe(410)
    const again = app.visit()
    const answer = await again.post('/api/auth/login', { email: member.email, password: next.password })
    expect(await answer.json()).toEqual({ secondFactor: { challenge: expect.any(String) } })
    expect(await statusOf(again)).toBe(401)
  })

  it('keeps no more than ten challenges of an account', async () => {
    const all = []
    for (let index = 0; index < 12; index += 1) all.push(await beginSignIn(member))
    const { rows } = await sql`select from sign_in_challenges where user_id = ${member.uid}`.execute(
      app.database,
    )
    expect(rows).toHaveLength(10)
    const last = all.at(-1)
    expect((await step(last?.visitor ?? app.visit(), last?.challenge ?? '', codeFor(member))).status).toBe(
      200,
    )
  })
})

it('100 parallel tries are no more than the limit lets through (S-19)', async () => {
  const signIns = await Promise.all(Array.from({ length: 10 }, () => beginSignIn(member)))
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) => {
      const { visitor, challenge } = signIns[index % 10] ?? { visitor: app.visit(), challenge: '' }
      return step(visitor, challenge, '000000')
    }),
  )
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 401)).toHaveLength(10)
  expect(new Set(statuses)).toEqual(new Set([401, 429]))
  // Tries from one address lock out nobody at another.
  const elsewhere = app.visit('127.0.0.2')
  const begun = await elsewhere.post('/api/auth/login', { email: member.email, password })
  const { secondFactor } = (await begun.json()) as Answer
  expect((await step(elsewhere, secondFactor?.challenge ?? '', codeFor(member))).status).toBe(200)
})

it('is warned of at the start of a server that has not the secret of all', async () => {
  const warnings = () => lines.filter((line) => line.includes('COVO_OLD_SECRETS'))
  await app.startAnother()
  expect(warnings()).toEqual([])
  await sql`update second_factors set key_id = 'other' where user_id = ${member.uid}`.execute(app.database)
  await app.startAnother()
  expect(warnings()).toEqual([expect.stringContaining('"secondFactors":1')])
})
