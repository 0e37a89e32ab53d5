import type { Notification, NotificationPage } from '@covo/contract/notifications/notifications.routes'
import { maximumNotices } from '@covo/contract/notifications/notifications.rules'
import { seedOfKey } from '@covo/testing/authenticator'
import { befriend, createEvent, sendMessage } from '@covo/testing/member-actions'
import { tokenMailedTo, waitForMails } from '@covo/testing/outbox'
import { createPasskey } from '@covo/testing/passkey'
import { type Member, type Newcomer, registerNewcomer, type Visitor } from '@covo/testing/visitor'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { makeModerator } from '../../test/make-moderator.ts'
import { testSecret } from '../../test/signed-in-members.ts'
import { runTestApp, unlimited } from '../../test/test-app.ts'
import { createBlockedAddresses } from '../auth/blocked-addresses.ts'
import { codeOfStep } from '../auth/one-time-codes.ts'
import { eraseAccount } from '../deletion/erase-account.ts'

const app = runTestApp({ limits: unlimited })
const password = 'Tana-rossa1'
const facts = 'Vende cose a tutti, ogni giorno.'
const firefox = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
}
const device = 'Firefox su Linux'

const newcomer = () => registerNewcomer(app.origin)

const listOf = (member: Visitor) => member.read<NotificationPage>('/api/notifications')
const linesOf = async (member: Visitor) => (await listOf(member)).notifications
const kindsOf = async (member: Visitor) => (await linesOf(member)).map(({ kind }) => kind)

async function erase({ uid, email }: Newcomer): Promise<void> {
  const keepBlockedAddress = createBlockedAddresses(testSecret, []).keep
  await app.database
    .transaction()
    .execute((trx) => eraseAccount(trx, uid, { textsRemovedBy: null, email, keepBlockedAddress }))
}

describe('an accepted request', () => {
  it('reaches the tabs of its sender alone, also with the switch off', async () => {
    const [anna, bruno, carla] = [await newcomer(), await newcomer(), await newcomer()]
    await anna.put('/api/notifications/settings', { switches: { friendship: false } })
    const tabs = [anna, bruno, carla].map((member) => app.live(member))
    await Promise.all(tabs.map((tab) => tab.receive('live.welcome')))
    await befriend(anna, bruno)
    const [own, ...others] = tabs
    await own?.receive('notifications.changed', ({ unread }) => unread === 1)
    const line = { id: expect.any(String), at: expect.any(String), kind: 'request_accepted' }
    const author = { uid: bruno.uid, displayName: bruno.name }
    expect(await listOf(anna)).toMatchObject({
      notifications: [{ ...line, author, isRead: false }],
      unread: 1,
    })
    for (const tab of others) {
      await tab.watch('chat:generale')
      expect(tab.received.some(({ type }) => type === 'notifications.changed')).toBe(false)
    }
    expect([await kindsOf(bruno), await kindsOf(carla)]).toEqual([[], []])

    // A request to somebody who has sent one accepts theirs.
    await carla.post('/api/friends/requests', { uid: anna.uid })
    expect(await kindsOf(carla)).toEqual([])
    await anna.post('/api/friends/requests', { uid: carla.uid })
    expect(await linesOf(carla)).toMatchObject([{ ...line, author: { uid: anna.uid } }])
    expect(await kindsOf(anna)).toEqual(['request_accepted'])
  })

  it('goes on both sides of a block', async () => {
    const [anna, bruno, carla] = [await newcomer(), await newcomer(), await newcomer()]
    await befriend(anna, bruno)
    await befriend(anna, carla)
    await befriend(bruno, carla)
    await anna.delete(`/api/friends/${bruno.uid}`)
    await befriend(bruno, anna)
    expect([(await listOf(anna)).unread, (await listOf(bruno)).unread]).toEqual([2, 2])
    const tabs = [app.live(anna), app.live(bruno)]
    await Promise.all(tabs.map((tab) => tab.receive('live.welcome')))
    await anna.put(`/api/blocks/${bruno.uid}`)
    for (const tab of tabs) await tab.receive('notifications.changed', ({ unread }) => unread === 1)
    for (const member of [anna, bruno])
      expect(await linesOf(member)).toMatchObject([{ author: { uid: carla.uid } }])
  })

  it('names nobody who was erased', async () => {
    const [anna, bruno] = [await newcomer(), await newcomer()]
    await befriend(anna, bruno)
    await erase(bruno)
    expect(await linesOf(anna)).toMatchObject([{ author: { displayName: 'Utente eliminato' } }])
    expect(JSON.stringify(await linesOf(anna))).not.toContain(bruno.name)
  })
})

