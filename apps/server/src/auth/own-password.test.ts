import { mailsTo, waitForMails } from '@covo/testing/outbox'
import { refusalOf } from '@covo/testing/refusal'
import { type Member, type Newcomer, registerNewcomer, visit } from '@covo/testing/visitor'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { runTestApp } from '../../test/test-app.ts'

const app = runTestApp({ limits: { wrongPasswordsPerAccountAndAddress: { points: 5, seconds: 600 } } })
const password = 'Tana-rossa1'
const next = 'Tana-gialla7'

const newcomer = () => registerNewcomer(app.origin)

async function signIn({ email }: Newcomer, secret = password) {
  const visitor = app.visit()
  return { visitor, status: (await visitor.post('/api/auth/login', { email, password: secret })).status }
}

const form = { currentPassword: password, password: next, passwordConfirmation: next, endOthers: true }
const change = (member: Member, changes: Partial<typeof form> = {}) =>
  member.post('/api/account/password', { ...form, ...changes })
const statusOf = async (visitor: Pick<Member, 'fetch'>) => (await visitor.fetch('/api/profiles/me')).status

describe('a password changed in place', () => {
  it('holds from then on, ends the other sessions and the old cookie, and is reported by mail', async () => {
    const member = await newcomer()
    const { visitor: other } = await signIn(member)
    await app.visit().post('/api/auth/reset-mail', { email: member.email })
    await waitForMails(app.outbox, member.email, 1)
    const old = visit(app.origin, { cookie: member.cookie() })
    expect((await change(member)).status).toBe(204)
    expect([await statusOf(member), await statusOf(other), await statusOf(old)]).toEqual([200, 401, 401])
    expect([(await signIn(member)).status, (await signIn(member, next)).status]).toEqual([401, 200])
    const { rows } = await sql`select from verifications where value = ${member.uid}`.execute(app.database)
    expect(rows).toEqual([])
    await waitForMails(app.outbox, member.email, 2)
    const mail = (await mailsTo(app.outbox, member.email)).find((one) => one.includes('Password cambiata'))
    expect(mail).toContain('/reset-password')
    expect(mail).not.toContain(next)
  })

  it('leaves the other sessions where that is chosen', async () => {
    const member = await newcomer()
    const { visitor: other } = await signIn(member)
    expect((await change(member, { endOthers: false })).status).toBe(204)
    expect([await statusOf(member), await statusOf(other)]).toEqual([200, 200])
  })

  const short = { password: 'corta', passwordConfirmation: 'altra' }
  it.each<[code: string, status: number, changes: Partial<typeof form>]>([
    ['auth.required_fields_missing', 422, { ...short, currentPassword: '' }],
    ['auth.required_fields_missing', 422, { currentPassword: 'sbagliata', passwordConfirmation: '' }],
    ['account.current_password_wrong', 422, { ...short, currentPassword: 'sbagliata' }],
    ['auth.password_too_short', 422, short],
    ['auth.password_mismatch', 422, { passwordConfirmation: 'Tana-altra8' }],
    ['auth.password_weak', 422, { password: 'password1', passwordConfirmation: 'password1' }],
    ['account.password_unchanged', 422, { password, passwordConfirmation: password }],
  ])('is refused by %s (%d), before all that follows: %#', async (code, status, changes) => {
    const member = await newcomer()
    const cookie = member.cookie()
    expect(await refusalOf(await change(member, changes))).toEqual([status, code])
    expect(member.cookie()).toBe(cookie)
    expect((await signIn(member)).status).toBe(200)
  })

  it('counts wrong present ones as those of a sign-in, tried at once', async () => {
    const member = await newcomer()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => change(member, { currentPassword: 'sbagliata' })),
    )
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(5)
    expect(await refusalOf(await change(member))).toEqual([429, 'auth.too_many_attempts'])
    expect((await signIn(member)).status).toBe(429)
  })

  it('is one of two that are sent at once', async () => {
    const member = await newcomer()
    const desk = (await signIn(member)).visitor as Member
    const answers = await Promise.all([
      change(member, { endOthers: false }),
      change(desk, { endOthers: false }),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 422])
  })

  it('is for members with a password', async () => {
    const member = await newcomer()
    await sql`delete from accounts where user_id = ${member.uid}`.execute(app.database)
    expect(await refusalOf(await change(member))).toEqual([409, 'account.no_password'])
  })
})
