import { createECDH } from 'node:crypto'
import type { Device } from '@covo/contract/auth/devices.routes'
import { roomId } from '@covo/contract/chat/chat.rules'
import type { Team } from '@covo/contract/teams/teams.routes'
import { befriend, createEvent, openPrivateChat, sendMessage } from '@covo/testing/member-actions'
import { openSealed, type PushBrowser, startPushService } from '@covo/testing/push-service'
import { refusalOf } from '@covo/testing/refusal'
import { type Member, type Newcomer, type Visitor, visit } from '@covo/testing/visitor'
import { waitUntil } from '@covo/testing/wait-until'
import { createLocalJWKSet, jwtVerify } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeModerator } from '../../test/make-moderator.ts'
import { makeRoom } from '../../test/make-room.ts'
import { runTestApp, unlimited } from '../../test/test-app.ts'

const app = runTestApp({ limits: unlimited })
/** Where nothing is added to the browsers' own services. */
const usual = runTestApp({ extensions: 'off', pushHosts: [] })
const path = '/api/push/subscription'
let service: Awaited<ReturnType<typeof startPushService>>

beforeAll(async () => {
  service = await startPushService()
})
afterAll(() => service.stop())

const newcomer = () => app.newcomer()

/** Another device of a member. */
async function signIn({ email, password }: Newcomer, origin = app.origin): Promise<Visitor> {
  const device = visit(origin)
  expect((await device.post('/api/auth/login', { email, password })).status).toBe(200)
  return device
}

async function subscribe(member: Visitor, browser = service.createBrowser()): Promise<PushBrowser> {
  expect((await member.put(path, browser.subscription)).status).toBe(204)
  return browser
}

/** Two friends with their chat; the first has a browser. */
async function friends() {
  const [reader, writer] = [await newcomer(), await newcomer()]
  await befriend(reader, writer)
  const conversationId = await openPrivateChat(writer, reader)
  return { reader, writer, conversationId, browser: await subscribe(reader) }
}

/** Whatever would be due soon is due now. */
async function hurry(): Promise<void> {
  await sql`update pushes set due_at = now() where due_at > now() and tries = 0`.execute(app.database)
}

/** All pushes that were due are sent, or had nothing to say. */
async function settled(): Promise<void> {
  await hurry()
  await waitUntil(async () => {
    const { rows } = await sql`select from pushes where due_at is not null`.execute(app.database)
    return rows.length === 0
  })
}

const textsOf = ({ received }: PushBrowser) => received.map(({ message: { title, body } }) => [title, body])

it('a message is opened as RFC 8291 says, by its own example', () => {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(Buffer.from('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94', 'base64url'))
  const body =
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN'
  const auth = Buffer.from('BTBZMqHH6r4Tts7J_aSIgg', 'base64url')
  expect(openSealed(Buffer.from(body, 'base64url'), pair, auth)).toBe(
    'When I grow up, I want to be a watermelon',
  )
})

it('of a new report goes to those who moderate, unless they have read of it', async () => {
  const [moderator, reader, reporter, reported] = [
    await newcomer(),
    await newcomer(),
    await newcomer(),
    await newcomer(),
  ]
  for (const one of [moderator, reader]) await makeModerator(app.database, one.uid)
  const [browser, other] = [await subscribe(moderator), await subscribe(reader)]
  await reporter.post('/api/reports', { subject: { kind: 'member', id: reported.uid }, reason: 'spam' })
  await reader.post('/api/notifications/read', { upTo: new Date(Date.now() + 60_000).toISOString() })
  await settled()
  expect(textsOf(browser)).toEqual([['Nuove segnalazioni da esaminare', '']])
  expect(browser.received[0]?.message.path).toBe('/app/moderazione')
  expect(textsOf(other)).toEqual([])
})

