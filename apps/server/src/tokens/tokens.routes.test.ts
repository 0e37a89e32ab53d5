import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { closeCodes, livePath, protocolVersion } from '@covo/contract/realtime'
import type { Scope } from '@covo/contract/scopes'
import type { Token } from '@covo/contract/tokens/tokens.routes'
import { befriend, createEvent, makeToken, openPrivateChat, sendMessage } from '@covo/testing/member-actions'
import { tokenMailedTo } from '@covo/testing/outbox'
import { refusalOf } from '@covo/testing/refusal'
import { type Member, type Visitor, visit } from '@covo/testing/visitor'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { operate } from '../../test/operate.ts'
import { operatorSettings } from '../../test/operator-settings.ts'
import { runTestApp, unlimited } from '../../test/test-app.ts'

const logLines: string[] = []
const app = runTestApp({ limits: unlimited, onLogLine: (line) => logLines.push(line) })
const path = '/api/tokens'
const password = 'Tana-rossa1'

const newcomer = () => app.newcomer()

const form = { name: 'Bot', scopes: ['chat:read'], expiresInDays: 30 }
const today = () => new Date().toISOString().slice(0, 10)
const listOf = async (member: Visitor) => (await member.read<{ tokens: Token[] }>(path)).tokens
const programOf = (secret: string, origin = app.origin) => visit(origin, { token: secret })
const statusOf = async (program: Visitor) => (await program.fetch('/api/profiles/me')).status

async function newProgram(member: Visitor, ...allowed: Scope[]) {
  const { token, secret } = await makeToken(member, ...allowed)
  return { ...programOf(secret), id: token.id, secret }
}

/** Another one for each time that the row is written. */
const versionOf = async (id: string) =>
  (
    await sql<{ version: string }>`select xmin::text as version from tokens where id = ${id}`.execute(
      app.database,
    )
  ).rows[0]?.version

