import { seedOfKey } from '@covo/testing/authenticator'
import { mailsTo, parseMail, tokenMailedTo, waitForMails } from '@covo/testing/outbox'
import { createPasskey } from '@covo/testing/passkey'
import type { Member } from '@covo/testing/visitor'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { runTestApp } from '../../test/test-app.ts'
import { noteDevice } from './known-devices.ts'
import { codeOfStep } from './one-time-codes.ts'

const app = runTestApp()
const password = 'Tana-rossa1'
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const newerFirefox = firefox.replaceAll('140.0', '141.0')
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
const subject = 'Nuovo accesso al tuo account'
let made = 0

type Newcomer = Member & { email: string }

/** Somebody who registers by Firefox on Linux. */
async function newcomer(): Promise<Newcomer> {
  made += 1
  const email = `nuova${made}@esempio.it`
  const form = { email, username: '', password, passwordConfirmation: password }
  const visitor = app.visit()
  const answer = await visitor.post('/api/auth/register', form, { 'user-agent': firefox })
  return { ...visitor, ...((await answer.json()) as { uid: string }), email }
}

async function signIn({ email }: Newcomer, agent: string, secret = password) {
  const answer = await app
    .visit()
    .post('/api/auth/login', { email, password: secret }, { 'user-agent': agent })
  expect(answer.status).toBe(200)
  return (await answer.json()) as { secondFactor?: { challenge: string } }
}

/** The mails to a member about new sign-ins, once all that led to one was done: a mail that was asked for later, and all jobs. */
async function noticesTo({ uid, email }: Newcomer): Promise<string[]> {
  const resetMails = async () =>
    (await mailsTo(app.outbox, email)).filter((mail) => mail.includes('Reimposta')).length
  const count = await resetMails()
  await app.visit().post('/api/auth/reset-mail', { email })
  await expect.poll(resetMails).toBe(count + 1)
  const jobs = sql`select from jobs where payload ->> 'uid' = ${uid}`
  await expect.poll(async () => (await jobs.execute(app.database)).rows).toEqual([])
  return (await mailsTo(app.outbox, email)).filter((mail) => mail.includes(subject))
}

const devicesOf = async ({ uid }: Member) => {
  const { rows } = await sql<{ device: string }>`
    select device from known_devices where user_id = ${uid} order by device`.execute(app.database)
  return rows.map(({ device }) => device)
}

it('a sign-in is reported by mail once for each browser and system, and not for the registration', async () => {
  const member = await newcomer()
  await signIn(member, firefox)
  await signIn(member, newerFirefox)
  expect(await noticesTo(member)).toEqual([])
  await signIn(member, safari)
  const [mail = ''] = await waitForMails(app.outbox, member.email, 2).then((mails) => mails.slice(-1))
  const { subject: mailSubject, text = '', html = '' } = await parseMail(mail)
  expect(mailSubject).toBe(subject)
  for (const body of [text, html]) {
    expect(body).toContain('Da: Safari su iOS.')
    expect(body).toContain('Se non sei stato tu, reimposta la password.')
    expect(body).toContain('/reset-password')
  }
  await signIn(member, safari)
  await signIn(member, firefox)
  expect(await noticesTo(member)).toHaveLength(1)
  expect(await devicesOf(member)).toEqual(['Firefox su Linux', 'Safari su iOS'])
})

it('a sign-in is reported where the browser says nothing of itself', async () => {
  const member = await newcomer()
  await signIn(member, 'curl/8.5.0')
  await signIn(member, '<script>alert(1)</script>')
  const [mail = '', ...others] = await noticesTo(member)
  expect((await parseMail(mail)).text).toContain('Da: dispositivo sconosciuto.')
  expect(others).toEqual([])
})