describe('a device', () => {
  it('is subscribed by its session, and shown as one with pushes until that ends', async () => {
    const member = await newcomer()
    const hasPush = async () =>
      (await member.read<{ sessions: Device[] }>('/api/account/sessions')).sessions.map((one) => one.hasPush)
    expect(await hasPush()).toEqual([false])
    expect(await refusalOf(await member.post('/api/push/test'))).toEqual([
      404,
      'notifications.no_subscription',
    ])
    const browser = await subscribe(member)
    expect(await hasPush()).toEqual([true])
    expect((await member.post('/api/push/test')).status).toBe(204)
    await waitUntil(() => browser.received.length > 0)
    expect(textsOf(browser)).toEqual([['Le notifiche funzionano.', '']])
    for (const _ of [1, 2]) expect((await member.delete(path)).status).toBe(204)
    expect(await hasPush()).toEqual([false])
    await subscribe(member)
    await member.post('/api/auth/logout')
    const { rows } = await sql`
      select from push_subscriptions join sessions on sessions.id = session_id where user_id = ${member.uid}`.execute(
      app.database,
    )
    expect(rows).toEqual([])
  })

  it('moves with its address to another member, and of one member there are ten', async () => {
    const [one, other] = [await newcomer(), await newcomer()]
    const browser = await subscribe(one)
    await subscribe(other, browser)
    expect((await one.post('/api/push/test')).status).toBe(404)
    const devices = await Promise.all(Array.from({ length: 12 }, () => signIn(other)))
    const answers = await Promise.all(
      devices.map((device) => device.put(path, service.createBrowser().subscription)),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(9).fill(204), 409, 409, 409])
    const full = answers.find(({ status }) => status === 409)
    expect(full && (await refusalOf(full))).toEqual([409, 'notifications.push_full'])
    // In the place of its own there is room.
    await subscribe(other)
  })

  it('has a push service, and keys that are some', async () => {
    const member = await usual.as('anna')
    const { keys } = service.createBrowser().subscription
    for (const endpoint of [
      service.createBrowser().subscription.endpoint,
      'https://169.254.169.254/latest',
      'https://x/?.push.apple.com',
      'kein URL',
    ])
      expect(await refusalOf(await member.put(path, { endpoint, keys }))).toEqual([
        422,
        'notifications.push_service_refused',
      ])
    const endpoint = 'https://fcm.googleapis.com/fcm/send/abc'
    const offCurve = Buffer.concat([Buffer.of(4), Buffer.alloc(64, 7)]).toString('base64url')
    for (const wrong of [
      { ...keys, auth: 'kurz' },
      { ...keys, p256dh: keys.auth },
      { ...keys, p256dh: offCurve },
      { ...keys, p256dh: 'no base64' },
      { auth: keys.auth },
    ])
      expect((await member.put(path, { endpoint, keys: wrong })).status).toBe(400)
    const { rows } = await sql`select from push_subscriptions`.execute(usual.database)
    expect(rows).toEqual([])
    expect((await member.put(path, { endpoint, keys })).status).toBe(204)
  })
})

