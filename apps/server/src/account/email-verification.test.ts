import type { Account } from '@covo/contract/account/account.routes'
import type { FoundPerson } from '@covo/contract/friends/friends.routes'
import { eventForm } from '@covo/testing/event-form'
import { makeBot } from '@covo/testing/member-actions'
import { mailsTo, tokenMailedTo, waitForMails } from '@covo/testing/outbox'
import { createPasskey } from '@covo/testing/passkey'
import { refusalOf } from '@covo/testing/refusal'
import { type Member, register, type Visitor } from '@covo/testing/visitor'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { greyPng } from '../../test/pictures.ts'
import { runTestApp } from '../../test/test-app.ts'
import { eraseAccount } from '../deletion/erase-account.ts'
import { createLog } from '../platform/log/log.ts'
import { removeUnclaimed } from './unclaimed-accounts.ts'

const app = runTestApp({ emailVerification: 'limited' })
const strict = runTestApp({ emailVerification: 'required' })
const indifferent = runTestApp()
const password = 'Tana-rossa1'
let made = 0

function nextEmail(): string {
  made += 1
  return `nuova${made}@esempio.it`
}

const newcomer = async (email = nextEmail(), origin = app.origin) => ({
  ...(await register(origin, { name: email, email, password })),
  email,
})
const form = (email: string) => ({ email, username: '', password, passwordConfirmation: password })
const confirm = (token: string, { origin } = app) =>
  visitOf(origin).post('/api/account/email/confirm', { token })
const visitOf = (origin: string) => (origin === strict.origin ? strict : app).visit()
const accountOf = (member: Visitor) => member.read<Account>('/api/account')
const ask = (member: Visitor, { uid }: Member) => member.post('/api/friends/requests', { uid })
const create = (member: Visitor) => member.post('/api/events', eventForm())

describe('a registration that asks to confirm the address', () => {
  it('signs in, mails the link, and says what it awaits until the link is used', async () => {
    const member = await newcomer()
    expect(await accountOf(member)).toMatchObject({ emailVerified: false, awaitsConfirmation: true })
    const token = await tokenMailedTo(app.outbox, member.email)
    expect((await confirm(token)).status).toBe(200)
    expect(await accountOf(member)).toMatchObject({ emailVerified: true, awaitsConfirmation: false })
  })

  it('mails an address of mail five times an hour at most, for all who ask together', async () => {
    const member = await newcomer()
    await waitForMails(app.outbox, member.email)
    for (let round = 0; round < 4; round += 1)
      expect((await member.post('/api/account/verification-mail')).status).toBe(204)
    expect(await refusalOf(await member.post('/api/account/verification-mail'))).toEqual([
      429,
      'account.too_many_mails',
    ])
    expect(await mailsTo(app.outbox, member.email)).toHaveLength(5)
  })

  it('mails one mailbox as often, however its address is written', async () => {
    const spellings = [
      'una+1@gmail.com',
      'u.na@gmail.com',
      'una@googlemail.com',
      'una+b+c@gmail.com',
      'un.a@gmail.com',
    ]
    for (const email of spellings) await newcomer(email)
    for (const email of spellings) await waitForMails(app.outbox, email)
    for (const email of ['una+6@gmail.com', 'u.n.a@gmail.com', 'altra@gmail.com']) await newcomer(email)
    await waitForMails(app.outbox, 'altra@gmail.com')
    for (const email of ['una+6@gmail.com', 'u.n.a@gmail.com'])
      expect(await mailsTo(app.outbox, email)).toEqual([])
  })

  it('mails the address whatever strangers made others mail there, and says where it mails no more (S-19)', async () => {
    const stranger = async () => {
      const { email } = await newcomer(nextEmail(), strict.origin)
      await confirm(await tokenMailedTo(strict.outbox, email), strict)
      const visitor = strict.visit()
      await visitor.post('/api/auth/login', { email, password })
      return visitor
    }
    const email = nextEmail()
    const answers = []
    for (let round = 0; round < 3; round += 1)
      answers.push((await (await stranger()).post('/api/account/email', { email })).status)
    expect(answers).toEqual([202, 202, 429])
    await waitForMails(strict.outbox, email, 2)
    const visitor = strict.visit()
    for (const [path, status] of [
      ['register', 201],
      ...Array.from({ length: 4 }, () => ['login', 403] as const),
      ['login', 429],
    ] as const)
      expect((await visitor.post(`/api/auth/${path}`, form(email))).status).toBe(status)
    await waitForMails(strict.outbox, email, 7)
  })
})

