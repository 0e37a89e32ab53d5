import { randomUUID } from 'node:crypto'
import { figure } from '@covo/testing/figure'
import { createEvent } from '@covo/testing/member-actions'
import type { Visitor } from '@covo/testing/visitor'
import { describe, expect, it } from 'vitest'
import { runTestApp } from '../test-app.ts'
import { rawHead, sendRaw } from './raw-http.ts'
import { samplePushSubscription } from './routes.ts'

const limit = 4
const few = { points: limit, seconds: 3600 }
const plenty = { points: 1_000_000, seconds: 3600 }

const app = runTestApp({
  limits: {
    wrongPasswordsPerAccountAndAddress: few,
    signInsPerAddress: few,
    registrationsPerAddress: few,
    resetMailsPerRecipient: few,
    resetMailsPerAddress: few,
    resetMailsPerMember: few,
    verificationMails: few,
    emailChanges: few,
    exports: few,
    linksTriedPerAddress: few,
    friendRequests: few,
    userSearches: few,
    eventsCreated: few,
    participationChanges: few,
    eventEdits: few,
    ctftimeLookups: few,
    feedsMade: few,
    tokensMade: few,
    botsMade: few,
    profilesSaved: few,
    profileViews: few,
    privacyChanges: few,
    notificationChanges: few,
    pushSubscriptions: few,
    pushTests: few,
    messageBurst: few,
    messagesSustained: plenty,
  },
})

const password = 'Tana-rossa1'
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

type Limited = {
  method?: string
  path: string
  /** Of the attempt with this number. */
  body?: (index: number) => unknown
  query?: string
  /** The status of an attempt within the limit. */
  allowed: number
  /** The text of that answer, where others have its status. */
  saying?: string
  /** The client that attempts, and another that must not be limited by it. */
  attacker: () => Promise<Caller>
  victim: () => Promise<Caller>
}

type Caller = { visitor: Visitor; address: string }

const twoAddresses = (first: number) => ({
  attacker: async () => ({ visitor: app.visit(), address: `127.0.1.${first}` }),
  victim: async () => ({ visitor: app.visit(), address: `127.0.1.${first + 1}` }),
})
const twoMembers = {
  attacker: async () => ({ visitor: await app.as('anna'), address: '127.0.1.50' }),
  victim: async () => ({ visitor: await app.as('bruno'), address: '127.0.1.51' }),
}