describe('a message that is not read within three seconds', () => {
  it('is pushed once, sealed, under the name of the instance, however many processes there are', async () => {
    const another = await app.startAnother()
    const { reader, writer, conversationId, browser } = await friends()
    const begun = performance.now()
    await sendMessage(writer, conversationId, 'ci vediamo **alle otto**')
    await waitUntil(() => browser.received.length > 0)
    await settled()
    const [push, ...more] = browser.received
    expect(more).toEqual([])
    expect((push?.receivedAt ?? 0) - begun).toBeGreaterThan(2900)
    expect(push?.message).toEqual({
      title: writer.name,
      body: 'ci vediamo alle otto',
      path: `/app/chat/${conversationId}`,
      tag: push?.headers.topic,
      about: conversationId,
      unread: [push?.headers.topic],
    })
    expect(push?.headers).toMatchObject({
      ttl: '86400',
      urgency: 'high',
      topic: expect.stringMatching(/^[\w-]{1,32}$/),
      'content-encoding': 'aes128gcm',
    })
    expect(push?.body.includes('otto')).toBe(false)
    const [, token = '', key = ''] = /^vapid t=(.+), k=(.+)$/.exec(push?.headers.authorization ?? '') ?? []
    const { publicKey } = await reader.read<{ publicKey: string }>('/api/push/key')
    expect(key).toBe(publicKey)
    const atAnother = await signIn(writer, another)
    expect(await atAnother.read('/api/push/key')).toEqual({ publicKey })
    const point = Buffer.from(key, 'base64url')
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
    const jwks = createLocalJWKSet({ keys: [{ kty: 'EC', crv: 'P-256', x, y } as never] })
    const { payload } = await jwtVerify(token, jwks, { audience: service.origin, algorithms: ['ES256'] })
    expect((payload.exp ?? 0) - Date.now() / 1000).toBeLessThan(24 * 3600)
    expect(payload.sub).toMatch(/^(https?|mailto):/)
  })

  it('of several says how many, in the place of the first, ten seconds apart', async () => {
    const { writer, conversationId, browser } = await friends()
    for (const text of ['uno', 'due']) await sendMessage(writer, conversationId, text)
    await settled()
    expect(textsOf(browser)).toEqual([[writer.name, '2 nuovi messaggi']])
    await sendMessage(writer, conversationId, 'tre')
    const { rows } = await sql<{ wait: number }>`
      select extract(epoch from due_at - sent_at)::float as wait from pushes
      where subject = ${conversationId}`.execute(app.database)
    expect(rows[0]?.wait).toBeCloseTo(10, 1)
    await settled()
    expect(textsOf(browser).at(-1)).toEqual([writer.name, '3 nuovi messaggi'])
    const topics = new Set(browser.received.map(({ headers, message }) => `${headers.topic} ${message.tag}`))
    expect(topics.size).toBe(1)
  })

  it('is none once it is read, nor for its author or a member without a device', async () => {
    const { reader, writer, conversationId, browser } = await friends()
    const own = await subscribe(writer)
    await sendMessage(writer, conversationId, 'ciao')
    expect((await reader.post(`/api/chat/${conversationId}/read`, { sequence: 1 })).status).toBe(204)
    await settled()
    expect([browser.received, own.received]).toEqual([[], []])
  })

  it('is none across a block, of a kind that is off, or after the session ended', async () => {
    const blocked = await friends()
    await sendMessage(blocked.writer, blocked.conversationId, 'ciao')
    await blocked.reader.put(`/api/blocks/${blocked.writer.uid}`)
    const off = await friends()
    await off.reader.put('/api/notifications/settings', { switches: { chat: false } })
    await sendMessage(off.writer, off.conversationId, 'ciao')
    const gone = await friends()
    await sendMessage(gone.writer, gone.conversationId, 'ciao')
    await gone.reader.post('/api/auth/logout')
    const quiet = await friends()
    await quiet.reader.put('/api/notifications/settings', { showText: false })
    await sendMessage(quiet.writer, quiet.conversationId, 'un segreto')
    await settled()
    for (const { browser } of [blocked, off, gone]) expect(browser.received).toEqual([])
    expect(textsOf(quiet.browser)).toEqual([[quiet.writer.name, 'Ti ha scritto.']])
  })

  it('of a member who logs out at that instant is stored all the same', async () => {
    const { reader, writer, conversationId } = await friends()
    for (let round = 0; round < 5; round += 1) {
      const device = await signIn(reader)
      await subscribe(device)
      const answers = await Promise.all([
        ...['a', 'b', 'c'].map((text) => sendMessage(writer, conversationId, text)),
        device.post('/api/auth/logout'),
      ])
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, expect.any(Number)])
    }
    expect(
      (await reader.read<{ messages: unknown[] }>(`/api/chat/${conversationId}/messages`)).messages,
    ).toHaveLength(15)
    await settled()
  })
})

