import { dirname } from 'node:path'
import type { Account } from '@covo/contract/account/account.routes'
import { type OpenidProvider, signInAtProvider, startOpenidProvider } from '@covo/testing/openid-provider'
import { mailsTo, tokenMailedTo, waitForMails } from '@covo/testing/outbox'
import { openProviderPopup, returnToPopup } from '@covo/testing/provider-popup'
import { reservePorts } from '@covo/testing/reserve-ports'
import { type Member, type Newcomer, registerNewcomer } from '@covo/testing/visitor'
import { waitUntil } from '@covo/testing/wait-until'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { operate } from '../../test/operate.ts'
import { operatorSettings } from '../../test/operator-settings.ts'
import { testSecret } from '../../test/signed-in-members.ts'
import { runTestApp } from '../../test/test-app.ts'
import { purgeModeration } from '../moderation/moderation.store.ts'
import { createBlockedAddresses } from './blocked-addresses.ts'

const port = await reservePorts(4)
const app = runTestApp({
  port,
  provider: {
    issuer: `http://127.0.0.1:${port + 2}`,
    clientId: 'covo',
    clientSecret: 'a secret between two programs on one machine',
    label: 'Esempio',
  },
})
const password = 'Tana-rossa1'
let provider: OpenidProvider

beforeAll(async () => {
  provider = await startOpenidProvider({ clientOrigin: app.origin, port: port + 2 })
})

afterAll(() => provider.stop())

const newcomer = () => registerNewcomer(app.origin)

/** Registers with an address; answers the status and the code. */
async function signUp(email: string): Promise<[number, string | undefined]> {
  const answer = await app
    .visit()
    .post('/api/auth/register', { email, password, passwordConfirmation: password })
  return [answer.status, ((await answer.json()) as { code?: string }).code]
}

const refused = [403, 'auth.account_blocked']

const set = async ({ uid }: Member, change: string) =>
  await sql`update users set ${sql.raw(change)} where id = ${uid}`.execute(app.database)

const untilErased = ({ uid }: Member) =>
  waitUntil(async () => {
    const { rows } = await sql`
      select from erasures where user_id = ${uid} and finished_at is not null`.execute(app.database)
    return rows.length > 0
  })

/** Deletes the member's account by their own wish; the operator does the given meanwhile. */
async function leave(member: Newcomer, meanwhile?: string): Promise<void> {
  expect((await member.post('/api/account/deletion', { eraseTexts: false })).status).toBe(200)
  if (meanwhile) await set(member, meanwhile)
  await set(member, `deletion_at = now() - interval '1 second'`)
  await untilErased(member)
}

async function signInAt(login: string): Promise<string | null> {
  const visitor = app.visit()
  const back = await signInAtProvider(provider, await openProviderPopup(visitor), login)
  return (await returnToPopup(visitor, back)).searchParams.get('error')
}

it('is free again when a member goes who may sign in, also after a suspension', async () => {
  const [one, other] = await Promise.all([newcomer(), newcomer()])
  await leave(one)
  await leave(other, `suspended_until = now() - interval '1 minute'`)
  expect(await signUp(one.email)).toEqual([201, undefined])
  expect(await signUp(other.email)).toEqual([201, undefined])
})

it.each([
  ['blocked', 'blocked_at = now()'],
  ['suspended', `suspended_until = now() + interval '1 day'`],
])('of a %s member who goes is refused at both doors for a year, however it is spelled', async (_, state) => {
  const member = await newcomer()
  await leave(member, state)
  expect(await signUp(` ${member.email.toUpperCase()}`)).toEqual(refused)
  expect(await signInAt(member.email)).toBe('account_blocked')
  const { rows } = await sql`select from users where email = ${member.email}`.execute(app.database)
  expect(rows).toEqual([])
  const { rows: kept } = await sql`select * from blocked_addresses`.execute(app.database)
  expect(JSON.stringify(kept)).not.toContain(member.email.split('@')[0])

  const age = (months: number) =>
    sql`update blocked_addresses set kept_since = now() - ${months} * interval '1 month'`.execute(
      app.database,
    )
  await age(11)
  await purgeModeration(app.database)
  expect(await signUp(member.email)).toEqual(refused)
  await age(13)
  await purgeModeration(app.database)
  expect(await signInAt(member.email)).toBeNull()
})

it('is kept by the operator’s commands too', async () => {
  const member = await newcomer()
  const settings = {
    ...(await operatorSettings(app)),
    COVO_DATA_DIR: dirname(app.outbox),
    COVO_SECRET: testSecret,
  }
  for (const words of [
    ['block', member.email],
    ['erase-member', member.email, '--yes'],
  ])
    expect(await operate(settings, ...words)).toMatchObject({ code: 0 })
  expect(await signUp(member.email)).toEqual(refused)
})

it('can’t be changed to, and the answer doesn’t say so', async () => {
  const [member, blocked, free] = [await newcomer(), await newcomer(), 'libera@esempio.it']
  await leave(blocked, 'blocked_at = now()')
  await waitForMails(app.outbox, blocked.email, 2)
  const before = (await mailsTo(app.outbox, blocked.email)).length
  const answers: unknown[] = []
  for (const email of [blocked.email, free]) {
    const answer = await member.post('/api/account/email', { email })
    const { pendingEmail } = await member.read<Account>('/api/account')
    const shown = JSON.stringify([answer.status, await answer.json(), pendingEmail])
    answers.push(shown.replaceAll(email, '…'))
  }
  expect(answers[0]).toBe(answers[1])
  expect(await mailsTo(app.outbox, blocked.email)).toHaveLength(before)

  // A link from before the address was blocked gives it to nobody either.
  const token = await tokenMailedTo(app.outbox, free)
  await app.database.transaction().execute((trx) => createBlockedAddresses(testSecret, []).keep(trx, free))
  expect((await app.visit().post('/api/account/email/confirm', { token })).status).toBe(410)
})

it('is known under an old secret as long as that is named, and under no other', async () => {
  const email = 'vecchia@esempio.it'
  const [old, present] = ['an old secret, which has 32 letters', 'the secret of today with 32 letters']
  await app.database.transaction().execute((trx) => createBlockedAddresses(old, []).keep(trx, email))
  expect(await createBlockedAddresses(present, [old]).has(app.database, email)).toBe(true)
  expect(await createBlockedAddresses(present, []).has(app.database, email)).toBe(false)
})
