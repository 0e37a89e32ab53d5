import type { Account } from '@covo/contract/account/account.routes'
import { mailsTo, parseMail, tokenMailedTo, waitForMails } from '@covo/testing/outbox'
import { refusalOf } from '@covo/testing/refusal'
import { type Member, register, type Visitor } from '@covo/testing/visitor'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { runTestApp } from '../../test/test-app.ts'
import { maskEmail } from './account.mail.ts'

const plenty = { points: 10_000, seconds: 3600 }
const app = runTestApp({ limits: { linksTriedPerAddress: plenty, resetMailsPerAddress: plenty } })
const placeholders = runTestApp({ extensions: 'off' })
const password = 'Tana-rossa1'
const newPassword = 'Tana-nuova9'
const firefoxOnLinux = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
let made = 0

type Newcomer = Member & { email: string }

function nextEmail(): string {
  made += 1
  return `cambia${made}@esempio.it`
}

async function newcomer(): Promise<Newcomer> {
  const email = nextEmail()
  return { ...(await register(app.origin, { name: email, email, password })), email }
}

const accountOf = (member: Visitor) => member.read<Account>('/api/account')
const change = (member: Visitor, email: string) => member.post('/api/account/email', { email })
const open = (token: string, visitor = app.visit()) => visitor.post('/api/account/email/confirm', { token })
const revert = (token: string) => app.visit().post('/api/account/email/revert', { token })
const logIn = (email: string, secret = password) =>
  app.visit().post('/api/auth/login', { email, password: secret })
const setPassword = (token: string, secret: string) =>
  app.visit().post('/api/auth/reset-password', { token, password: secret, passwordConfirmation: secret })

async function signIn(email: string): Promise<Visitor> {
  const visitor = app.visit()
  expect((await visitor.post('/api/auth/login', { email, password })).status).toBe(200)
  return visitor
}

/** Changes the member's address; answers the new one, and the token that takes the change back. */
async function changed(member: Newcomer): Promise<{ email: string; revertToken: string }> {
  const email = nextEmail()
  const before = (await mailsTo(app.outbox, member.email)).length
  expect((await change(member, email)).status).toBe(202)
  // A change that is done is no longer announced to the address before.
  await waitForMails(app.outbox, member.email, before + 1)
  expect((await open(await tokenMailedTo(app.outbox, email), member)).status).toBe(200)
  return { email, revertToken: await tokenMailedTo(app.outbox, member.email, before + 2) }
}

it.each([
  ['nuovo@esempio.it', 'n•••@esempio.it'],
  ['a@b.it', 'a•••@b.it'],
  ['𝒜nna@esempio.it', '𝒜•••@esempio.it'],
])('shows of %s no more than %s', (email, shown) => {
  expect(maskEmail(email)).toBe(shown)
})