it('a mention in a room, a request for friendship and its acceptance are pushed', async () => {
  const [one, other] = [await newcomer(), await newcomer()]
  const [browser, others] = [await subscribe(one), await subscribe(other)]
  await other.post('/api/friends/requests', { uid: one.uid })
  await settled()
  expect(textsOf(browser)).toEqual([['Nuova richiesta di amicizia', other.name]])
  expect(browser.received[0]?.headers.urgency).toBe('normal')
  await one.post(`/api/friends/requests/${other.uid}/accept`)
  await settled()
  expect(textsOf(others)).toEqual([['Richiesta accettata', one.name]])
  await sendMessage(other, 'generale', `senti <@${one.uid}>`)
  await settled()
  expect(textsOf(browser).at(-1)).toEqual([`${other.name} in Chat Generale`, `senti @${one.name}`])
  // The request was answered: its tag is no unread one.
  expect(browser.received.at(-1)?.message.unread).toEqual([browser.received.at(-1)?.message.tag])
  for (const off of [{ switches: { friendship: false } }, { push: { friendship: false } }]) {
    await one.put('/api/notifications/settings', { switches: { friendship: true }, ...off })
    await (await newcomer()).post('/api/friends/requests', { uid: one.uid })
    await settled()
    expect(browser.received).toHaveLength(2)
  }
})

it('a mention in a room by subject is pushed with its name, and leads there, also who is not in it', async () => {
  const [one, other] = [await newcomer(), await newcomer()]
  const browser = await subscribe(one)
  const slug = await makeRoom(app.database, { name: 'Web e <b>altro</b>' })
  await other.put(`/api/rooms/${slug}/membership`)
  await sendMessage(other, roomId(slug), `senti <@${one.uid}>`)
  await settled()
  expect(browser.received.map(({ message }) => message)).toMatchObject([
    {
      title: `${other.name} in Web e <b>altro</b>`,
      body: `senti @${one.name}`,
      path: `/app/stanze/${slug}?messaggio=1`,
    },
  ])
})

describe('of a team', () => {
  /** Two members of one, the second of whom has a browser. */
  async function team() {
    const [captain, member] = [await newcomer(), await newcomer()]
    const draft = { presentation: '', maximum: 5, skills: [], isLooking: true, ctftimeId: '' }
    const answer = await captain.post('/api/teams', { ...draft, name: `Volpi di ${captain.name}` })
    const { id, conversationId, name } = (await answer.json()) as Team
    const browser = await subscribe(member)
    await captain.put(`/api/teams/${id}/invited/${member.uid}`)
    return { captain, member, browser, id, conversationId, name }
  }

  it('a line is pushed as of the kind events, and leads to its page', async () => {
    const { captain, browser, id, name } = await team()
    await settled()
    expect(textsOf(browser)).toEqual([[name, `${captain.name} ti invita nella squadra "${name}".`]])
    expect(browser.received[0]?.message).toMatchObject({ path: `/app/squadre/${id}`, about: id })
  })

  it('each message is pushed to who has not read it, but for its author, and for who is in it no more', async () => {
    const { captain, member, browser, id, conversationId, name } = await team()
    await member.put('/api/notifications/settings', { switches: { events: false } })
    await member.post(`/api/teams/${id}/invited/accept`)
    const own = await subscribe(captain)
    await sendMessage(captain, conversationId, 'a che ora?')
    await settled()
    expect(textsOf(browser)).toEqual([[`${captain.name} in ${name}`, 'a che ora?']])
    expect(browser.received[0]?.message.path).toBe(`/app/squadre/${id}/chat`)
    await sendMessage(captain, conversationId, 'alle nove?')
    await member.post(`/api/chat/${conversationId}/read`, { sequence: 2 })
    await settled()
    await sendMessage(captain, conversationId, 'ci sei?')
    await captain.delete(`/api/teams/${id}/members/${member.uid}`)
    await settled()
    expect(browser.received).toHaveLength(1)
    expect(textsOf(own)).toEqual([])
  })

  it('a member who mutes it gets pushes of mentions and replies alone', async () => {
    const { captain, member, browser, id, conversationId, name } = await team()
    await member.put('/api/notifications/settings', { switches: { events: false } })
    await member.post(`/api/teams/${id}/invited/accept`)
    expect((await member.put(`/api/chat/${conversationId}/mute`, { until: 'always' })).status).toBe(204)
    await sendMessage(captain, conversationId, 'per tutti')
    await settled()
    expect(textsOf(browser)).toEqual([])
    await sendMessage(captain, conversationId, `<@${member.uid}> vieni?`)
    await sendMessage(captain, conversationId, 'ancora per tutti')
    await settled()
    expect(textsOf(browser)).toEqual([[`${captain.name} in ${name}`, `@${member.name} vieni?`]])
  })
})