describe('the security of an account', () => {
  const logIn = (member: Newcomer, headers = {}) =>
    app.visit().post('/api/auth/login', { email: member.email, password }, headers)
  const secondFactor = '/api/account/second-factor'

  it('reaches its member alone, with the device, also with the switches off', async () => {
    const [member, other] = [await newcomer(), await newcomer()]
    const switches = { events: false, chat: false, friendship: false }
    await member.put('/api/notifications/settings', { switches })
    const tab = app.live(member)
    await tab.receive('live.welcome')
    const expectLine = async (kind: Notification['kind'], from = device) => {
      const unread = (await listOf(member)).unread
      await tab.receive('notifications.changed', (news) => news.unread === unread)
      expect((await linesOf(member))[0]).toEqual({
        id: expect.any(String),
        at: expect.any(String),
        kind,
        device: from,
        isRead: false,
      })
    }

    expect((await logIn(member, firefox)).status).toBe(200)
    await expectLine('signed_in')
    expect((await logIn(member, firefox)).status).toBe(200)
    expect(await kindsOf(member)).toEqual(['signed_in'])

    const { secret } = (await (await member.post(secondFactor)).json()) as { secret: string }
    const code = codeOfStep(seedOfKey(secret), Math.floor(Date.now() / 30_000))
    expect((await member.put(secondFactor, { code }, firefox)).status).toBe(200)
    await expectLine('factor_on')
    await member.post('/api/account/recovery-codes', undefined, firefox)
    await expectLine('recovery_codes_renewed')
    await member.delete(secondFactor)
    await expectLine('factor_off', '')

    const form = { currentPassword: password, password: 'Tana-nuova9', passwordConfirmation: 'Tana-nuova9' }
    await member.post('/api/account/password', { ...form, endOthers: false }, firefox)
    await expectLine('password_changed')

    expect(await kindsOf(other)).toEqual([])
  })

  it('is stored for an added and a removed passkey', async () => {
    const member = await newcomer()
    const passkey = createPasskey(app.origin)
    const options = await (await member.post('/api/account/passkeys/options')).json()
    const response = passkey.register(options as Parameters<typeof passkey.register>[0])
    expect((await member.post('/api/account/passkeys', { response })).status).toBe(204)
    const { passkeys } = await member.read<{ passkeys: { id: string }[] }>('/api/account')
    await member.delete(`/api/account/passkeys/${passkeys[0]?.id}`)
    expect(await kindsOf(member)).toEqual(['passkey_removed', 'passkey_added'])
  })

  it('is stored for a new address, one that is taken back, and a password set by a link', async () => {
    const member = await newcomer()
    const email = `altrove-${member.email}`
    await member.post('/api/account/email', { email })
    await waitForMails(app.outbox, member.email)
    const token = await tokenMailedTo(app.outbox, email)
    expect((await member.post('/api/account/email/confirm', { token }, firefox)).status).toBe(200)
    expect(await linesOf(member)).toMatchObject([{ kind: 'email_changed', device }])
    const revert = await tokenMailedTo(app.outbox, member.email, 2)
    expect((await app.visit().post('/api/account/email/revert', { token: revert })).status).toBe(204)
    const reset = await tokenMailedTo(app.outbox, member.email, 3)
    const passwords = { password: 'Tana-nuova9', passwordConfirmation: 'Tana-nuova9' }
    const answer = await app.visit().post('/api/auth/reset-password', { token: reset, ...passwords }, firefox)
    expect(answer.status).toBe(204)
    const visitor = app.visit()
    await visitor.post('/api/auth/login', { email: member.email, password: 'Tana-nuova9' }, firefox)
    expect(await linesOf(visitor)).toMatchObject([
      { kind: 'password_changed', device },
      { kind: 'email_changed' },
      { kind: 'email_changed' },
    ])
  })

  it('is stored with the change, and not with a refused one', async () => {
    const member = await newcomer()
    await member.post(secondFactor)
    expect((await member.put(secondFactor, { code: '000000' })).status).toBe(401)
    expect((await member.delete(secondFactor)).status).toBe(204)
    expect((await member.post('/api/account/recovery-codes')).status).toBe(409)
    const form = { currentPassword: 'Sbagliata-1', password: 'Tana-nuova9' }
    const wrong = { ...form, passwordConfirmation: 'Tana-nuova9', endOthers: true }
    expect((await member.post('/api/account/password', wrong)).status).toBe(422)
    expect(await listOf(member)).toMatchObject({ notifications: [], unread: 0 })
  })
})