const limited: Record<string, Limited> = {
  'wrong passwords for one account': {
    path: '/api/auth/login',
    body: () => ({ email: 'presa@esempio.it', password: 'indovinata' }),
    allowed: 401,
    ...twoAddresses(10),
  },
  'sign-ins for many accounts': {
    path: '/api/auth/login',
    body: (index) => ({ email: `una${index}@esempio.it`, password: 'indovinata' }),
    allowed: 401,
    ...twoAddresses(20),
  },
  registrations: {
    path: '/api/auth/register',
    body: (index) => ({
      email: `nuova${index}@esempio.it`,
      username: '',
      password,
      passwordConfirmation: password,
    }),
    allowed: 201,
    ...twoAddresses(30),
  },
  'reset mails': {
    path: '/api/auth/reset-mail',
    body: (index) => ({ email: `smemorata${index}@esempio.it` }),
    allowed: 204,
    ...twoAddresses(40),
  },
  'mails to oneself': { path: '/api/settings/password-reset', allowed: 200, ...twoMembers },
  'mails that confirm an address': {
    path: '/api/account/verification-mail',
    allowed: 204,
    ...twoMembers,
  },
  'changes of the address': {
    path: '/api/account/email',
    body: () => ({ email: `${randomUUID()}@esempio.it` }),
    allowed: 202,
    ...twoMembers,
  },
  'archives of own data': { path: '/api/account/export', allowed: 202, ...twoMembers },
  'tokens of links': {
    path: '/api/account/email/confirm',
    body: (index) => ({ token: `inventato${index}` }),
    allowed: 410,
    ...twoAddresses(60),
  },
  'tokens of appeals': {
    path: '/api/appeals/statement',
    body: (index) => ({ token: `inventato${index}` }),
    allowed: 410,
    ...twoAddresses(64),
  },
  'friend requests': {
    path: '/api/friends/requests',
    body: () => ({ uid: randomUUID() }),
    allowed: 404,
    saying: 'friends.member_not_found',
    ...twoMembers,
  },
  'searches for people': {
    method: 'GET',
    path: '/api/friends/search',
    query: '?query=nessuna',
    allowed: 200,
    saying: '"people"',
    ...twoMembers,
  },
  events: {
    path: '/api/events',
    body: () => ({
      title: 'Notte delle Bandiere',
      description: 'Ventiquattro ore di sfide.',
      dateTime: inHours(24),
      deadline: inHours(48),
      link: 'https://ctf.esempio.it/notte',
      category: 'ctf',
      duration: '24 ore',
    }),
    allowed: 201,
    ...twoMembers,
  },
  'changes of participation': {
    method: 'PUT',
    path: `/api/events/${randomUUID()}/participation`,
    allowed: 404,
    saying: 'events.not_found',
    ...twoMembers,
  },
  'changes of events': {
    method: 'PATCH',
    path: `/api/events/${randomUUID()}`,
    body: () => ({ version: 0 }),
    allowed: 404,
    saying: 'events.not_found',
    ...twoMembers,
  },
  'look-ups at CTFtime': {
    path: '/api/events/ctftime',
    body: () => ({ link: 'https://ctftime.org/event/2345' }),
    allowed: 200,
    saying: 'eventId',
    ...twoMembers,
    attacker: async () => {
      const attacker = await twoMembers.attacker()
      await createEvent(await app.as('carla'), { ctftimeId: '2345' })
      return attacker
    },
  },
  'tokens made': {
    path: '/api/tokens',
    body: () => ({ name: 'Bot', scopes: ['chat:read'], expiresInDays: 30 }),
    allowed: 201,
    ...twoMembers,
  },
  'bots made': {
    path: '/api/bots',
    body: () => ({ name: 'Utente eliminato', scopes: ['chat:read'], expiresInDays: 30 }),
    allowed: 409,
    ...twoMembers,
  },
  'addresses of the calendar': { path: '/api/events/feed', allowed: 200, ...twoMembers },
  'saved profiles': {
    method: 'PATCH',
    path: '/api/profiles/me',
    body: (index) => ({ displayName: `Salvata ${index}` }),
    allowed: 200,
    ...twoMembers,
  },
  'changes of what others see': {
    method: 'PUT',
    path: '/api/settings/privacy',
    body: (index) => ({ showTyping: index % 2 === 0 }),
    allowed: 200,
    ...twoMembers,
  },
  'changes of notification settings': {
    method: 'PUT',
    path: '/api/notifications/settings',
    body: (index) => ({ reminders: index % 2 === 0 }),
    allowed: 200,
    ...twoMembers,
  },
  'tests of pushes': {
    path: '/api/push/test',
    body: () => ({}),
    allowed: 404,
    saying: 'notifications.no_subscription',
    ...twoMembers,
  },
  'devices with pushes': {
    method: 'PUT',
    path: '/api/push/subscription',
    body: samplePushSubscription,
    allowed: 204,
    ...twoMembers,
  },
  'views of profiles': {
    method: 'GET',
    path: `/api/profiles/${randomUUID()}`,
    allowed: 404,
    saying: 'profiles.not_found',
    ...twoMembers,
  },
  messages: {
    path: '/api/chat/generale/messages',
    body: () => ({ clientId: randomUUID(), text: 'svelta' }),
    allowed: 201,
    ...twoMembers,
  },
}

/** Headers and spellings of a client that wants to be counted as another at each attempt (CVE-2026-16732, -30827, -45364). */
function spoofedHeaders(index: number): Record<string, string> {
  const address = [
    `203.0.113.${index}`,
    `::ffff:203.0.113.${index}`,
    `2001:db8:${index}::1`,
    `"[2001:db8:1:2::${index}]:4711"`,
  ][index % 4] as string
  const names = [
    'x-forwarded-for',
    'forwarded',
    'x-real-ip',
    'cf-connecting-ip',
    'true-client-ip',
    'x-client-ip',
    'x-cluster-client-ip',
    'fastly-client-ip',
    'via',
  ]
  return Object.fromEntries(names.map((name) => [name, name === 'forwarded' ? `for=${address}` : address]))
}

/** Other ways to write a path, under which a counter that goes by paths would not know it (GHSA-x732-6j76-qmhm). */
function spellingsOf(path: string): string[] {
  const last = path.slice(path.lastIndexOf('/') + 1)
  const encoded = `%${last.charCodeAt(0).toString(16)}${last.slice(1)}`
  return [
    `/${path}`,
    path.replace('/api/', '/api//'),
    path.replace('/api/', '/API/'),
    path.toUpperCase(),
    `${path}/`,
    `${path}//`,
    path.replace(last, encoded),
    path.replace('/api/', '/%61pi/'),
    path.replace('/api/', '/api%2f'),
    path.replace('/api/', '/api/./'),
    path.replace('/api/', '/x/../api/'),
    `${path};v=1`,
    `${path}?`,
    `${path}#x`,
  ]
}