describe('a change of the address', () => {
  it('waits for the link that is mailed to the new one, and notifies the present one', async () => {
    const member = await newcomer()
    const email = nextEmail()
    const tab = app.live(member)
    await tab.receive('live.welcome')
    const answer = await change(member, ` ${email.toUpperCase()} `)
    expect([answer.status, await answer.json()]).toEqual([202, { email }])
    await tab.receive('account.changed')
    expect(await accountOf(member)).toMatchObject({ email: member.email, pendingEmail: email })
    const [mail = ''] = await waitForMails(app.outbox, email)
    expect(mail).toMatch(/^Subject: Conferma il nuovo indirizzo per Covo$/m)
    const [notice = ''] = await waitForMails(app.outbox, member.email)
    expect(notice).toMatch(/^Subject: Richiesta di cambio email$/m)
    expect(notice).not.toContain(email)
    expect(notice).not.toContain('#token')
  })

  it('makes it the member’s by its link, ends the other sessions and notifies the address before', async () => {
    const member = await newcomer()
    const other = await signIn(member.email)
    await app.visit().post('/api/auth/reset-mail', { email: member.email })
    const resetToken = await tokenMailedTo(app.outbox, member.email)
    const { email } = await changed(member)
    expect(await accountOf(member)).toMatchObject({ email, emailVerified: true, pendingEmail: '' })
    expect((await other.fetch('/api/account')).status).toBe(401)
    expect((await logIn(member.email)).status).toBe(401)
    expect((await logIn(email)).status).toBe(200)
    expect(await refusalOf(await setPassword(resetToken, newPassword))).toEqual([
      410,
      'auth.reset_link_invalid',
    ])
    const [, , notice = ''] = await waitForMails(app.outbox, member.email, 3)
    expect(notice).not.toContain(email)
    expect(notice).toContain('/annulla-cambio-email#token=3D')
  })

  it('says in both mails to the address before when it was done, and from which device', async () => {
    const member = await newcomer()
    const email = nextEmail()
    const headers = { 'User-Agent': firefoxOnLinux }
    await member.post('/api/account/email', { email }, headers)
    await waitForMails(app.outbox, member.email)
    const token = await tokenMailedTo(app.outbox, email)
    await app.visit().post('/api/account/email/confirm', { token }, headers)
    const mails = await waitForMails(app.outbox, member.email, 2)
    for (const mail of mails)
      expect((await parseMail(mail)).text).toMatch(/Quando: .+ \(ora italiana\)\. Da: Firefox su Linux\./)
  })

  it('is replaced by a newer one, and ended by the member', async () => {
    const member = await newcomer()
    const [one, other] = [nextEmail(), nextEmail()]
    await change(member, one)
    await change(member, other)
    expect(await accountOf(member)).toMatchObject({ pendingEmail: other })
    expect(await refusalOf(await open(await tokenMailedTo(app.outbox, one)))).toEqual([
      410,
      'auth.reset_link_invalid',
    ])
    expect((await member.delete('/api/account/email')).status).toBe(204)
    expect(await accountOf(member)).toMatchObject({ pendingEmail: '' })
    expect((await open(await tokenMailedTo(app.outbox, other))).status).toBe(410)
    expect(await accountOf(member)).toMatchObject({ email: member.email })
  })

  it('answers alike where somebody has the address, and mails them in place of the link', async () => {
    const [member, holder] = [await newcomer(), await newcomer()]
    const answer = await change(member, holder.email)
    expect([answer.status, await answer.json()]).toEqual([202, { email: holder.email }])
    expect(await accountOf(member)).toMatchObject({ pendingEmail: holder.email })
    const [mail = ''] = await waitForMails(app.outbox, holder.email)
    expect(mail).toMatch(/^Subject: =\?UTF-8\?Q\?Il_tuo_indirizzo/m)
    expect(mail).not.toContain('#token')
    expect(await accountOf(holder)).toMatchObject({ email: holder.email, pendingEmail: '' })
  })

  it('is refused to the address that is there, to none, and after three a day', async () => {
    const member = await newcomer()
    expect(await refusalOf(await change(member, member.email))).toEqual([422, 'account.email_unchanged'])
    expect(await refusalOf(await change(member, 'nessuno'))).toEqual([422, 'auth.email_invalid'])
    for (let round = 0; round < 3; round += 1) expect((await change(member, nextEmail())).status).toBe(202)
    const last = nextEmail()
    expect(await refusalOf(await change(member, last))).toEqual([429, 'account.too_many_mails'])
    expect(await mailsTo(app.outbox, last)).toEqual([])
  })

  it('needs a session in which the member showed who they are', async () => {
    const member = await newcomer()
    await sql`update sessions set confirmed_at = null where user_id = ${member.uid}`.execute(app.database)
    expect(await refusalOf(await change(member, nextEmail()))).toEqual([403, 'account.confirmation_needed'])
    expect(await accountOf(member)).toMatchObject({ pendingEmail: '' })
    await member.post('/api/account/confirmation', { password })
    const email = nextEmail()
    await change(member, email)
    await sql`update sessions set confirmed_at = null where user_id = ${member.uid}`.execute(app.database)
    expect(await refusalOf(await member.delete('/api/account/email'))).toEqual([
      403,
      'account.confirmation_needed',
    ])
    expect(await accountOf(member)).toMatchObject({ pendingEmail: email })
  })

  it('is not there where the placeholder is', async () => {
    const visitor = placeholders.visit()
    expect(await refusalOf(await visitor.post('/api/account/email', {}))).toEqual([404, 'common.not_found'])
    expect(await refusalOf(await visitor.delete('/api/account/email'))).toEqual([404, 'common.not_found'])
  })

  it('mails an address twice an hour, for all who ask together', async () => {
    const email = nextEmail()
    for (let round = 0; round < 2; round += 1) await change(await newcomer(), email)
    expect(await refusalOf(await change(await newcomer(), email))).toEqual([429, 'account.too_many_mails'])
    expect(await mailsTo(app.outbox, email)).toHaveLength(2)
  })
})

