import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { eventForm } from '@covo/testing/event-form'
import { figure } from '@covo/testing/figure'
import type { LiveClient } from '@covo/testing/live'
import { readMails, tokenIn } from '@covo/testing/outbox'
import { type Member, register, type Visitor } from '@covo/testing/visitor'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { runTestApp } from '../test-app.ts'
import { samplePushSubscription } from './routes.ts'

const app = runTestApp()

/** The members who do something; 45 more are there to be found. */
const names = ['padrona', 'amica', 'partecipante', 'richiedente', 'estranea'] as const
type Name = (typeof names)[number]
const password = 'Tana-rossa1'

/** A value of one member. One for `owner` is seen by nobody else, one for `nobody` not even by the member. */
type Canary = { of: string; kind: string; value: string; for: 'owner' | 'nobody' }
/** An answer or a frame: its receiver, its place and all of its bytes as text. */
type Received = { by: string; at: string; text: string }

let members: Record<Name, Member>
const canaries: Canary[] = []
const received: Received[] = []
const tabs: { by: string; tab: LiveClient }[] = []
let conversationId: string
let eventId: string
const photoId = randomUUID()

async function call(by: Visitor, as: string, method: string, path: string, body?: unknown, at = path) {
  const answer = await by.fetch(path, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const content = await answer.text()
  // The session's own cookie is the one secret that must be handed over, to its member alone.
  const headers = [...answer.headers].filter(([name]) => name !== 'set-cookie')
  received.push({ by: as, at: `${method} ${at}`, text: `${JSON.stringify(headers)}\n${content}` })
  const cookies = answer.headers.getSetCookie()
  for (const cookie of cookies)
    if (!/^covo\.session_token=/.test(cookie)) received.push({ by: as, at: `${method} ${at}`, text: cookie })
  return { status: answer.status, content, cookies }
}

beforeAll(async () => {
  const registered = await Promise.all(
    names.map((name) => register(app.origin, { name, email: `posta-${name}@canarino.it`, password })),
  )
  members = Object.fromEntries(names.map((name, index) => [name, registered[index]])) as Record<Name, Member>
  await sql`
    insert into users (display_name, email)
    select 'comparsa ' || n, 'posta-comparsa' || n || '@canarino.it' from generate_series(1, 45) n`.execute(
    app.database,
  )
  // Every column that holds something of a member and is not meant for all.
  await sql`
    update users set phone = 'telefono-' || id, city = 'citta-' || id, profession = 'mestiere-' || id, bio = 'bio-' || id,
      birth_date = date '1911-01-01' + (row_number - 1)::int
    from (select id as numbered, row_number() over (order by id) from users) n where id = numbered`.execute(
    app.database,
  )
  await sql`
    insert into accounts (user_id, account_id, provider_id, access_token, refresh_token, id_token, password)
    select id, 'conto-' || id, 'external', 'accesso-' || id, 'rinnovo-' || id, 'identita-' || id, 'impronta-' || id from users`.execute(
    app.database,
  )
  await sql`update sessions set ip_address = '2001:db8::' || user_id, user_agent = 'navigatore-' || user_id`.execute(
    app.database,
  )
  await sql`
    insert into sessions (token, user_id, expires_at)
    select 'sessione-' || id, id, now() + interval '1 day' from users`.execute(app.database)
  await sql`
    insert into verifications (identifier, value, expires_at)
    select 'reset-password:rimessa-' || id, id, now() + interval '1 day' from users`.execute(app.database)
  await sql`insert into photos (id, user_id, small, large) values (${photoId}, ${members.padrona.uid}, 'foto', 'foto')`.execute(
    app.database,
  )
  await befriend('padrona', 'amica')
})

async function befriend(one: Name, other: Name): Promise<void> {
  const ask = (by: Name, uid: string) => call(members[by], by, 'POST', '/api/friends/requests', { uid })
  await ask(one, members[other].uid)
  await ask(other, members[one].uid)
}

/** Read at the end, so that what came about meanwhile is among them. */
async function collectCanaries(): Promise<void> {
  const { rows } = await sql<{ of: string; kind: string; value: string; secret: boolean }>`
    select id as of, kind, value, secret from users, lateral (values
      ('email', email, false), ('phone', phone, false), ('city', city, false), ('profession', profession, false),
      ('bio', bio, false), ('birth date', birth_date::text, false)
    ) own (kind, value, secret)
    union all select user_id, kind, value, true from accounts, lateral (values
      ('password hash', password), ('account', id::text), ('access token', access_token), ('refresh token', refresh_token),
      ('id token', id_token), ('account at the provider', nullif(account_id, user_id::text))
    ) own (kind, value)
    union all select user_id, kind, value, true from sessions, lateral (values
      ('session token', token), ('session', id::text), ('address', nullif(ip_address, '')), ('browser', nullif(user_agent, ''))
    ) own (kind, value)
    union all select value::uuid, 'reset token', replace(identifier, 'reset-password:', ''), true from verifications
    where identifier like 'reset-password:%'
    union all select user_id, 'link', token_hash, true from mail_links
    union all select user_id, kind, value, kind = 'token hash' from tokens, lateral (values ('token hash', token_hash), ('token', id::text)) own (kind, value)
    union all select user_id, 'calendar', id::text, false from calendar_feeds
  `.execute(app.database)
  // The loopback address of this very machine is no canary.
  for (const { of, kind, value, secret } of rows)
    if (value && !/^(127\.|::|localhost)/.test(value))
      canaries.push({ of, kind, value, for: secret ? 'nobody' : 'owner' })
}

type Scene = Record<'self' | 'owner' | 'pending' | 'eventId' | 'conversationId', string>
type Call = { path?: (scene: Scene) => string; body?: (scene: Scene) => unknown }
const profile = (name: string) => ({
  displayName: name,
  professione: '',
  citta: '',
  telefono: '',
  dataNascita: '',
  bio: '',
})

/** The messages of both conversations, some of them the caller's own. */
const everyMessage = ['1', '2', '3', '4', '5', '6', '7', '8'].flatMap((sequence) => [
  () => `/api/chat/generale/messages/${sequence}`,
  ({ conversationId }: Scene) => `/api/chat/${conversationId}/messages/${sequence}`,
])

const period = `/api/events/period?from=${inDays(0)}&to=${inDays(60)}`

function inDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString()
}