describe('a push service', () => {
  it.each([404, 410])('that answers %i has no such device any more', async (status) => {
    const { writer, reader, conversationId, browser } = await friends()
    browser.answers.push({ status })
    await sendMessage(writer, conversationId, 'ciao')
    await settled()
    expect((await reader.post('/api/push/test')).status).toBe(404)
  })

  it('that is busy is asked twice more, when it says or after 10 and 60 seconds, and given up', async () => {
    const { writer, conversationId, browser } = await friends()
    const wait = async () => {
      const { rows } = await sql<{ wait: number | null }>`
        select extract(epoch from due_at - clock_timestamp())::float as wait from pushes
        where subject = ${conversationId} and due_at > now() + interval '5 seconds' and tries > 0`.execute(
        app.database,
      )
      return rows[0]?.wait
    }
    /** The lease of a push that is on its way is 30 seconds. */
    const waits = async (tries: number) => {
      await waitUntil(() => browser.received.length === tries)
      return await waitUntil(async () => {
        const seconds = await wait()
        return seconds !== undefined && seconds !== null && Math.abs(seconds - 30) > 5 ? seconds : null
      })
    }
    const again = () =>
      sql`update pushes set due_at = now() where subject = ${conversationId}`.execute(app.database)
    browser.answers.push({ status: 503 }, { status: 429, headers: { 'retry-after': '120' } }, { status: 500 })
    await sendMessage(writer, conversationId, 'ciao')
    await hurry()
    expect(await waits(1)).toBeLessThanOrEqual(10)
    await again()
    expect(await waits(2)).toBeGreaterThan(60)
    await again()
    await waitUntil(() => browser.received.length === 3)
    await settled()
    expect(browser.received).toHaveLength(3)
  })

  it('is not followed elsewhere, and an address that is none any more is not asked', async () => {
    const { writer, reader, conversationId, browser } = await friends()
    const elsewhere = service.createBrowser()
    browser.answers.push({ status: 307, headers: { location: elsewhere.subscription.endpoint } })
    await sendMessage(writer, conversationId, 'ciao')
    await settled()
    expect([browser.received.length, elsewhere.received.length]).toEqual([1, 0])
    await sql`
      update push_subscriptions set endpoint = replace(endpoint, '127.0.0.1', 'localhost')
      where endpoint = ${browser.subscription.endpoint}`.execute(app.database)
    await reader.post('/api/push/test')
    await settled()
    expect(browser.received).toHaveLength(1)
  })
})

it('pushes that a killed process had taken are sent by another', async () => {
  const { writer, conversationId, browser } = await friends()
  await sendMessage(writer, conversationId, 'ciao')
  // As a process leaves it that took it and was killed before it sent it.
  await sql`
    update pushes set tries = 1, due_at = now() + interval '1 second' where subject = ${conversationId}`.execute(
    app.database,
  )
  await waitUntil(() => browser.received.length > 0)
  await settled()
  expect(browser.received).toHaveLength(1)
})

