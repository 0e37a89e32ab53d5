import { createServer } from 'node:net'
import type { Account } from '@covo/contract/account/account.routes'
import { mailsTo, tokenIn, tokenMailedTo } from '@covo/testing/outbox'
import { refusalOf } from '@covo/testing/refusal'
import { reservePorts } from '@covo/testing/reserve-ports'
import { type Newcomer, registerNewcomer, type Visitor } from '@covo/testing/visitor'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { runTestApp } from '../../test/test-app.ts'
import { placeholderEmail } from '../platform/placeholder-email.ts'

const mailPort = await reservePorts(1)
const app = runTestApp()

const newcomer = (origin = app.origin) => registerNewcomer(origin)

const askMail = (member: Visitor) => member.post('/api/account/verification-mail')
const confirm = (token: string) => app.visit().post('/api/account/email/confirm', { token })
async function accountOf(member: Visitor) {
  const { email, emailVerified } = await member.read<Account>('/api/account')
  return { email, emailVerified }
}

async function tokenFor(member: Newcomer): Promise<string> {
  expect((await askMail(member)).status).toBe(204)
  return await tokenMailedTo(app.outbox, member.email)
}

describe('the mail that confirms an address', () => {
  it('goes to the own address, with a link that is stored only hashed and good for a day', async () => {
    const member = await newcomer()
    expect(await accountOf(member)).toMatchObject({ email: member.email, emailVerified: false })
    const token = await tokenFor(member)
    expect(token).toMatch(/^[\w-]{32}$/)
    const [mail = ''] = await mailsTo(app.outbox, member.email)
    expect(mail).toMatch(/^Subject: Conferma il tuo indirizzo per Covo$/m)
    expect(mail).toContain('http://localhost:0/conferma-email#token=3D')
    expect(mail).toMatch(/^http:\/\/localhost:0\/reset-password\r?$/m)
    const { rows } = await sql<{ seconds: number }>`
      select *, extract(epoch from expires_at - now())::float as seconds from mail_links
      where user_id = ${member.uid}`.execute(app.database)
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(Math.abs((rows[0]?.seconds ?? 0) - 86_400)).toBeLessThan(120)
  })

  it('is sent five times a day, and not to a confirmed address', async () => {
    const member = await newcomer()
    for (let round = 0; round < 5; round += 1) expect((await askMail(member)).status).toBe(204)
    expect(await refusalOf(await askMail(member))).toEqual([429, 'account.too_many_mails'])
    const mails = await mailsTo(app.outbox, member.email)
    expect(mails).toHaveLength(5)
    expect((await confirm(tokenIn(mails[0] ?? ''))).status).toBe(200)
    expect(await refusalOf(await askMail(member))).toEqual([409, 'account.already_verified'])
  })

  it('needs an address', async () => {
    const member = await newcomer()
    const email = placeholderEmail(member.uid)
    await app.database.updateTable('users').set({ email }).where('id', '=', member.uid).execute()
    expect(await accountOf(member)).toMatchObject({ email: '', emailVerified: false })
    expect(await refusalOf(await askMail(member))).toEqual([404, 'settings.email_not_found'])
  })

  it('is refused when its link has expired', async () => {
    const member = await newcomer()
    const token = await tokenFor(member)
    await sql`update mail_links set expires_at = now() - interval '1 second'`.execute(app.database)
    expect(await refusalOf(await confirm(token))).toEqual([410, 'auth.reset_link_invalid'])
  })
})

describe('its link', () => {
  it('confirms the address without a session, and publishes it to the member’s own tabs alone', async () => {
    const member = await newcomer()
    const [own, other] = [app.live(member), app.live(await newcomer())]
    await Promise.all([own, other].map((tab) => tab.receive('live.welcome')))
    const token = await tokenFor(member)
    const answer = await confirm(token)
    expect([answer.status, await answer.json()]).toEqual([200, { email: member.email }])
    await own.receive('account.changed')
    expect(await accountOf(member)).toMatchObject({ email: member.email, emailVerified: true })
    expect(await other.watch('chat:generale')).toBe(0)
    expect(other.received.some(({ type }) => type === 'account.changed')).toBe(false)
  })

  it('works once, though many use it at the same instant', async () => {
    const token = await tokenFor(await newcomer())
    const answers = await Promise.all(Array.from({ length: 20 }, () => confirm(token)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(19).fill(410)])
  })

  it('confirms nothing where the member has another address by now', async () => {
    const member = await newcomer()
    const token = await tokenFor(member)
    const email = `altra-${member.email}`
    await app.database.updateTable('users').set({ email }).where('id', '=', member.uid).execute()
    expect(await refusalOf(await confirm(token))).toEqual([410, 'auth.reset_link_invalid'])
    expect(await accountOf(member)).toMatchObject({ email, emailVerified: false })
  })

  it('is needed no more after a mailed link set a password', async () => {
    const member = await newcomer()
    await app.visit().post('/api/auth/reset-mail', { email: member.email })
    const password = 'Tana-nuova9'
    const token = await tokenMailedTo(app.outbox, member.email)
    const reset = { token, password, passwordConfirmation: password }
    expect((await app.visit().post('/api/auth/reset-password', reset)).status).toBe(204)
    const again = app.visit()
    await again.post('/api/auth/login', { email: member.email, password })
    expect(await accountOf(again)).toMatchObject({ email: member.email, emailVerified: true })
  })
})

describe('without a mail server that answers', () => {
  const refusing = createServer((socket) => socket.end('554 no mail for you\r\n'))
  const silent = runTestApp({ smtpUrl: `smtp://127.0.0.1:${mailPort}` })
  afterAll(() => refusing.close())

  it('a mail that it refuses counts, and one that it is not reached for doesn’t', async () => {
    const member = await newcomer(silent.origin)
    const reason = async () => {
      const answer = await askMail(member)
      const { code, params } = (await answer.json()) as { code: string; params: { reason?: string } }
      return [answer.status, code, params.reason]
    }
    expect(await reason()).toEqual([502, 'settings.mail_not_sent', 'unreachable'])
    await new Promise<void>((ready) => refusing.listen(mailPort, '127.0.0.1', ready))
    for (let round = 0; round < 5; round += 1)
      expect(await reason()).toEqual([502, 'settings.mail_not_sent', 'refused'])
    expect(await refusalOf(await askMail(member))).toEqual([429, 'account.too_many_mails'])
    // Nobody has the link of a mail that was not sent.
    const { rows } = await sql`select from mail_links`.execute(silent.database)
    expect(rows).toEqual([])
  })
})