describe('the link that takes a change back', () => {
  it('restores the address once, ends all sessions and the password, and mails a link to a new one', async () => {
    const member = await newcomer()
    const { email, revertToken } = await changed(member)
    expect((await revert(revertToken)).status).toBe(204)
    expect((await member.fetch('/api/account')).status).toBe(401)
    for (const address of [email, member.email]) expect((await logIn(address)).status).toBe(401)
    const resetToken = await tokenMailedTo(app.outbox, member.email, 3)
    expect((await setPassword(resetToken, newPassword)).status).toBe(204)
    expect((await logIn(member.email, newPassword)).status).toBe(200)
    expect(await refusalOf(await revert(revertToken))).toEqual([410, 'auth.reset_link_invalid'])
  })

  it('outlives a password that a stranger sets and a change that a stranger makes, and ends theirs', async () => {
    const member = await newcomer()
    const first = await changed(member)
    await app.visit().post('/api/auth/reset-mail', { email: first.email })
    const resetToken = await tokenMailedTo(app.outbox, first.email, 2)
    expect((await setPassword(resetToken, password)).status).toBe(204)
    const stranger = Object.assign(await signIn(first.email), { uid: member.uid, email: first.email })
    const second = await changed(stranger)
    expect((await revert(first.revertToken)).status).toBe(204)
    expect((await revert(second.revertToken)).status).toBe(410)
    const { email } = await app.database
      .selectFrom('users')
      .select('email')
      .where('id', '=', member.uid)
      .executeTakeFirstOrThrow()
    expect(email).toBe(member.email)
  })

  it('keeps the address from others for as long as it is good', async () => {
    const member = await newcomer()
    const { revertToken } = await changed(member)
    const form = { email: member.email, username: '', password, passwordConfirmation: password }
    expect(await refusalOf(await app.visit().post('/api/auth/register', form))).toEqual([
      409,
      'auth.email_taken',
    ])
    const stranger = await newcomer()
    await change(stranger, member.email)
    const mails = await waitForMails(app.outbox, member.email, 3)
    expect(mails.at(-1)).not.toContain('/conferma-email')
    expect((await revert(revertToken)).status).toBe(204)
  })
})

describe('at the same instant', () => {
  it.each([
    ['that came since', true, '0 days', false],
    ['of the week before', true, '6 days', false],
    ['that waits for its first code', false, '0 days', false],
    ['that is older', true, '8 days', true],
  ])('ends a second factor %s where it is taken back, or keeps it', async (_, isOn, age, stays) => {
    const member = await newcomer()
    await sql`
      with factor as (
        insert into second_factors (user_id, sealed_seed, key_id, is_on, created_at)
        values (${member.uid}, '', '', ${isOn}, now() - ${age}::interval) returning user_id
      )
      insert into recovery_codes (user_id, code_hash) select user_id, 'x' from factor`.execute(app.database)
    const { revertToken } = await changed(member)
    expect((await revert(revertToken)).status).toBe(204)
    const token = await tokenMailedTo(app.outbox, member.email, 3)
    expect((await setPassword(token, newPassword)).status).toBe(204)
    const answer = await logIn(member.email, newPassword)
    const body = (await answer.json()) as object
    expect([answer.status, 'secondFactor' in body]).toEqual([200, stays])
    const { rows } = await sql`select from recovery_codes where user_id = ${member.uid}`.execute(app.database)
    expect(rows).toHaveLength(stays ? 1 : 0)
  })

  it('two members open links to one address: one of them has it', async () => {
    for (let round = 0; round < 3; round += 1) {
      const members = [await newcomer(), await newcomer()]
      const email = nextEmail()
      for (const member of members) expect((await change(member, email)).status).toBe(202)
      const tokens = (await waitForMails(app.outbox, email, 2)).map(
        (mail) => /#token=3D([\w-]+)/.exec(mail)?.[1] ?? '',
      )
      const answers = await Promise.all(tokens.map((token) => open(token)))
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410])
    }
  })

  it('a link changes the address and another sets the password: one of the two does', async () => {
    for (let round = 0; round < 3; round += 1) {
      const member = await newcomer()
      const email = nextEmail()
      await change(member, email)
      await app.visit().post('/api/auth/reset-mail', { email: member.email })
      const changeToken = await tokenMailedTo(app.outbox, email)
      const resetToken = await tokenMailedTo(app.outbox, member.email, 2)
      const answers = await Promise.all([open(changeToken), setPassword(resetToken, newPassword)])
      const isChanged = answers[0].status === 200
      expect(answers.map(({ status }) => status)).toEqual(isChanged ? [200, 410] : [410, 204])
      expect((await logIn(email)).status).toBe(isChanged ? 200 : 401)
      expect((await logIn(member.email, newPassword)).status).toBe(isChanged ? 401 : 200)
    }
  })
})