describe('moderation', () => {
  const judge = async (path: string, body: object) => {
    const moderator = await newcomer()
    await makeModerator(app.database, moderator.uid)
    expect((await moderator.post(`/api/moderation/${path}`, body)).status).toBe(204)
  }
  const report = async (by: Member, kind: string, id: string) => {
    const answer = await by.post('/api/reports', { subject: { kind, id }, reason: 'spam', details: '' })
    return ((await answer.json()) as { id: string }).id
  }
  const decisionOn = async ({ uid }: Member) => {
    const decision = app.database.selectFrom('decisions').select('id').where('member_id', '=', uid)
    return (await decision.executeTakeFirstOrThrow()).id
  }

  it('notifies the reporters of the outcome, and nobody else of a report without consequences', async () => {
    const [one, two, reported] = [await newcomer(), await newcomer(), await newcomer()]
    const id = await report(one, 'member', reported.uid)
    await report(two, 'member', reported.uid)
    const tabs = [one, two, reported].map((member) => app.live(member))
    await Promise.all(tabs.map((tab) => tab.receive('live.welcome')))
    await judge(`reports/${id}/decision`, { action: 'none' })
    for (const tab of tabs.slice(0, 2))
      await tab.receive('notifications.changed', (news) => news.unread === 1)
    const line = { id: expect.any(String), at: expect.any(String), isRead: false }
    for (const member of [one, two])
      expect(await linesOf(member)).toEqual([{ ...line, kind: 'report_rejected' }])
    await tabs[2]?.watch('chat:generale')
    expect(tabs[2]?.received.some(({ type }) => type === 'notifications.changed')).toBe(false)
    expect(await kindsOf(reported)).toEqual([])
  })

  it('notifies those who may decide of new reports, by one line until they read it, and by a push', async () => {
    const [reporter, reported, own] = [await newcomer(), await newcomer(), await newcomer()]
    const [moderator, other] = [await newcomer(), await newcomer()]
    for (const one of [moderator, reported, own]) await makeModerator(app.database, one.uid)
    const browser = {
      endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/segnalazioni',
      keys: {
        p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
        auth: 'tBHItJI5svbpez7KI4CCXg',
      },
    }
    expect((await moderator.put('/api/push/subscription', browser)).status).toBe(204)
    const tab = app.live(moderator)
    await tab.receive('live.welcome')
    await report(reporter, 'member', reported.uid)
    await tab.receive('notifications.changed', ({ unread }) => unread === 1)
    await report(own, 'member', reported.uid)
    await report(other, 'member', reporter.uid)
    const line = { id: expect.any(String), at: expect.any(String), kind: 'report_received' }
    expect(await linesOf(moderator)).toEqual([{ ...line, isRead: false }])
    for (const one of [reporter, other]) expect(await kindsOf(one)).toEqual([])
    // Of the report about somebody else alone.
    expect([await kindsOf(reported), await kindsOf(own)]).toEqual([['report_received'], ['report_received']])
    const { rows } = await sql`select kind, subject from pushes`.execute(app.database)
    expect(rows).toEqual([{ kind: 'report', subject: 'all' }])
    await moderator.post('/api/notifications/read', { upTo: new Date().toISOString() })
    await report(other, 'member', reported.uid)
    expect((await linesOf(moderator)).map(({ isRead }) => isRead)).toEqual([false, true])
  })

  it('notifies the affected member of what was done, and names nobody', async () => {
    const [reporter, reported] = [await newcomer(), await newcomer()]
    const event = await createEvent(reported)
    const { id: messageId } = (await (await sendMessage(reported, 'generale', 'Vendo!')).json()) as {
      id: string
    }
    const reports = {
      message: await report(reporter, 'message', messageId),
      event: await report(reporter, 'event', event.id),
      member: await report(reporter, 'member', reported.uid),
    }
    const broken = { rule: 3, facts }
    await judge(`reports/${reports.message}/decision`, { action: 'remove', ...broken })
    await judge(`reports/${reports.event}/decision`, { action: 'remove', ...broken })
    await judge(`reports/${reports.member}/decision`, { action: 'empty', ...broken })
    const line = { id: expect.any(String), at: expect.any(String), isRead: false }
    expect(await linesOf(reported)).toEqual([
      { ...line, kind: 'profile_emptied' },
      { ...line, kind: 'event_removed' },
      { ...line, kind: 'message_removed' },
    ])
    expect(await kindsOf(reporter)).toEqual(['report_upheld', 'report_upheld', 'report_upheld'])
  })

  it.each([true, false])('notifies the member who appealed of the answer (accepted: %s)', async (accept) => {
    const [reporter, suspended] = [await newcomer(), await newcomer()]
    const id = await report(reporter, 'member', suspended.uid)
    await judge(`reports/${id}/decision`, { action: 'suspend', rule: 1, facts, days: 7 })
    const token = await tokenMailedTo(app.outbox, suspended.email)
    await app.visit().post('/api/appeals', { token, text: 'Non è andata così, davvero.' })
    await judge(`appeals/${await decisionOn(suspended)}/answer`, { accept, facts })
    await sql`update users set suspended_until = null where id = ${suspended.uid}`.execute(app.database)
    const visitor = app.visit()
    await visitor.post('/api/auth/login', { email: suspended.email, password })
    expect(await kindsOf(visitor)).toEqual([
      accept ? 'appeal_accepted' : 'appeal_rejected',
      'account_suspended',
    ])
    expect(await kindsOf(reporter)).toEqual(['report_upheld'])
  })

  it('is stored for a decision that is reverted', async () => {
    const [reporter, reported] = [await newcomer(), await newcomer()]
    await judge(`reports/${await report(reporter, 'member', reported.uid)}/decision`, {
      action: 'empty',
      rule: 3,
      facts,
    })
    await judge(`decisions/${await decisionOn(reported)}/revert`, { facts })
    expect(await kindsOf(reported)).toEqual(['decision_reverted', 'profile_emptied'])
  })

  it('stores nothing for a reporter who is erased', async () => {
    const [reporter, reported] = [await newcomer(), await newcomer()]
    const id = await report(reporter, 'member', reported.uid)
    await erase(reporter)
    await judge(`reports/${id}/decision`, { action: 'none' })
    const lines = app.database.selectFrom('notifications').select('id').where('user_id', '=', reporter.uid)
    expect(await lines.execute()).toEqual([])
  })

  it('decides on two members who reported each other at once', async () => {
    for (let round = 0; round < 8; round += 1) {
      const [one, other] = [await newcomer(), await newcomer()]
      const reports = [await report(one, 'member', other.uid), await report(other, 'member', one.uid)]
      const decision = { action: round % 2 ? 'empty' : 'suspend', rule: 3, facts }
      await Promise.all(reports.map((id) => judge(`reports/${id}/decision`, decision)))
    }
  })
})

it(`keeps the newest ${maximumNotices} of a kind`, async () => {
  const [anna, bruno] = [await newcomer(), await newcomer()]
  await sql`
    insert into notifications (user_id, kind, device)
    select ${anna.uid}, kind, '' from generate_series(1, ${maximumNotices + 5}), unnest(array['signed_in', 'factor_on']) as kind
  `.execute(app.database)
  await sql`
    insert into notifications (user_id, kind, author_id)
    select ${anna.uid}, 'request_accepted', ${anna.uid} from generate_series(1, ${maximumNotices + 5})
  `.execute(app.database)
  await befriend(anna, bruno)
  const { rows } = await sql<{ kind: string; count: number }>`
    select kind, count(*)::int as count from notifications where user_id = ${anna.uid} group by kind order by kind
  `.execute(app.database)
  expect(rows).toEqual([
    { kind: 'factor_on', count: maximumNotices + 5 },
    { kind: 'request_accepted', count: maximumNotices },
    { kind: 'signed_in', count: maximumNotices + 5 },
  ])
  const page = await listOf(anna)
  expect(page.notifications[0]).toMatchObject({ author: { uid: bruno.uid } })
  expect(page.unread).toBe(3 * maximumNotices + 10)
})