/** Past any client, which would mend the spelling of the path. */
async function attempt(
  { method = 'POST', body, query = '', allowed, saying = '' }: Limited,
  { visitor, address }: Caller,
  path: string,
  index: number,
): Promise<'allowed' | 'limited' | number> {
  const text = body ? JSON.stringify(body(index)) : ''
  const headers = {
    ...spoofedHeaders(index),
    cookie: visitor.cookie(),
    ...(text && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }),
  }
  const head = rawHead(app.origin, method, `${path}${query}`, Object.entries(headers))
  const answer = await sendRaw(app.origin, head + text, { from: address })
  if (answer.status === 429) return 'limited'
  return answer.status === allowed && answer.text.includes(saying) ? 'allowed' : answer.status
}

describe.each(Object.entries(limited))('%s', (name, route) => {
  it('are counted exactly, whatever headers and spellings they come with, and for this client alone (S-19)', async () => {
    const attacker = await route.attacker()
    const plain = Array.from({ length: 3 * limit }, (_, index) => attempt(route, attacker, route.path, index))
    const spelled = spellingsOf(route.path).map((path, index) =>
      attempt(route, attacker, path, 3 * limit + index),
    )
    const results = await Promise.all([...plain, ...spelled])
    const allowed = results.filter((result) => result === 'allowed').length
    figure('S-19', `${name}: ${allowed} of ${results.length} let through, the limit is ${limit}`)
    expect(allowed).toBe(limit)
    expect(await attempt(route, attacker, route.path, 0)).toBe('limited')
    expect(await attempt(route, await route.victim(), route.path, results.length)).toBe('allowed')
  })
})

describe('behind a trusted proxy', () => {
  const proxied = runTestApp({
    limits: { resetMailsPerAddress: few },
    trustedProxies: '127.0.0.0/24, 10.0.0.0/8',
  })

  /** How many of such requests are let through, of which each names a client by `forwardedFor(index)`. */
  async function letThrough(
    count: number,
    forwardedFor: (index: number) => string,
    peer?: string,
  ): Promise<number> {
    const proxy = proxied.visit(peer)
    const statuses = await Promise.all(
      Array.from({ length: count }, async (_, index) => {
        const answer = await proxy.post(
          '/api/auth/reset-mail',
          { email: `${randomUUID()}@esempio.it` },
          { 'x-forwarded-for': forwardedFor(index), forwarded: `for=192.0.2.${index % 250}` },
        )
        return answer.status
      }),
    )
    return statuses.filter((status) => status === 204).length
  }

  it('counts the client that the proxy names', async () => {
    expect(await letThrough(20, (index) => `198.51.100.${index}`)).toBe(20)
    expect(await letThrough(10, () => '198.51.100.100')).toBe(limit)
    expect(await letThrough(10, () => '198.51.100.101')).toBe(limit)
  })

  it.each([
    ['a thousand addresses of one /64', 1000, (index: number) => `2001:db8:1:2::${index.toString(16)}`],
    [
      'IPv4 and its mapped forms',
      60,
      (index: number) => ['192.0.2.1', '::ffff:192.0.2.1', '::ffff:c000:201'][index % 3] ?? '',
    ],
    ['ports', 20, (index: number) => `192.0.2.2:${index + 1}`],
    ['IPv6 with ports', 20, (index: number) => `[2001:db8:3::1]:${index + 1}`],
    ['invented hops before the named one', 20, (index: number) => `203.0.113.${index}, 192.0.2.3`],
    [
      'invented hops that look like proxies',
      20,
      (index: number) => `203.0.113.${index}, 10.0.0.1, 192.0.2.4, 10.0.0.2`,
    ],
    ['hops without an address', 20, (index: number) => `203.0.113.${index}, unknown, 127.0.0.7`],
  ])('counts %s as one (S-19)', async (what, count, forwardedFor) => {
    const allowed = await letThrough(count, forwardedFor)
    figure(
      'S-19',
      `${what} behind a trusted proxy: ${allowed} of ${count} let through, the limit is ${limit}`,
    )
    expect(allowed).toBe(limit)
  })

  it('believes no header of anybody else (S-19)', async () => {
    expect(await letThrough(20, (index) => `198.51.100.${200 + index}`, '127.0.2.1')).toBe(limit)
  })
})
