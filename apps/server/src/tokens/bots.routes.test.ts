import { eventRoomId, publicRoomId } from '@covo/contract/chat/chat.rules'
import { isBot } from '@covo/contract/is-bot'
import { closeCodes } from '@covo/contract/realtime'
import type { Bot, MadeBot } from '@covo/contract/tokens/bots.routes'
import { createEvent, makeBot, sendMessage } from '@covo/testing/member-actions'
import { tokenMailedTo } from '@covo/testing/outbox'
import { refusalOf } from '@covo/testing/refusal'
import { type Newcomer, type Visitor, visit } from '@covo/testing/visitor'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { operate } from '../../test/operate.ts'
import { operatorSettings } from '../../test/operator-settings.ts'
import { runTestApp, unlimited } from '../../test/test-app.ts'

const app = runTestApp({ limits: unlimited })
const path = '/api/bots'

const newcomer = () => app.newcomer()
const newBot = (owner: Newcomer) => makeBot(owner, `Robottino di ${owner.name}`)

const form = { name: 'Pingatore', scopes: ['chat:read'], expiresInDays: 30 }
const listOf = async (member: Visitor) => (await member.read<{ bots: Bot[] }>(path)).bots
const statusOf = async (program: Visitor) => (await program.fetch('/api/profiles/me')).status

describe('a bot', () => {
  it('is a member of its own, marked by its id, whose token is shown once (S-05)', async () => {
    const owner = await newcomer()
    const answer = await owner.post(path, { ...form, name: '  Pingatore di casa ' })
    expect(answer.status).toBe(201)
    const { bot, secret } = (await answer.json()) as MadeBot
    expect(secret).toMatch(/^covo_[\dA-Za-z]{36}$/)
    expect(bot).toMatchObject({
      displayName: 'Pingatore di casa',
      token: { scopes: ['chat:read'], lastUsedOn: null },
    })
    expect([isBot(bot.uid), isBot(owner.uid)]).toEqual([true, false])
    expect(await listOf(owner)).toEqual([bot])
    expect(await listOf(await newcomer())).toEqual([])
    const { rows } = await sql`
      select users::text, tokens::text from users left join tokens on tokens.user_id = users.id`.execute(
      app.database,
    )
    expect(JSON.stringify(rows)).not.toContain(secret.slice(5))
    const profile = await owner.read<object>(`/api/profiles/${bot.uid}`)
    expect(profile).toMatchObject({ displayName: 'Pingatore di casa', isBot: true })
    expect(profile).not.toHaveProperty('email')
    expect(await owner.read('/api/profiles/me')).toMatchObject({ isBot: false })
  })

  it('writes by its own name, and reads the public room', async () => {
    const owner = await newcomer()
    const bot = await newBot(owner)
    const sent = await sendMessage(bot, publicRoomId, `Ciao <@${owner.uid}>, sono un bot.`)
    expect([sent.status, await sent.json()]).toMatchObject([201, { userId: bot.uid }])
    expect(await (await owner.fetch('/api/chat/generale/messages')).text()).toContain('sono un bot.')
    expect(await bot.read('/api/profiles/me')).toMatchObject({ uid: bot.uid, email: '', isBot: true })
    expect((await listOf(owner))[0]?.token?.lastUsedOn).toBe(new Date().toISOString().slice(0, 10))
  })

  it('is called by mentions, without a notification in rooms of events', async () => {
    const owner = await newcomer()
    const bot = await newBot(owner)
    const live = app.live(bot)
    await live.receive('live.welcome')
    const { id } = await createEvent(owner)
    await sendMessage(owner, eventRoomId(id), `ping <@${bot.uid}>`)
    await sendMessage(owner, publicRoomId, `ping <@${bot.uid}>`)
    await live.receive('chat.mentions_changed')
    expect(await bot.read('/api/chat/mentions')).toMatchObject({ total: 1 })
    const { rows } = await sql`select from notifications where user_id = ${bot.uid}`.execute(app.database)
    expect(rows).toHaveLength(0)
  })

  it('takes part in the rooms of events that its owner organizes, and in no other (S-01, S-02)', async () => {
    const [owner, other] = [await newcomer(), await newcomer()]
    const bot = await newBot(owner)
    const [own, foreign] = [await createEvent(owner), await createEvent(other)]
    expect((await sendMessage(bot, eventRoomId(own.id), 'eccomi')).status).toBe(201)
    await owner.put(`/api/events/${foreign.id}/participation`)
    expect((await sendMessage(bot, eventRoomId(foreign.id), 'eccomi')).status).toBe(404)
    await sql`insert into event_organizers (event_id, user_id) values (${foreign.id}, ${owner.uid})`.execute(
      app.database,
    )
    expect((await sendMessage(bot, eventRoomId(foreign.id), 'eccomi')).status).toBe(201)
    const live = app.live(bot)
    await live.watch(`chat:${eventRoomId(foreign.id)}`)
    expect((await other.delete(`/api/events/${foreign.id}/organizers/${owner.uid}`)).status).toBe(204)
    await live.receive('live.refused')
    expect((await sendMessage(bot, eventRoomId(foreign.id), 'ancora')).status).toBe(404)
  })

  it('has no friends and no private chats, and is found by no search (S-02)', async () => {
    const [owner, other] = [await newcomer(), await newcomer()]
    const bot = await newBot(owner)
    for (const member of [owner, other]) {
      const asked = await member.post('/api/friends/requests', { uid: bot.uid })
      expect(await refusalOf(asked)).toEqual([404, 'friends.member_not_found'])
      expect((await member.post('/api/chat/private', { uid: bot.uid })).status).toBe(403)
    }
    expect((await bot.post('/api/chat/private', { uid: owner.uid })).status).toBe(403)
    expect((await bot.post('/api/friends/requests', { uid: owner.uid })).status).toBe(403)
    const found = await other.read<{ people: object[] }>('/api/friends/search?query=Robottino')
    expect(found.people).toEqual([])
    const { rows } = await sql`select from friend_requests where recipient_id = ${bot.uid}`.execute(
      app.database,
    )
    expect(rows).toHaveLength(0)
  })

  it('can be blocked and reported, and suspended by moderators', async () => {
    const [owner, other] = [await newcomer(), await newcomer()]
    const bot = await newBot(owner)
    const report = { subject: { kind: 'member', id: bot.uid }, reason: 'spam' }
    expect((await other.post('/api/reports', report)).status).toBe(201)
    expect((await other.put(`/api/blocks/${bot.uid}`)).status).toBe(204)
    await sendMessage(bot, publicRoomId, 'nascosto a chi mi blocca')
    expect(await (await other.fetch('/api/chat/generale/messages')).text()).not.toContain('nascosto a chi')
    const { rows } = await sql<{ id: string }>`select id from reports where subject_id = ${bot.uid}`.execute(
      app.database,
    )
    const reason = 'Scrive la stessa cosa a tutti.'
    const settings = await operatorSettings(app)
    expect(await operate(settings, 'decide', rows[0]?.id ?? '', 'suspend', '1', reason)).toMatchObject({
      code: 0,
    })
    expect(await statusOf(bot)).toBe(401)
    // Another token opens nothing either.
    const renewed = await owner.post(`${path}/${bot.uid}/token`, form)
    const { secret } = (await renewed.json()) as MadeBot
    expect(await statusOf(visit(app.origin, { token: secret }))).toBe(401)
  })
})