describe('of an event', () => {
  it('an act of the organizers is pushed to those who take part, with the line that the list shows', async () => {
    const [owner, guest, stranger] = [await newcomer(), await newcomer(), await newcomer()]
    const [own, browser, foreign] = [
      await subscribe(owner),
      await subscribe(guest),
      await subscribe(stranger),
    ]
    const event = await createEvent(owner, { title: 'Notte' })
    await guest.put(`/api/events/${event.id}/participation`)
    await owner.post(`/api/events/${event.id}/updates`, {
      clientId: crypto.randomUUID(),
      text: 'portate acqua',
    })
    await waitUntil(() => browser.received.length > 0)
    await settled()
    expect(textsOf(browser)).toEqual([['Notte', `${owner.name} su "Notte": portate acqua`]])
    const [push] = browser.received
    expect(push?.message.path).toBe(`/app/eventi/${event.id}`)
    const life = (Date.parse(event.dateTime) - Date.now()) / 1000
    expect(Math.abs(Number(push?.headers.ttl) - life)).toBeLessThan(60)
    expect([own.received, foreign.received]).toEqual([[], []])

    // Read, and of members who see no texts.
    await guest.post('/api/notifications/read', { eventId: event.id })
    await guest.put('/api/notifications/settings', { showText: false })
    await owner.post(`/api/events/${event.id}/cancel`, { version: event.version ?? 0, reason: 'piove' })
    await waitUntil(async () => {
      await hurry()
      return browser.received.length > 1
    })
    await settled()
    expect(textsOf(browser).at(-1)).toEqual(['Notte', 'Annullato "Notte".'])
  })

  it('a member gets a push for a notice of their own, unless their switch for events is off', async () => {
    const [owner, added] = [await newcomer(), await newcomer()]
    await befriend(owner, added)
    const browser = await subscribe(added)
    const event = await createEvent(owner, { title: 'Notte' })
    expect((await owner.put(`/api/events/${event.id}/organizers/${added.uid}`)).status).toBe(204)
    await settled()
    expect(textsOf(browser)).toEqual([
      ['Notte', `${owner.name} ti ha aggiunto tra gli organizzatori di "Notte".`],
    ])
    await added.put('/api/notifications/settings', { switches: { events: false } })
    expect((await owner.put(`/api/events/${event.id}/owner`, { uid: added.uid })).status).toBe(204)
    await settled()
    expect(browser.received).toHaveLength(1)
  })
})

describe('in quiet hours', () => {
  const settings = '/api/notifications/settings'
  /** 'hh:mm' in UTC, so many minutes from now. */
  const clock = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString().slice(11, 16)
  const quiet = async (member: Member, changes = {}) => {
    const quietHours = { isOn: true, from: clock(-60), to: clock(120), ...changes }
    expect((await member.put(settings, { quietHours, zone: 'UTC' })).status).toBe(200)
  }
  /** Milliseconds until each push of a subject is due. */
  const waits = async (subject: string) => {
    const { rows } = await sql<{ dueAt: Date }>`
      select due_at as "dueAt" from pushes where subject = ${subject} and due_at is not null and tries = 0`.execute(
      app.database,
    )
    return rows.map(({ dueAt }) => dueAt.getTime() - Date.now())
  }
  const suspended = async (subject: string) => {
    await hurry()
    return await waitUntil(async () => {
      const [wait = 0, ...more] = await waits(subject)
      return more.length === 0 && wait > 60_000 && wait
    })
  }

  it('nothing is pushed; unread messages are, once for each chat, when they end', async () => {
    const { reader, writer, conversationId, browser } = await friends()
    await quiet(reader)
    for (const text of ['uno', 'due']) {
      await sendMessage(writer, conversationId, text)
      const wait = await suspended(conversationId)
      expect(wait).toBeGreaterThan(118 * 60_000)
      expect(wait).toBeLessThan(121 * 60_000)
    }
    await reader.post('/api/push/test')
    await waitUntil(() => browser.received.length > 0)
    expect(textsOf(browser)).toEqual([['Le notifiche funzionano.', '']])
    // As if they ended.
    await sql`update notification_settings set quiet_to = ${clock(-1)} where user_id = ${reader.uid}`.execute(
      app.database,
    )
    await settled()
    expect(textsOf(browser).slice(1)).toEqual([[writer.name, '2 nuovi messaggi']])
  })

  it.each<[what: string, change: object]>([
    ['turned off', { isOn: false }],
    ['moved away', { from: clock(120), to: clock(180) }],
  ])('that are %s, waiting pushes are sent at once', async (_, change) => {
    const { reader, writer, conversationId, browser } = await friends()
    await quiet(reader)
    await sendMessage(writer, conversationId, 'uno')
    await suspended(conversationId)
    await quiet(reader, change)
    await waitUntil(() => browser.received.length > 0)
    expect(textsOf(browser)).toEqual([[writer.name, 'uno']])
  })
})