describe('a token', () => {
  it('is shown with its secret once, listed without, and stored by its hash alone', async () => {
    const member = await newcomer()
    const answer = await member.post(path, { ...form, name: '  Bot di casa ' })
    expect(answer.status).toBe(201)
    const { token, secret } = (await answer.json()) as { token: Token; secret: string }
    expect(secret).toMatch(/^covo_[\dA-Za-z]{36}$/)
    expect(token).toMatchObject({ name: 'Bot di casa', scopes: ['chat:read'], lastUsedOn: null })
    const days = (Date.parse(token.expiresAt ?? '') - Date.parse(token.createdAt)) / 86_400_000
    expect(days).toBeCloseTo(30, 1)
    await member.post(path, { ...form, name: 'Secondo', expiresInDays: null })
    const listed = await listOf(member)
    expect(listed.map(({ name, expiresAt }) => [name, expiresAt === null])).toEqual([
      ['Secondo', true],
      ['Bot di casa', false],
    ])
    expect(JSON.stringify(listed)).not.toContain('covo_')
    const { rows } = await sql`select tokens::text from tokens`.execute(app.database)
    expect(JSON.stringify(rows)).not.toContain(secret.slice(5))
    expect(await listOf(await newcomer())).toEqual([])
  })

  it('reads and writes by its scopes, without cookie and Origin', async () => {
    const member = await newcomer()
    const program = await newProgram(member, 'chat:read', 'chat:write')
    const sent = await sendMessage(program, 'generale', 'Sono un bot.')
    expect(sent.status).toBe(201)
    expect(await sent.json()).toMatchObject({ userId: member.uid })
    expect(await (await program.fetch('/api/chat/generale/messages')).text()).toContain('Sono un bot.')
    const refused = await program.fetch('/api/profiles/me')
    expect([refused.status, refused.headers.get('www-authenticate'), await refused.json()]).toMatchObject([
      403,
      'Bearer error="insufficient_scope", scope="profile:read"',
      { code: 'common.scope_missing' },
    ])
    expect(sent.headers.get('set-cookie')).toBeNull()
  })

  it('counts alone: a cookie beside it adds nothing', async () => {
    const [member, other] = [await newcomer(), await newcomer()]
    const { secret } = await makeToken(member, 'profile:read')
    const both = { authorization: `Bearer ${secret}`, cookie: other.cookie() }
    const own = await app.visit().fetch('/api/profiles/me', { headers: both })
    expect(await own.json()).toMatchObject({ uid: member.uid })
    expect((await app.visit().fetch('/api/friends', { headers: both })).status).toBe(403)
    const wrong = { ...both, authorization: 'Bearer nessuno' }
    expect((await app.visit().fetch('/api/profiles/me', { headers: wrong })).status).toBe(401)
    // A public page too: a client that sends a token wants to be known.
    expect((await app.visit().fetch('/api/events', { headers: wrong })).status).toBe(401)
    // Of another kind, as some proxies ask for, it is none.
    const basic = { authorization: 'Basic YTpi', cookie: other.cookie() }
    expect((await app.visit().fetch('/api/profiles/me', { headers: basic })).status).toBe(200)
  })

  it('notes the day of its use, and writes no more than that', async () => {
    const member = await newcomer()
    const program = await newProgram(member, 'profile:read')
    expect(await statusOf(program)).toBe(200)
    expect((await listOf(member))[0]?.lastUsedOn).toBe(today())
    const version = await versionOf(program.id)
    for (let read = 0; read < 5; read += 1) await statusOf(program)
    expect(await versionOf(program.id)).toBe(version)
    await sql`update tokens set last_used_on = '2001-01-01' where id = ${program.id}`.execute(app.database)
    await statusOf(program)
    expect((await listOf(member))[0]?.lastUsedOn).toBe(today())
  })

  it('expires', async () => {
    const member = await newcomer()
    const program = await newProgram(member, 'profile:read')
    await sql`update tokens set expires_at = now() + interval '1 hour'`.execute(app.database)
    expect(await statusOf(program)).toBe(200)
    await sql`update tokens set expires_at = now()`.execute(app.database)
    expect(await statusOf(program)).toBe(401)
    expect(await listOf(member)).toHaveLength(1)
  })

  it('never stands in the log, and its making and end do', async () => {
    const member = await newcomer()
    const program = await newProgram(member, 'profile:read')
    await statusOf(program)
    await program.fetch('/api/friends')
    await member.delete(`${path}/${program.id}`)
    await statusOf(program)
    const lines = logLines.filter((line) => line.includes(member.uid)).join('\n')
    for (const event of ['token.made', 'token.revoked', 'access.refused']) expect(lines).toContain(event)
    expect(logLines.join('\n')).not.toContain(program.secret.slice(5, 20))
  })
})