describe('making one', () => {
  it('is refused without a name of its own, or scopes', async () => {
    const owner = await newcomer()
    for (const [wrong, status, code] of [
      [{ name: ' ' }, 422, 'profiles.display_name_empty'],
      [{ name: 'ab' }, 422, 'profiles.display_name_too_short'],
      [{ name: owner.name }, 409, 'profiles.display_name_taken'],
      [{ name: 'Utente eliminato' }, 409, 'profiles.display_name_taken'],
      [{ scopes: [] }, 422, 'tokens.scopes_missing'],
      [{ scopes: ['chat:read', 'friends:read'] }, 400, 'common.invalid_request'],
    ] as const)
      expect(await refusalOf(owner.post(path, { ...form, ...wrong }))).toEqual([status, code])
    expect(await listOf(owner)).toEqual([])
  })

  it('is not for a session that is only found open, nor for a program (S-01)', async () => {
    const owner = await newcomer()
    const bot = await newBot(owner)
    await sql`update sessions set confirmed_at = now() - interval '11 minutes' where user_id = ${owner.uid}`.execute(
      app.database,
    )
    for (const at of [path, `${path}/${bot.uid}/token`])
      expect(await refusalOf(await owner.post(at, form))).toEqual([403, 'account.confirmation_needed'])
    expect(await refusalOf(await bot.post(path, form))).toEqual([403, 'common.scope_missing'])
    expect(await listOf(owner)).toHaveLength(1)
  })

  it('is refused above three bots, also in concurrent requests', async () => {
    const owner = await newcomer()
    const names = Array.from({ length: 6 }, (_, index) => `Terzetto ${index}`)
    const answers = await Promise.all(names.map((name) => owner.post(path, { ...form, name })))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
    for (const answer of answers)
      if (answer.status !== 201) expect(await refusalOf(answer)).toEqual([409, 'bots.too_many'])
    const [first] = await listOf(owner)
    await owner.delete(`${path}/${first?.uid}`)
    expect((await owner.post(path, { ...form, name: 'Terzetto nuovo' })).status).toBe(201)
  })
})