it('a step that does not become a sign-in is not reported', async () => {
  const member = await newcomer()
  const { secret } = (await (await member.post('/api/account/second-factor')).json()) as { secret: string }
  const codeOf = (step: number) => codeOfStep(seedOfKey(secret), Math.floor(Date.now() / 30_000) + step)
  expect((await member.put('/api/account/second-factor', { code: codeOf(0) })).status).toBe(200)
  await app
    .visit()
    .post('/api/auth/login', { email: member.email, password: 'Sbagliata1' }, { 'user-agent': safari })
  const { secondFactor } = await signIn(member, safari)
  const step = (code: string) =>
    app
      .visit()
      .post('/api/auth/second-factor', { challenge: secondFactor?.challenge, code }, { 'user-agent': safari })
  expect((await step('000000')).status).toBe(401)
  expect(await noticesTo(member)).toEqual([])
  expect((await step(codeOf(1))).status).toBe(200)
  expect(await noticesTo(member)).toHaveLength(1)
})

it('is mailed for a sign-in with a passkey', async () => {
  const member = await newcomer()
  const passkey = createPasskey(app.origin)
  const options = async (path: string, by = app.visit()) =>
    (await by.post(path)).json() as Promise<{ challenge: string }>
  const registration = passkey.register(await options('/api/account/passkeys/options', member))
  expect((await member.post('/api/account/passkeys', { response: registration })).status).toBe(204)
  const response = passkey.assert(await options('/api/auth/passkey/options'))
  const answer = await app.visit().post('/api/auth/passkey', { response }, { 'user-agent': safari })
  expect(answer.status).toBe(200)
  expect(await noticesTo(member)).toHaveLength(1)
})

it('after a reset, knows only the browser that reset the password', async () => {
  const member = await newcomer()
  await signIn(member, safari)
  expect(await noticesTo(member)).toHaveLength(1)
  const token = await tokenMailedTo(app.outbox, member.email, 2)
  const next = { password: 'Tana-gialla7', passwordConfirmation: 'Tana-gialla7' }
  const reset = await app
    .visit()
    .post('/api/auth/reset-password', { token, ...next }, { 'user-agent': firefox })
  expect(reset.status).toBe(204)
  expect(await devicesOf(member)).toEqual(['Firefox su Linux'])
  await signIn(member, firefox, next.password)
  expect(await noticesTo(member)).toHaveLength(1)
  await signIn(member, safari, next.password)
  expect(await noticesTo(member)).toHaveLength(2)
})

it('mails five times an hour at most, however a stranger with the password calls the browser', async () => {
  const member = await newcomer()
  const systems = [
    'Windows NT 10.0',
    'Macintosh; Intel Mac OS X 15_0',
    'X11; CrOS x86_64 1',
    'Linux; Android 15',
    'X11; FreeBSD amd64',
    'PlayStation 4',
    'Tizen 5.0',
    'X11; OpenBSD',
  ]
  for (const system of systems)
    await signIn(member, `Mozilla/5.0 (${system}; rv:140.0) Gecko/20100101 Firefox/140.0`)
  expect((await devicesOf(member)).length).toBeGreaterThan(6)
  expect(await noticesTo(member)).toHaveLength(5)
})

it('knows twenty of a member, those used last, each for 180 days', async () => {
  const { uid } = await newcomer()
  const age = (device: string, days: number) =>
    sql`update known_devices set last_used_on = current_date - ${days}::integer
      where user_id = ${uid} and device = ${device}`.execute(app.database)
  await age('Firefox su Linux', 30)
  for (let number = 1; number <= 20; number += 1)
    expect(await noteDevice(app.database, uid, `Browser ${number}`)).toBe(true)
  const known = await devicesOf({ uid } as Member)
  expect(known).toHaveLength(20)
  expect(known).not.toContain('Firefox su Linux')
  await age('Browser 1', 179)
  await age('Browser 2', 181)
  expect(await noteDevice(app.database, uid, 'Browser 1')).toBe(false)
  expect(await noteDevice(app.database, uid, 'Browser 2')).toBe(true)
})

it('takes no browser for known where an old account has no known ones', async () => {
  const { uid } = await newcomer()
  await sql`delete from known_devices where user_id = ${uid}`.execute(app.database)
  await sql`update users set created_at = now() - interval '2 minutes' where id = ${uid}`.execute(
    app.database,
  )
  expect(await noteDevice(app.database, uid, 'Firefox su Linux')).toBe(true)
})

it('does not know a member’s browser for another', async () => {
  const [one, other] = [await newcomer(), await newcomer()]
  await signIn(one, safari)
  await signIn(other, safari)
  expect(await noticesTo(other)).toHaveLength(1)
})