describe('a link to a new password', () => {
  it('is mailed five times an hour to a mailbox of which nobody confirmed an address', async () => {
    const spellings = Array.from({ length: 7 }, (_, index) => `due+${index}@gmail.com`)
    for (const email of spellings) await newcomer(email)
    const known = await newcomer()
    for (const email of [...spellings, known.email])
      expect((await app.visit().post('/api/auth/reset-mail', { email })).status).toBe(204)
    await waitForMails(app.outbox, known.email, 2)
    const countResets = async () =>
      (await Promise.all(spellings.map((email) => mailsTo(app.outbox, email))))
        .flat()
        .filter((mail) => mail.includes('/reset-password#')).length
    await expect.poll(countResets).toBe(5)
  })
})

describe('a member whose address awaits its confirmation', () => {
  it('sends five friend requests a day, and as many as others once it is confirmed', async () => {
    const member = await newcomer()
    const others = await Promise.all(Array.from({ length: 6 }, () => newcomer()))
    for (const other of others.slice(0, 5)) expect((await ask(member, other)).status).toBe(200)
    const [, , , , , last] = others
    if (!last) throw new Error('nobody came')
    expect(await refusalOf(await ask(member, last))).toEqual([403, 'account.email_unverified'])
    await confirm(await tokenMailedTo(app.outbox, member.email))
    expect((await ask(member, last)).status).toBe(200)
  })

  it('may have confirmed it: then five are all in the first 24 hours', async () => {
    const member = await newcomer()
    await confirm(await tokenMailedTo(app.outbox, member.email))
    const others = await Promise.all(Array.from({ length: 7 }, () => newcomer()))
    for (const other of others.slice(0, 5)) expect((await ask(member, other)).status).toBe(200)
    const [sixth, seventh] = others.slice(5)
    if (!sixth || !seventh) throw new Error('nobody came')
    expect(await refusalOf(await ask(member, sixth))).toEqual([429, 'friends.too_many_requests'])
    const yesterday = new Date(Date.now() - 24 * 3600 * 1000 - 1000)
    await app.database
      .updateTable('users')
      .set({ created_at: yesterday })
      .where('id', '=', member.uid)
      .execute()
    for (const other of [sixth, seventh]) expect((await ask(member, other)).status).toBe(200)
  })

  it('creates one event a day', async () => {
    const member = await newcomer()
    expect((await create(member)).status).toBe(201)
    expect(await refusalOf(await create(member))).toEqual([403, 'account.email_unverified'])
    await confirm(await tokenMailedTo(app.outbox, member.email))
    expect((await create(member)).status).toBe(201)
  })

  it('has no photo before it is confirmed', async () => {
    const member = await newcomer()
    const upload = () =>
      member.fetch('/api/profiles/me/photo', {
        method: 'PUT',
        headers: { 'content-type': 'image/png' },
        body: greyPng(100, 100),
      })
    expect(await refusalOf(await upload())).toEqual([403, 'account.email_unverified'])
    expect(await member.read('/api/profiles/me')).toMatchObject({ photoURL: '' })
    await confirm(await tokenMailedTo(app.outbox, member.email))
    expect((await upload()).status).toBe(200)
  })

  it('is not found by their address before it is confirmed, and by their name all the same', async () => {
    const [searcher, member] = [await newcomer(), await newcomer('sconosciuta@indirizzo.example')]
    const find = async (query: string) => {
      const path = `/api/friends/search?query=${encodeURIComponent(query)}`
      return (await searcher.read<{ people: FoundPerson[] }>(path)).people.map(({ uid }) => uid)
    }
    await app.database
      .updateTable('users')
      .set({ display_name: 'Volpe' })
      .where('id', '=', member.uid)
      .execute()
    expect(await find('indirizzo')).toEqual([])
    expect(await find(member.email)).toEqual([])
    expect(await find('Volpe')).toEqual([member.uid])
    await confirm(await tokenMailedTo(app.outbox, member.email))
    expect(await find('indirizzo')).toEqual([member.uid])
    expect(await find(member.email)).toEqual([member.uid])
  })

  it('from before it was asked keeps all rights', async () => {
    const member = await newcomer()
    await app.database
      .updateTable('users')
      .set({ verification_asked_at: null })
      .where('id', '=', member.uid)
      .execute()
    expect(await accountOf(member)).toMatchObject({ emailVerified: false, awaitsConfirmation: false })
    for (let round = 0; round < 2; round += 1) expect((await create(member)).status).toBe(201)
  })
})