describe('making one', () => {
  it('is refused without a name or scopes', async () => {
    const member = await newcomer()
    for (const [wrong, code] of [
      [{ name: '  ' }, 'tokens.name_missing'],
      [{ name: 'n'.repeat(51) }, 'tokens.name_too_long'],
      [{ scopes: [] }, 'tokens.scopes_missing'],
    ] as const)
      expect(await refusalOf(member.post(path, { ...form, ...wrong }))).toEqual([422, code])
    expect(await listOf(member)).toEqual([])
  })

  it('is not for a session that is only found open (S-01)', async () => {
    const member = await newcomer()
    await sql`update sessions set confirmed_at = now() - interval '11 minutes' where user_id = ${member.uid}`.execute(
      app.database,
    )
    const answer = await member.post(path, form)
    expect([answer.status, await answer.json()]).toMatchObject([403, { code: 'account.confirmation_needed' }])
    await member.post('/api/account/confirmation', { password })
    expect((await member.post(path, form)).status).toBe(201)
  })

  it('is refused above twenty tokens, also in concurrent requests', async () => {
    const member = await newcomer()
    const answers = await Promise.all(Array.from({ length: 24 }, () => member.post(path, form)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20)
    const refused = answers.filter(({ status }) => status !== 201)
    for (const answer of refused) expect(await answer.json()).toMatchObject({ code: 'tokens.too_many' })
    const [first] = await listOf(member)
    await member.delete(`${path}/${first?.id}`)
    expect((await member.post(path, form)).status).toBe(201)
  })
})

describe('its end', () => {
  type Ending = (member: Member & { email: string }, id: string) => Promise<unknown>
  const endings: Record<string, Ending> = {
    'revoked by its member': (member, id) => member.delete(`${path}/${id}`),
    'a reset of the password': async ({ email }) => {
      await app.visit().post('/api/auth/reset-mail', { email })
      const token = await tokenMailedTo(app.outbox, email)
      const reset = { token, password: 'Tana-nuova1', passwordConfirmation: 'Tana-nuova1' }
      expect((await app.visit().post('/api/auth/reset-password', reset)).status).toBe(204)
    },
    'an operator’s block': async ({ email }) => operate(await operatorSettings(app), 'block', email),
    'the account’s deletion': (member) => member.post('/api/account/deletion', { eraseTexts: false }),
  }

  it.each(Object.entries(endings))('%s: out at each process, its sockets too (S-03)', async (_, end) => {
    const member = await newcomer()
    const program = await newProgram(member, 'profile:read', 'chat:read')
    const elsewhere = programOf(program.secret, await app.startAnother())
    const sockets = [app.live(program), app.live(elsewhere)]
    for (const socket of sockets) await socket.watch('chat:generale')
    await end(member, program.id)
    const codes = await Promise.all(sockets.map((socket) => socket.closed()))
    expect(codes).toEqual([closeCodes.sessionEnded, closeCodes.sessionEnded])
    expect([await statusOf(program), await statusOf(elsewhere)]).toEqual([401, 401])
  })

  it('is not for others to cause, and causing it twice is causing it once (S-01)', async () => {
    const [member, stranger] = [await newcomer(), await newcomer()]
    const program = await newProgram(member, 'profile:read')
    expect((await stranger.delete(`${path}/${program.id}`)).status).toBe(204)
    expect(await statusOf(program)).toBe(200)
    for (let time = 0; time < 2; time += 1)
      expect((await member.delete(`${path}/${program.id}`)).status).toBe(204)
    expect(await statusOf(program)).toBe(401)
  })

  it('stays out while its member is suspended', async () => {
    const member = await newcomer()
    const program = await newProgram(member, 'profile:read')
    await sql`update users set suspended_until = now() + interval '1 hour' where id = ${member.uid}`.execute(
      app.database,
    )
    expect(await statusOf(program)).toBe(401)
  })
})

describe('its socket', () => {
  it('gets the news of its scopes alone, and watches no other topics (S-02)', async () => {
    const [member, friend] = [await newcomer(), await newcomer()]
    const readers = await Promise.all(
      (['chat:read', 'events:read', 'friends:read', 'chat:write'] as const).map(async (scope) => ({
        scope,
        socket: app.live(await newProgram(member, scope)),
      })),
    )
    const chatsTopics = ['chat:generale', 'head:generale']
    const topics = [...chatsTopics, 'events:all', 'members:all', 'moderation:all', `member:${member.uid}`]
    for (const { socket, scope } of readers) {
      await socket.receive('live.welcome')
      for (const topic of topics) {
        const isOpen =
          (chatsTopics.includes(topic) && scope === 'chat:read') ||
          (topic === 'events:all' && scope === 'events:read')
        socket.socket.send(JSON.stringify({ type: 'watch', topic }))
        await socket.receive(isOpen ? 'live.watching' : 'live.refused', (news) => news.topic === topic)
      }
    }
    await befriend(friend, member)
    const chat = await openPrivateChat(friend, member)
    await sendMessage(friend, chat, 'ciao')
    await sendMessage(friend, 'generale', 'ciao a tutti')
    await createEvent(friend)
    const [chats, events, friends, writer] = readers.map(({ socket }) => socket)
    await chats?.receive('chat.last_message_changed')
    await chats?.receive('chat.message_sent')
    await events?.receive('events.created')
    await friends?.receive('friends.changed')
    const prefixes = readers.map(({ socket }) => [
      ...new Set(socket.received.map(({ type }) => type.split('.')[0]).filter((prefix) => prefix !== 'live')),
    ])
    expect(prefixes).toEqual([['chat'], ['events'], ['friends'], []])
    expect(writer?.received.length).toBeGreaterThan(topics.length)
  })

  it('needs no Origin, and is refused with a wrong token, whatever cookie comes with it', async () => {
    const member = await newcomer()
    const { secret } = await makeToken(member, 'chat:read')
    const open = async (headers: Record<string, string>) => {
      const url = `${app.origin.replace('http', 'ws')}${livePath}?version=${protocolVersion}`
      const socket = new WebSocket(url, { headers })
      const [event] = await Promise.race([
        once(socket, 'message').then(([data]) => [JSON.parse(String(data))[0].type as string]),
        once(socket, 'close').then(([code]) => [code as number]),
      ])
      socket.terminate()
      return event
    }
    expect(await open({ authorization: `Bearer ${secret}` })).toBe('live.welcome')
    expect(await open({ authorization: `bearer ${secret}`, origin: 'https://altrove.example' })).toBe(
      'live.welcome',
    )
    const wrong = { authorization: 'Bearer covo_no', cookie: member.cookie(), origin: app.origin }
    expect(await open(wrong)).toBe(closeCodes.sessionEnded)
  })

  it('does not show its member as present', async () => {
    const [member, friend] = [await newcomer(), await newcomer()]
    await befriend(friend, member)
    const socket = app.live(await newProgram(member, 'chat:read'))
    await socket.receive('live.welcome')
    const tab = app.live(friend)
    await tab.receive('live.welcome')
    await expect
      .poll(async () => JSON.stringify((await sql`select * from presences`.execute(app.database)).rows))
      .toContain(friend.uid)
    const { rows } = await sql`select * from presences where user_id = ${member.uid}`.execute(app.database)
    expect(rows).toEqual([])
  })
})

describe('a page of another site', () => {
  const preflight = (headers: string, target = '/api/chat/generale/messages') =>
    app.visit().fetch(target, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://altrove.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': headers,
      },
    })

  it('may send a token and read the answer, and never a cookie (S-08)', async () => {
    const member = await newcomer()
    const allowed = await preflight('authorization,content-type')
    expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([204, '*'])
    expect(allowed.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('authorization')
    expect(allowed.headers.get('access-control-allow-methods')).toContain('PUT')
    const { secret } = await makeToken(member, 'chat:write')
    const foreign = { origin: 'https://altrove.example', authorization: `Bearer ${secret}` }
    const body = JSON.stringify({ clientId: randomUUID(), text: 'da un’altra pagina' })
    const sent = await app
      .visit()
      .fetch('/api/chat/generale/messages', { method: 'POST', headers: foreign, body })
    expect([sent.status, sent.headers.get('access-control-allow-origin')]).toEqual([201, '*'])
    const refused = await app.visit().fetch('/api/profiles/me', { headers: foreign })
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([403, '*'])
    for (const answer of [allowed, sent, refused])
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
  })

  it('reads nothing without one (S-08)', async () => {
    const member = await newcomer()
    const refused = await preflight('content-type')
    expect(refused.status).toBeGreaterThanOrEqual(400)
    const byCookie = await member.fetch('/api/profiles/me', {
      headers: { origin: 'https://altrove.example' },
    })
    for (const answer of [refused, byCookie])
      expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe('its limits', () => {
  const narrow = runTestApp({ limits: { messageBurst: { points: 4, seconds: 3600 } } })

  it('are its member’s (S-19)', async () => {
    const member = await narrow.as('anna')
    const program = visit(narrow.origin, { token: (await makeToken(member, 'chat:write')).secret })
    for (const sender of [member, program, member, program])
      expect((await sendMessage(sender, 'generale', 'ciao')).status).toBe(201)
    for (const sender of [member, program])
      expect((await sendMessage(sender, 'generale', 'troppo')).status).toBe(429)
  })
})