describe('its end', () => {
  type Ending = (owner: Newcomer, uid: string) => Promise<unknown>
  const endings: Record<string, Ending> = {
    'another token': (owner, uid) => owner.post(`${path}/${uid}/token`, form),
    'deleted by its owner': (owner, uid) => owner.delete(`${path}/${uid}`),
    'a reset of the owner’s password': async ({ email }) => {
      await app.visit().post('/api/auth/reset-mail', { email })
      const token = await tokenMailedTo(app.outbox, email)
      const reset = { token, password: 'Tana-nuova1', passwordConfirmation: 'Tana-nuova1' }
      expect((await app.visit().post('/api/auth/reset-password', reset)).status).toBe(204)
    },
    'an operator’s block of the owner': async ({ email }) =>
      operate(await operatorSettings(app), 'block', email),
    'an operator’s block': async (_, uid) => operate(await operatorSettings(app), 'block', uid),
    'the deletion of the owner’s account': (owner) =>
      owner.post('/api/account/deletion', { eraseTexts: false }),
  }

  it.each(Object.entries(endings))('%s: out at each process (S-03)', async (_, end) => {
    const owner = await newcomer()
    const bot = await newBot(owner)
    const elsewhere = visit(await app.startAnother(), { token: bot.secret })
    const sockets = [app.live(bot), app.live(elsewhere)]
    for (const socket of sockets) await socket.watch('chat:generale')
    await end(owner, bot.uid)
    const codes = await Promise.all(sockets.map((socket) => socket.closed()))
    expect(codes).toEqual([closeCodes.sessionEnded, closeCodes.sessionEnded])
    expect([await statusOf(bot), await statusOf(elsewhere)]).toEqual([401, 401])
  })

  it('leaves what it wrote, under no name, and another token opens nothing', async () => {
    const owner = await newcomer()
    const bot = await newBot(owner)
    await sendMessage(bot, publicRoomId, 'resta anche dopo')
    expect((await owner.delete(`${path}/${bot.uid}`)).status).toBe(204)
    expect(await listOf(owner)).toEqual([])
    expect(await refusalOf(await owner.post(`${path}/${bot.uid}/token`, form))).toEqual([
      404,
      'bots.not_found',
    ])
    await expect
      .poll(async () => await (await owner.fetch('/api/chat/generale/messages')).text())
      .toMatch(new RegExp(`"userId":"${bot.uid}"[^}]*Utente eliminato|Utente eliminato[^}]*"${bot.uid}"`))
    expect((await owner.delete(`${path}/${bot.uid}`)).status).toBe(204)
  })

  it('comes with the erasure of its owner', async () => {
    const owner = await newcomer()
    const bot = await newBot(owner)
    expect(await operate(await operatorSettings(app), 'erase-member', owner.uid, '--yes')).toMatchObject({
      code: 0,
    })
    expect(await statusOf(bot)).toBe(401)
    await expect
      .poll(
        async () =>
          (await sql`select from users where id = ${bot.uid} and erased_at is not null`.execute(app.database))
            .rows.length,
      )
      .toBe(1)
  })

  it('is not for others to cause (S-01)', async () => {
    const [owner, stranger] = [await newcomer(), await newcomer()]
    const bot = await newBot(owner)
    expect((await stranger.delete(`${path}/${bot.uid}`)).status).toBe(204)
    expect(await refusalOf(await stranger.post(`${path}/${bot.uid}/token`, form))).toEqual([
      404,
      'bots.not_found',
    ])
    expect(await statusOf(bot)).toBe(200)
  })

  it('lasts while its owner is suspended (S-03)', async () => {
    const owner = await newcomer()
    const bot = await newBot(owner)
    const suspend = (until: string) =>
      sql`update users set suspended_until = ${until}::timestamptz where id = ${owner.uid}`.execute(
        app.database,
      )
    await suspend('2999-01-01')
    expect(await statusOf(bot)).toBe(401)
    await suspend('2001-01-01')
    expect(await statusOf(bot)).toBe(200)
  })
})

describe('its limits', () => {
  const narrow = runTestApp({ limits: { messageBurst: { points: 1, seconds: 3600 } } })

  it('are not its owner’s (S-19)', async () => {
    const owner = await narrow.as('anna')
    const bot = await makeBot(owner, 'Robottino suo')
    for (const sender of [owner, bot]) {
      expect((await sendMessage(sender, publicRoomId, 'ciao')).status).toBe(201)
      expect((await sendMessage(sender, publicRoomId, 'troppo')).status).toBe(429)
    }
  })
})

it('keeps what is stored consistent', async () => {
  const { code, output } = await operate(await operatorSettings(app), 'check')
  expect([code, output.split('\n').filter((line) => line.startsWith('WRONG'))]).toEqual([0, []])
})