describe('an instance that requires a confirmed address', () => {
  it('opens no session before, and mails the link again at a sign-in', async () => {
    const email = nextEmail()
    const visitor = strict.visit()
    const answer = await visitor.post('/api/auth/register', form(email))
    expect([answer.status, await answer.json()]).toEqual([
      201,
      { uid: expect.any(String), awaitsConfirmation: true },
    ])
    expect(visitor.cookie()).toBe('')
    await waitForMails(strict.outbox, email)
    expect(await refusalOf(await visitor.post('/api/auth/login', { email, password }))).toEqual([
      403,
      'account.email_unverified',
    ])
    expect(
      await refusalOf(await visitor.post('/api/auth/login', { email, password: 'Altra-cosa1' })),
    ).toEqual([401, 'auth.invalid_credentials'])
    expect(visitor.cookie()).toBe('')
    const { rows: sessions } = await sql`
      select from sessions where user_id = (select id from users where email = ${email})`.execute(
      strict.database,
    )
    expect(sessions).toEqual([])
    const token = await tokenMailedTo(strict.outbox, email, 2)
    expect((await confirm(token, strict)).status).toBe(200)
    expect((await visitor.post('/api/auth/login', { email, password })).status).toBe(200)
  })
})

it('asks nothing and withholds nothing where it is off', async () => {
  const member = await newcomer(nextEmail(), indifferent.origin)
  expect(await accountOf(member)).toMatchObject({ emailVerified: false, awaitsConfirmation: false })
  for (let round = 0; round < 2; round += 1) expect((await create(member)).status).toBe(201)
  expect(await mailsTo(indifferent.outbox, member.email)).toEqual([])
})