/** How to call each route so that it does what it is for, where the caller may. What ends sessions comes last. */
const calls: Record<string, Call[]> = {
  'GET /api/events': [
    {},
    { path: () => '/api/events?filter=mine' },
    { path: () => '/api/events?search=canarino' },
  ],
  'GET /api/events/period': [{ path: () => period }, { path: () => `${period}&filter=mine` }],
  'GET /api/events/next': [{}],
  'GET /api/events/similar': [{ path: () => '/api/events/similar?link=https://ctf.esempio.it/notte' }],
  'GET /api/events/feed': [{}],
  'POST /api/events/feed': [{}],
  'PUT /api/events/feed': [{ body: () => ({ scope: 'all' }) }],
  'GET /api/events/{eventId}': [{}],
  'POST /api/events': [
    {
      body: () => ({ ...eventForm(), ctftimeId: '2345' }),
    },
  ],
  'POST /api/events/ctftime': [{ body: () => ({ link: 'https://ctftime.org/event/2345' }) }],
  'PUT /api/events/{eventId}/participation': [{}],
  'DELETE /api/events/{eventId}/participation': [{}],
  'PATCH /api/events/{eventId}': [{ body: () => ({ version: 0, title: 'Altra' }) }],
  'POST /api/events/{eventId}/updates': [{ body: () => ({ clientId: randomUUID(), text: 'a tutti' }) }],
  'POST /api/events/{eventId}/cancel': [{ body: () => ({ version: 1, reason: 'Piove.' }) }],
  'POST /api/events/{eventId}/restore': [{ body: () => ({ version: 2 }) }],
  'GET /api/events/{eventId}/participants': [{}],
  'GET /api/events/{eventId}/participants.csv': [{}],
  'GET /api/events/{eventId}/organizers/candidates': [{}],
  'PUT /api/events/{eventId}/organizers/{uid}': [
    { path: ({ eventId }) => `/api/events/${eventId}/organizers/${members.amica.uid}` },
  ],
  'GET /api/events/{eventId}/updates': [{}],
  'PUT /api/events/{eventId}/owner': [{ body: ({ owner }) => ({ uid: owner }) }],
  'DELETE /api/events/{eventId}/organizers/{uid}': [
    { path: ({ eventId }) => `/api/events/${eventId}/organizers/${members.amica.uid}` },
  ],
  'DELETE /api/events/{eventId}': [{}],
  'GET /api/friends': [{}, { path: () => '/api/friends?search=canarino' }],
  'GET /api/friends/counts': [{}],
  'GET /api/friends/presence': [{}],
  'GET /api/home/first-steps': [{}],
  'GET /api/friends/requests': [{}],
  'GET /api/friends/requests/sent': [{}],
  'GET /api/friends/search': [
    'comparsa',
    'posta-comparsa7@canarino.it',
    'posta-padrona@canarino.it',
    'canarino.it',
    'telefono',
  ].map((query) => ({ path: () => `/api/friends/search?query=${query}` })),
  'POST /api/friends/requests': [{ body: ({ owner }) => ({ uid: owner }) }],
  'POST /api/friends/requests/{uid}/reject': [{ path: ({ self }) => `/api/friends/requests/${self}/reject` }],
  'POST /api/friends/requests/{uid}/accept': [
    { path: ({ pending }) => `/api/friends/requests/${pending}/accept` },
  ],
  'POST /api/chat/private': [{ body: ({ owner }) => ({ uid: owner }) }],
  'GET /api/chat/{conversationId}/messages': [{}, { path: () => '/api/chat/generale/messages' }],
  'GET /api/chat/{conversationId}/changes': [
    { path: ({ conversationId }) => `/api/chat/${conversationId}/changes?after=0` },
    { path: () => '/api/chat/generale/changes?after=0' },
  ],
  'POST /api/chat/{conversationId}/messages': [
    { body: () => ({ clientId: randomUUID(), text: 'ciao' }) },
    {
      path: () => '/api/chat/generale/messages',
      body: () => ({ clientId: randomUUID(), text: 'ciao a tutti' }),
    },
  ],
  'PUT /api/chat/{conversationId}/messages/{sequence}/reactions/{reaction}': everyMessage.map((path) => ({
    path: (scene: Scene) => `${path(scene)}/reactions/up`,
  })),
  'DELETE /api/chat/{conversationId}/messages/{sequence}/reactions/{reaction}': everyMessage.map((path) => ({
    path: (scene: Scene) => `${path(scene)}/reactions/heart`,
  })),
  'GET /api/chat/{conversationId}/messages/{sequence}/reactions': everyMessage.map((path) => ({
    path: (scene: Scene) => `${path(scene)}/reactions?reaction=up`,
  })),
  'GET /api/chat/{conversationId}/reactions/own': [
    { path: ({ conversationId }) => `/api/chat/${conversationId}/reactions/own?from=1&to=9` },
    { path: () => '/api/chat/generale/reactions/own?from=1&to=9' },
  ],
  'GET /api/chat/{conversationId}/messages/{sequence}': everyMessage.map((path) => ({ path })),
  'PUT /api/chat/{conversationId}/messages/{sequence}': everyMessage.map((path) => ({
    path,
    body: () => ({ text: 'corretto', edits: 0 }),
  })),
  'DELETE /api/chat/{conversationId}/messages/{sequence}': everyMessage.map((path) => ({ path })),
  'GET /api/chat/mentions': [{}],
  'GET /api/chat/search': [
    { path: () => '/api/chat/search?query=canarino' },
    { path: () => '/api/chat/search?query=messaggio' },
    {
      path: ({ conversationId }) => `/api/chat/search?query=messaggio&conversationId=${conversationId}`,
    },
  ],
  'POST /api/chat/{conversationId}/mentions/{sequence}/read': [
    { path: ({ conversationId }) => `/api/chat/${conversationId}/mentions/1/read` },
  ],
  'POST /api/chat/{conversationId}/typing': [{}, { path: () => '/api/chat/generale/typing' }],
  'POST /api/chat/{conversationId}/read': [{ body: () => ({ sequence: 1 }) }],
  'GET /api/chat/{conversationId}/partner': [{}],
  'GET /api/chat': [{}],
  'GET /api/chat/unread': [{}],
  'GET /api/account': [{}],
  'POST /api/account/verification-mail': [{}],
  'POST /api/account/confirmation': [{ body: () => ({ password: 'sbagliata' }) }],
  'POST /api/account/password': [{ body: () => ({ currentPassword: 'sbagliata' }) }],
  'GET /api/account/sessions': [{}],
  'DELETE /api/account/sessions': [{}],
  'DELETE /api/account/sessions/{id}': [{ path: () => `/api/account/sessions/${randomUUID()}` }],
  'POST /api/account/second-factor': [{}],
  'PUT /api/account/second-factor': [{ body: () => ({ code: '000000' }) }],
  'DELETE /api/account/second-factor': [{}],
  'POST /api/account/recovery-codes': [{}],
  'POST /api/auth/second-factor': [{ body: () => ({ challenge: 'inventata', code: '000000' }) }],
  'POST /api/auth/passkey/options': [{}],
  'POST /api/auth/passkey': [{ body: () => ({}) }],
  'POST /api/account/passkeys/options': [{}],
  'POST /api/account/passkeys': [{ body: () => ({}) }],
  'PATCH /api/account/passkeys/{id}': [
    { path: () => `/api/account/passkeys/${randomUUID()}`, body: () => ({ name: 'Telefono' }) },
  ],
  'DELETE /api/account/passkeys/{id}': [{ path: () => `/api/account/passkeys/${randomUUID()}` }],
  'POST /api/account/email': [{ body: () => ({ email: 'nuova@esempio.it' }) }],
  'DELETE /api/account/email': [{}],
  'GET /api/account/deletion': [{}],
  // It would end the session that the other calls need.
  'POST /api/account/deletion': [{ body: () => ({}) }],
  'POST /api/account/email/confirm': [{ body: () => ({ token: 'inventato' }) }],
  'POST /api/account/email/revert': [{ body: () => ({ token: 'inventato' }) }],
  // Nobody has asked for it yet; `own-data.test.ts` unpacks it.
  'GET /api/account/export/file': [{}],
  'GET /api/account/export': [{}],
  'POST /api/account/export': [{}],
  'GET /api/notifications/settings': [{}],
  'PUT /api/notifications/settings': [{ body: () => ({ reminders: false }) }],
  'GET /api/push/key': [{}],
  'PUT /api/push/subscription': [{ body: () => samplePushSubscription() }],
  'POST /api/push/test': [{}],
  'DELETE /api/push/subscription': [{}],
  'GET /api/events/own': [{}],
  'GET /api/notifications': [{}],
  'POST /api/notifications/read': [{ body: () => ({ eventId }) }],
  'POST /disiscrizione/{token}': [{ path: () => '/disiscrizione/inventato', body: () => ({}) }],
  'GET /api/profiles/me': [{}],
  'GET /api/profiles/{uid}': [{ path: ({ owner }) => `/api/profiles/${owner}` }],
  'GET /api/photos/{photoId}': [{ path: () => `/api/photos/${photoId}` }],
  'GET /api/photos/{photoId}/{size}': [{ path: () => `/api/photos/${photoId}/96` }],
  'PUT /api/profiles/me/photo': [{ body: () => ({}) }],
  'DELETE /api/profiles/me/photo': [{}],
  'PATCH /api/profiles/me': [
    { body: ({ self }) => profile(`nuovo ${self.slice(0, 8)}`) },
    { body: () => profile('amica') },
  ],
  'GET /api/auth/provider': [{ path: () => `/api/auth/provider?attempt=${randomUUID()}` }],
  'GET /api/auth/callback/external': [{ path: () => '/api/auth/callback/external?code=x&state=y' }],
  'POST /api/auth/register': [
    {
      body: () => ({
        email: 'posta-padrona@canarino.it',
        username: 'padrona',
        password: 'Tana-rossa1',
        passwordConfirmation: 'Tana-rossa1',
      }),
    },
  ],
  'POST /api/auth/login': [{ body: () => ({ email: 'posta-padrona@canarino.it', password: 'sbagliata' }) }],
  'POST /api/auth/reset-mail': [{ body: () => ({ email: 'posta-comparsa3@canarino.it' }) }],
  'POST /api/auth/reset-link': [{ body: () => ({ token: 'inventato' }) }],
  'POST /api/auth/reset-password': [
    { body: () => ({ token: 'inventato', password: 'Tana-nuova9', passwordConfirmation: 'Tana-nuova9' }) },
  ],
  'DELETE /api/friends/requests/{uid}': [{ path: ({ owner }) => `/api/friends/requests/${owner}` }],
  'DELETE /api/friends/{uid}': [{ path: ({ owner }) => `/api/friends/${owner}` }],
  'POST /api/reports': [
    { body: ({ owner }) => ({ subject: { kind: 'member', id: owner }, reason: 'spam' }) },
  ],
  'POST /api/appeals': [{ body: () => ({ token: 'inventato', text: 'Non è andata così, davvero.' }) }],
  'GET /api/moderation/reports': [{}],
  'GET /api/moderation/reports/{id}': [{ path: () => `/api/moderation/reports/${randomUUID()}` }],
  'GET /api/moderation/appeals': [{}],
  'GET /api/moderation/log': [{}],
  'POST /api/moderation/reports/{id}/decision': [
    {
      path: () => `/api/moderation/reports/${randomUUID()}/decision`,
      body: () => ({ action: 'none' }),
    },
  ],
  'POST /api/moderation/decisions/{id}/revert': [
    { path: () => `/api/moderation/decisions/${randomUUID()}/revert`, body: () => ({}) },
  ],
  'POST /api/moderation/appeals/{id}/answer': [
    { path: () => `/api/moderation/appeals/${randomUUID()}/answer`, body: () => ({ accept: true }) },
  ],
  'PUT /api/blocks/{uid}': [{ path: ({ owner }) => `/api/blocks/${owner}` }],
  'GET /api/blocks': [{}],
  'DELETE /api/blocks/{uid}': [{ path: ({ owner }) => `/api/blocks/${owner}` }],
  'POST /api/settings/password-reset': [{}],
  'GET /api/settings/privacy': [{}],
  'PUT /api/settings/privacy': [{ body: () => ({ showPresence: true }) }],
  'POST /api/tokens': [{ body: () => ({ name: 'Bot', scopes: ['chat:read'], expiresInDays: 30 }) }],
  'GET /api/tokens': [{}],
  'DELETE /api/tokens/{id}': [{ path: () => `/api/tokens/${randomUUID()}` }],
  'POST /api/bots': [
    { body: () => ({ name: `Bot ${randomUUID()}`, scopes: ['chat:read'], expiresInDays: 30 }) },
  ],
  'GET /api/bots': [{}],
  'POST /api/bots/{uid}/token': [
    {
      path: () => `/api/bots/${randomUUID()}/token`,
      body: () => ({ scopes: ['chat:read'], expiresInDays: 30 }),
    },
  ],
  'DELETE /api/bots/{uid}': [{ path: () => `/api/bots/${randomUUID()}` }],
  'POST /api/bots/{uid}/webhooks': [
    { path: () => `/api/bots/${randomUUID()}/webhooks`, body: () => ({ name: 'GitHub' }) },
  ],
  'DELETE /api/bots/{uid}/webhooks/{id}': [
    { path: () => `/api/bots/${randomUUID()}/webhooks/${randomUUID()}` },
  ],
  'POST /api/hooks/{token}': [{ path: () => '/api/hooks/inventato', body: () => ({ text: 'ciao' }) }],
  'DELETE /api/events/feed': [{}],
  'POST /api/auth/logout': [{}],
}

async function callEverything(): Promise<Map<string, Set<number>>> {
  const statuses = new Map<string, Set<number>>()
  const visitors: [string, Visitor, string][] = [
    ...names.map(
      (name) => [members[name].uid, members[name], members[name].uid] as [string, Visitor, string],
    ),
    ['anonymous', app.visit(), randomUUID()],
  ]
  for (const [route, each] of Object.entries(calls)) {
    const [method = '', template = ''] = route.split(' ')
    for (const { path, body } of each) {
      for (const [as, visitor, self] of visitors) {
        const scene = {
          self,
          owner: members.padrona.uid,
          pending: members.richiedente.uid,
          eventId,
          conversationId,
        }
        const filled = template.replace('{eventId}', eventId).replace('{conversationId}', conversationId)
        const { status } = await call(visitor, as, method, path?.(scene) ?? filled, body?.(scene), template)
        statuses.set(route, (statuses.get(route) ?? new Set()).add(status))
      }
    }
  }
  return statuses
}

async function watchEverything(): Promise<void> {
  for (const name of names) {
    const tab = app.live(members[name])
    await tab.receive('live.welcome')
    for (const topic of ['chat:generale', 'events:all', 'members:all', `chat:${conversationId}`])
      tab.socket.send(JSON.stringify({ type: 'watch', topic }))
    for (const other of names)
      tab.socket.send(JSON.stringify({ type: 'watch', topic: `member:${members[other].uid}` }))
    await tab.receive('live.refused', ({ topic }) => topic === `member:${members.estranea.uid}`)
    tabs.push({ by: members[name].uid, tab })
  }
}