describe('an address that a stranger registered with', () => {
  /** @param mails to the member, the one of the reset included: those before it have to be there */
  const reset = async (member: { email: string }, mails: number) => {
    await waitForMails(app.outbox, member.email, mails - 1)
    await app.visit().post('/api/auth/reset-mail', { email: member.email })
    const token = await tokenMailedTo(app.outbox, member.email, mails)
    const own = 'Tana-nuova9'
    return app.visit().post('/api/auth/reset-password', { token, password: own, passwordConfirmation: own })
  }
  const accessesOf = async ({ uid }: { uid: string }) => {
    const { rows } = await sql`
      select
        (select count(*)::integer from sessions where user_id = ${uid}) as sessions,
        (select array_agg(provider_id) from accounts where user_id = ${uid}) as ways,
        (select count(*)::integer from mail_links where user_id = ${uid}) as links,
        (select count(*)::integer from calendar_feeds where user_id = ${uid}) as feeds,
        (select count(*)::integer from passkeys where user_id = ${uid}) as passkeys
    `.execute(app.database)
    return rows[0]
  }
  const leaveBehind = async (squatter: Member) => {
    await squatter.post('/api/events/feed')
    await squatter.post('/api/account/email', { email: nextEmail() })
    await sql`
      insert into accounts (user_id, provider_id, account_id) values (${squatter.uid}, 'external', ${squatter.uid})
    `.execute(app.database)
    const options = await (await squatter.post('/api/account/passkeys/options')).json()
    const response = createPasskey(app.origin).register(options as { challenge: string })
    await squatter.post('/api/account/passkeys', { response })
  }

  it('is its reader’s by the first reset: nothing of what was there before gives access', async () => {
    const squatter = await newcomer()
    await leaveBehind(squatter)
    expect(await accessesOf(squatter)).toMatchObject({ sessions: 1, feeds: 1, passkeys: 1 })
    expect((await reset(squatter, 3)).status).toBe(204)
    expect(await accessesOf(squatter)).toEqual({
      sessions: 0,
      ways: ['credential'],
      links: 0,
      feeds: 0,
      passkeys: 0,
    })
    const owner = app.visit()
    await owner.post('/api/auth/login', { email: squatter.email, password: 'Tana-nuova9' })
    expect(await accountOf(owner)).toMatchObject({ emailVerified: true, awaitsConfirmation: false })
  })

  it('keeps what belongs to a member who confirmed it', async () => {
    const member = await newcomer()
    await confirm(await tokenMailedTo(app.outbox, member.email))
    await leaveBehind(member)
    expect((await reset(member, 4)).status).toBe(204)
    expect(await accessesOf(member)).toMatchObject({ sessions: 0, feeds: 1, passkeys: 1 })
    expect(((await accessesOf(member)) as { ways: string[] }).ways.toSorted()).toEqual([
      'credential',
      'external',
    ])
  })

  const removeAll = () =>
    removeUnclaimed({
      database: app.database,
      eraseAccount: (trx, uid) =>
        eraseAccount(trx, uid, { textsRemovedBy: null, keepBlockedAddress: async () => {} }),
      log: createLog('silent'),
    })

  it('is free again whatever refers to its account, and though another can’t be removed', async () => {
    const stuck = await newcomer()
    const [reporter, reported, maker, judged, plain] = await Promise.all(
      Array.from({ length: 5 }, () => newcomer()),
    )
    if (!reporter || !reported || !maker || !judged || !plain) throw new Error('nobody came')
    const report = { subject: { kind: 'member', id: reported.uid }, reason: 'spam' }
    expect((await reporter.post('/api/reports', report)).status).toBe(201)
    await makeBot(maker, 'Bot di nessuno')
    await sql`
      insert into decisions (subject_kind, subject_id, member_id, action, rule, facts)
      values ('member', ${judged.uid}, ${judged.uid}, 'empty', 1, 'Vende cose a tutti.')`.execute(
      app.database,
    )
    await sql`
      create function refuse() returns trigger language plpgsql as $$
      begin
        if old.email = ${sql.lit(stuck.email)} then raise exception 'stuck'; end if;
        return old;
      end $$`.execute(app.database)
    await sql`create trigger refuse before delete on users for each row execute function refuse()`.execute(
      app.database,
    )
    const others = [reporter, reported, maker, judged, plain]
    await sql`
      update users set verification_asked_at = now() - interval '8 days'
      where id = any(${[stuck, ...others].map(({ uid }) => uid)})`.execute(app.database)
    await removeAll()
    await sql`drop function refuse cascade`.execute(app.database)
    const answers = others.map(({ email }) => app.visit().post('/api/auth/register', form(email)))
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(others.map(() => 201))
    expect((await reporter.fetch('/api/account')).status).toBe(401)
  })

  it('is free again after seven days, unless it was confirmed or used', async () => {
    const [early, late, confirmed, asking, author] = await Promise.all(
      Array.from({ length: 5 }, () => newcomer()),
    )
    if (!early || !late || !confirmed || !asking || !author) throw new Error('nobody came')
    await leaveBehind(late)
    await confirm(await tokenMailedTo(app.outbox, confirmed.email))
    await ask(asking, early)
    await author.post('/api/chat/generale/messages', { clientId: crypto.randomUUID(), text: 'ciao' })
    const others = [late, confirmed, asking, author].map(({ uid }) => uid)
    const isThere = async ({ uid }: Member) =>
      (await app.database.selectFrom('users').select('id').where('id', '=', uid).execute()).length === 1
    await sql`
      update users set verification_asked_at = now() - interval '6 days 23 hours' where id = any(${others})
    `.execute(app.database)
    await removeAll()
    expect(await isThere(late)).toBe(true)
    await sql`
      update users set verification_asked_at = now() - interval '7 days 1 hour' where id = any(${others})
    `.execute(app.database)
    await removeAll()
    expect(await Promise.all([late, early, confirmed, asking, author].map(isThere))).toEqual([
      false,
      true,
      true,
      true,
      true,
    ])
    expect((await late.fetch('/api/account')).status).toBe(401)
    expect((await app.visit().post('/api/auth/register', form(late.email))).status).toBe(201)
  })
})