it('no answer or news holds another member’s private data, except what friends may see of a friend (S-05)', async () => {
  const { padrona, amica, partecipante, richiedente } = members
  const opened = await call(padrona, padrona.uid, 'POST', '/api/chat/private', { uid: amica.uid })
  conversationId = (JSON.parse(opened.content) as { conversationId: string }).conversationId
  const created = await call(
    padrona,
    padrona.uid,
    'POST',
    '/api/events',
    calls['POST /api/events']?.[0]?.body?.({} as Scene),
  )
  eventId = (JSON.parse(created.content) as { id: string }).id
  await call(partecipante, partecipante.uid, 'PUT', `/api/events/${eventId}/participation`)
  await call(richiedente, richiedente.uid, 'POST', '/api/friends/requests', { uid: padrona.uid })
  await watchEverything()

  const { content } = await call(app.visit(), 'anonymous', 'GET', '/api/openapi.json')
  const described = Object.entries((JSON.parse(content) as { paths: Record<string, object> }).paths).flatMap(
    ([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(Object.keys(calls).toSorted()).toEqual(described.toSorted())
  // Before anything changes the members' fields, so that the own document shows them.
  for (const name of names) await call(members[name], members[name].uid, 'GET', '/api/profiles/me')
  await collectCanaries()
  const statuses = await callEverything()
  await collectCanaries()
  // Those about an archive and about a report hold no token.
  const mails = (await readMails(app.outbox)).filter((mail) => mail.includes('#token='))
  for (const mail of mails) {
    canaries.push({ of: 'the mail alone', kind: 'mailed token', value: tokenIn(mail), for: 'nobody' })
  }
  expect(mails.length).toBeGreaterThanOrEqual(names.length)
  // A route of which everybody is refused would prove nothing; these need what no test of this file has.
  const refusedToAll = [...statuses]
    .filter(([, seen]) => [...seen].every((status) => status >= 400))
    .map(([route]) => route)
  expect(refusedToAll.toSorted()).toEqual([
    'DELETE /api/account/sessions/{id}',
    'DELETE /api/events/{eventId}',
    'GET /api/account/export/file',
    'GET /api/moderation/appeals',
    'GET /api/moderation/log',
    'GET /api/moderation/reports',
    'GET /api/moderation/reports/{id}',
    'POST /api/account/confirmation',
    'POST /api/account/deletion',
    'POST /api/account/email/confirm',
    'POST /api/account/email/revert',
    'POST /api/account/passkeys',
    'POST /api/account/password',
    'POST /api/account/recovery-codes',
    'POST /api/appeals',
    'POST /api/auth/login',
    'POST /api/auth/passkey',
    'POST /api/auth/register',
    'POST /api/auth/reset-link',
    'POST /api/auth/reset-password',
    'POST /api/auth/second-factor',
    'POST /api/bots/{uid}/token',
    'POST /api/bots/{uid}/webhooks',
    'POST /api/hooks/{token}',
    'POST /api/moderation/appeals/{id}/answer',
    'POST /api/moderation/decisions/{id}/revert',
    'POST /api/moderation/reports/{id}/decision',
    'POST /disiscrizione/{token}',
    'PUT /api/account/second-factor',
    'PUT /api/profiles/me/photo',
  ])

  for (const path of [
    '/',
    '/Login',
    '/app/home',
    '/app/amici',
    `/app/chat/${conversationId}`,
    '/health/ready',
    '/api/niente',
  ])
    await call(amica, amica.uid, 'GET', path)
  const folder = resolve(import.meta.dirname, '../../../web/dist')
  for (const file of await readdir(join(folder, 'assets')))
    received.push({
      by: 'anonymous',
      at: 'assets',
      text: await readFile(join(folder, 'assets', file), 'latin1'),
    })
  for (const { by, tab } of tabs) received.push({ by, at: 'live', text: JSON.stringify(tab.received) })

  const seen = new Set<string>()
  let owners = 0
  for (const { by, at, text } of received) {
    for (const canary of canaries) {
      if (!text.includes(canary.value)) continue
      if (canary.of === by && canary.for === 'owner') owners += 1
      else seen.add(`${canary.of === by ? 'own' : 'another’s'} ${canary.kind} at ${at}`)
    }
  }
  const frames = tabs.reduce((sum, { tab }) => sum + tab.received.length, 0)
  figure(
    'S-05',
    `${new Set(canaries.map(({ value }) => value)).size} canaries of 50 members in ${received.length} answers and ${frames} news: seen by others ${[...seen].join(', ')}`,
  )
  // Each member's own fields were on the wire, so that looking for them finds them.
  expect(owners).toBeGreaterThan(names.length * 6)
  expect(frames).toBeGreaterThan(30)
  expect([...seen].toSorted()).toEqual([
    'another’s bio at GET /api/profiles/{uid}',
    'another’s city at GET /api/profiles/{uid}',
    'another’s email at GET /api/friends',
    'another’s email at GET /api/profiles/{uid}',
    'another’s profession at GET /api/profiles/{uid}',
    // Its id, by which it is ended.
    'own session at GET /api/account/sessions',
  ])
})
