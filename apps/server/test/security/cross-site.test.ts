import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { request as send } from 'node:http'
import { livePath, protocolVersion } from '@covo/contract/realtime'
import { eventForm } from '@covo/testing/event-form'
import { figure } from '@covo/testing/figure'
import { createEvent, makeBot, makeToken, openPrivateChat, sendMessage } from '@covo/testing/member-actions'
import { tokenMailedTo, waitForMails } from '@covo/testing/outbox'
import { createPasskey, type Passkey } from '@covo/testing/passkey'
import { type Member, register } from '@covo/testing/visitor'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { codeOfStep, hashRecoveryCode } from '../../src/auth/one-time-codes.ts'
import { createPasskeyChallenges } from '../../src/auth/passkey-challenges.ts'
import { createTotpEncryption } from '../../src/auth/totp-encryption.ts'
import { createToken, hashToken } from '../../src/platform/random-token.ts'
import { greyPng } from '../pictures.ts'
import { testSecret } from '../signed-in-members.ts'
import { runTestApp } from '../test-app.ts'
import { samplePushSubscription } from './routes.ts'

const app = runTestApp()
const publicOrigin = 'https://covo.example'
const secure = runTestApp({ publicOrigin })

type Attempt = { method: string; path: string; headers: Record<string, string>; body?: string | Uint8Array }

/** A request with these headers and no others. */
function ask({ method, path, headers, body }: Attempt): Promise<number> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const outgoing = send(
      new URL(path, app.origin),
      { method, headers: { ...headers, ...length } },
      (answer) => {
        answer.resume()
        answer.on('end', () => resolve(answer.statusCode ?? 0))
      },
    )
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

/** Everything that the database holds, but for the counter of searches, and for what jobs and the sweeper of old news write by clocks of their own. */
async function everything(): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'
      and tablename not in ('email_searches', 'searched_messages', 'searched_conversations', 'exports', 'export_chunks', 'jobs', 'news', 'pushes', 'reminder_runs', 'update_mail_runs') order by tablename`.execute(
    app.database,
  )
  const tables = await Promise.all(
    rows.map(async ({ name }) => {
      const found = await sql<{ content: string }>`
        select coalesce(string_agg(content, chr(10) order by content), '') as content
        from (select (to_jsonb(row) - 'are_mails_queued' - 'are_pushes_queued')::text as content from ${sql.table(name)} as row) as rows
      `.execute(app.database)
      return `${name}\n${found.rows[0]?.content}`
    }),
  )
  return tables.join('\n\n')
}

let anna: Member & { email: string }
let bruno: Member
let carla: Member
let dario: Member
let elena: Member
let eventId: string
let ownEventId: string
let unjoinedEventId: string
let resetToken: string
let confirmationToken: string
let revertToken: string
const appealToken = createToken()
let otherSession: string
let passkey: Passkey
let passkeyId: string
const challenges = createPasskeyChallenges(testSecret)
let tokenId: string
let botId: string
let webhookId: string
const [reportId, decisionId] = [randomUUID(), randomUUID()]
const seed = Buffer.from('12345678901234567890')

/** A valid change for each route that isn't a GET, in an order in which each succeeds. */
const changes: Record<
  string,
  {
    path?: () => string
    body?: () => unknown
    picture?: Uint8Array
    mails?: number
    storesNothing?: true
    /** Waits for what it began. */
    settles?: () => Promise<unknown>
  }
> = {
  'POST /api/auth/register': {
    body: () => ({
      email: `${randomUUID()}@esempio.it`,
      username: '',
      password: 'Tana-rossa1',
      passwordConfirmation: 'Tana-rossa1',
    }),
  },
  'POST /api/auth/login': { body: () => ({ email: anna.email, password: 'Tana-rossa1' }) },
  'POST /api/auth/second-factor': { body: () => ({ challenge: 'sfida', code: 'ricordo' }) },
  'POST /api/auth/passkey/options': { storesNothing: true },
  'POST /api/account/passkeys/options': { storesNothing: true },
  'POST /api/account/passkeys': {
    body: () => {
      const user = { id: Buffer.from(anna.uid.replaceAll('-', ''), 'hex').toString('base64url') }
      const challenge = challenges.make({ newOf: anna.uid })
      return { response: passkey.register({ challenge, rp: { id: 'localhost' }, user }) }
    },
    mails: 1,
  },
  'POST /api/auth/passkey': {
    body: () => ({
      response: passkey.assert({ challenge: challenges.make('sign-in'), rpId: 'localhost' }),
    }),
  },
  'PATCH /api/account/passkeys/{id}': {
    path: () => `/api/account/passkeys/${passkeyId}`,
    body: () => ({ name: 'Telefono' }),
  },
  'DELETE /api/account/passkeys/{id}': { path: () => `/api/account/passkeys/${passkeyId}`, mails: 1 },
  'POST /api/auth/reset-mail': { body: () => ({ email: anna.email }), mails: 1 },
  'POST /api/account/verification-mail': { mails: 1 },
  'POST /api/account/confirmation': { body: () => ({ password: 'Tana-rossa1' }) },
  'POST /api/account/export': { mails: 1 },
  'DELETE /api/account/sessions/{id}': {
    path: () => `/api/account/sessions/${otherSession}`,
  },
  'DELETE /api/account/sessions': {},
  'POST /api/account/email/confirm': { body: () => ({ token: confirmationToken }) },
  'POST /api/account/email': { body: () => ({ email: 'nuova@altrove.example' }), mails: 2 },
  'DELETE /api/account/email': {},
  'POST /api/account/email/revert': { body: () => ({ token: revertToken }), mails: 1 },
  'PATCH /api/profiles/me': { body: () => ({ displayName: 'Anna Cambiata', bio: 'cambiata' }) },
  'PUT /api/profiles/me/photo': { picture: greyPng(100, 100) },
  'DELETE /api/profiles/me/photo': {},
  'POST /api/events': {
    body: () => ({ ...eventForm(), ctftimeId: '2345' }),
  },
  'POST /api/events/ctftime': {
    body: () => ({ link: 'https://ctftime.org/event/2345' }),
  },
  'POST /api/events/feed': {},
  'PUT /api/events/feed': { body: () => ({ scope: 'all' }) },
  'DELETE /api/events/feed': {},
  'PUT /api/events/{eventId}/participation': { path: () => `/api/events/${eventId}/participation` },
  'DELETE /api/events/{eventId}/participation': { path: () => `/api/events/${eventId}/participation` },
  'PATCH /api/events/{eventId}': {
    path: () => `/api/events/${ownEventId}`,
    body: () => ({ version: 0, title: 'Cambiato' }),
  },
  'POST /api/events/{eventId}/updates': {
    path: () => `/api/events/${ownEventId}/updates`,
    body: () => ({ clientId: randomUUID(), text: 'ciao' }),
  },
  'POST /api/events/{eventId}/cancel': {
    path: () => `/api/events/${ownEventId}/cancel`,
    body: () => ({ version: 1, reason: 'Piove.' }),
  },
  'POST /api/events/{eventId}/restore': {
    path: () => `/api/events/${ownEventId}/restore`,
    body: () => ({ version: 2 }),
  },
  'PUT /api/events/{eventId}/organizers/{uid}': {
    path: () => `/api/events/${ownEventId}/organizers/${dario.uid}`,
  },
  'DELETE /api/events/{eventId}/organizers/{uid}': {
    path: () => `/api/events/${ownEventId}/organizers/${carla.uid}`,
  },
  'PUT /api/events/{eventId}/owner': {
    path: () => `/api/events/${ownEventId}/owner`,
    body: () => ({ uid: dario.uid }),
  },
  'DELETE /api/events/{eventId}': { path: () => `/api/events/${unjoinedEventId}` },
  'POST /api/friends/requests': { body: () => ({ uid: elena.uid }) },
  'DELETE /api/friends/requests/{uid}': { path: () => `/api/friends/requests/${elena.uid}` },
  'POST /api/friends/requests/{uid}/accept': { path: () => `/api/friends/requests/${bruno.uid}/accept` },
  'POST /api/friends/requests/{uid}/reject': { path: () => `/api/friends/requests/${carla.uid}/reject` },
  'POST /api/chat/private': { body: () => ({ uid: bruno.uid }) },
  'POST /api/chat/{conversationId}/messages': {
    path: () => '/api/chat/generale/messages',
    body: () => ({ clientId: randomUUID(), text: 'ciao' }),
  },
  'PUT /api/chat/{conversationId}/messages/{sequence}': {
    path: () => '/api/chat/generale/messages/1',
    body: () => ({ text: 'corretto', edits: 0 }),
  },
  'PUT /api/chat/{conversationId}/messages/{sequence}/reactions/{reaction}': {
    path: () => '/api/chat/generale/messages/1/reactions/up',
  },
  'DELETE /api/chat/{conversationId}/messages/{sequence}/reactions/{reaction}': {
    path: () => '/api/chat/generale/messages/1/reactions/up',
  },
  'DELETE /api/chat/{conversationId}/messages/{sequence}': { path: () => '/api/chat/generale/messages/1' },
  'POST /api/chat/{conversationId}/mentions/{sequence}/read': {
    path: () => '/api/chat/generale/mentions/2/read',
  },
  'POST /api/chat/{conversationId}/typing': { storesNothing: true },
  'POST /api/chat/{conversationId}/read': {
    path: () => `/api/chat/${[anna.uid, dario.uid].toSorted().join('_')}/read`,
    body: () => ({ sequence: 1 }),
  },
  'DELETE /api/friends/{uid}': { path: () => `/api/friends/${dario.uid}` },
  'PUT /api/blocks/{uid}': { path: () => `/api/blocks/${dario.uid}` },
  'DELETE /api/blocks/{uid}': { path: () => `/api/blocks/${dario.uid}` },
  'POST /api/appeals': { body: () => ({ token: appealToken, text: 'Non è andata così, davvero.' }) },
  'POST /api/reports': {
    body: () => ({ subject: { kind: 'member', id: dario.uid }, reason: 'spam' }),
    mails: 1,
  },
  'POST /api/settings/password-reset': { mails: 1 },
  'POST /api/tokens': { body: () => ({ name: 'Bot', scopes: ['chat:read'], expiresInDays: null }) },
  'DELETE /api/tokens/{id}': { path: () => `/api/tokens/${tokenId}` },
  'POST /api/bots': {
    body: () => ({ name: 'Bot nuovo', scopes: ['chat:read'], expiresInDays: null }),
  },
  'POST /api/bots/{uid}/token': {
    path: () => `/api/bots/${botId}/token`,
    body: () => ({ scopes: ['chat:read'], expiresInDays: null }),
  },
  'POST /api/bots/{uid}/webhooks': {
    path: () => `/api/bots/${botId}/webhooks`,
    body: () => ({ name: 'GitHub' }),
  },
  'DELETE /api/bots/{uid}/webhooks/{id}': { path: () => `/api/bots/${botId}/webhooks/${webhookId}` },
  'DELETE /api/bots/{uid}': {
    path: () => `/api/bots/${botId}`,
    settles: async () => {
      const erased = sql`select from erasures where user_id = ${botId} and finished_at is not null`
      await expect.poll(async () => (await erased.execute(app.database)).rows.length).toBe(1)
    },
  },
  'PUT /api/notifications/settings': { body: () => ({ reminders: false }) },
  'PUT /api/push/subscription': { body: () => samplePushSubscription() },
  'POST /api/push/test': {},
  'DELETE /api/push/subscription': {},
  'POST /api/notifications/read': { body: () => ({ eventId }) },
  'PUT /api/settings/privacy': { body: () => ({ showTyping: false }) },
  'POST /api/account/deletion': { body: () => ({ eraseTexts: true }), mails: 1 },
  'POST /api/auth/logout': {},
  'POST /api/auth/reset-link': { body: () => ({ token: resetToken }), storesNothing: true },
  'POST /api/auth/reset-password': {
    body: () => ({ token: resetToken, password: 'Tana-nuova1', passwordConfirmation: 'Tana-nuova1' }),
  },
  'PUT /api/account/second-factor': {
    body: () => ({ code: codeOfStep(seed, Math.floor(Date.now() / 30_000)) }),
    mails: 1,
  },
  // While Anna has a second factor, without which nobody moderates.
  'POST /api/moderation/reports/{id}/decision': {
    path: () => `/api/moderation/reports/${reportId}/decision`,
    body: () => ({ action: 'none' }),
    mails: 1,
  },
  'POST /api/moderation/appeals/{id}/answer': {
    path: () => `/api/moderation/appeals/${decisionId}/answer`,
    body: () => ({ accept: false, facts: 'La decisione resta com’è.' }),
    mails: 1,
  },
  'POST /api/moderation/decisions/{id}/revert': {
    path: () => `/api/moderation/decisions/${decisionId}/revert`,
    body: () => ({ facts: 'Era una decisione sbagliata.' }),
    mails: 1,
  },
  'POST /api/account/recovery-codes': { mails: 1 },
  'DELETE /api/account/second-factor': { mails: 1 },
  'POST /api/account/second-factor': {},
  'POST /api/account/password': {
    body: () => ({
      currentPassword: 'Tana-nuova1',
      password: 'Tana-gialla7',
      passwordConfirmation: 'Tana-gialla7',
    }),
    mails: 1,
  },
}

async function newcomer(name: string): Promise<Member & { email: string }> {
  const email = `${name}@esempio.it`
  return { ...(await register(app.origin, { name, email, password: 'Tana-rossa1' })), email }
}

async function describedRoutes(): Promise<string[]> {
  const answer = await app.visit().fetch('/api/openapi.json')
  const { paths } = (await answer.json()) as { paths: Record<string, Record<string, unknown>> }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
}

beforeAll(async () => {
  anna = await newcomer('anna')
  bruno = await newcomer('bruno')
  carla = await newcomer('carla')
  dario = await newcomer('dario')
  elena = await newcomer('elena')
  // Mails of events leave by a clock of their own, and would be taken for the effect of another request.
  await sql`insert into notification_settings (user_id, mail_changes) select id, false from users`.execute(
    app.database,
  )
  for (const asking of [bruno, carla, dario]) await asking.post('/api/friends/requests', { uid: anna.uid })
  await anna.post(`/api/friends/requests/${dario.uid}/accept`, {})
  const conversationId = await openPrivateChat(dario, anna)
  await sendMessage(dario, conversationId, 'ciao')
  await sendMessage(anna, 'generale', 'ciao')
  await sendMessage(dario, 'generale', `ciao <@${anna.uid}>`)
  const event = await bruno.post('/api/events', changes['POST /api/events']?.body?.())
  eventId = ((await event.json()) as { id: string }).id
  await app.database
    .insertInto('notifications')
    .values({ user_id: anna.uid, kind: 'seat', event_id: eventId })
    .execute()
  ownEventId = (await createEvent(anna)).id
  unjoinedEventId = (await createEvent(anna)).id
  await carla.put(`/api/events/${ownEventId}/participation`)
  await anna.put(`/api/events/${ownEventId}/organizers/${carla.uid}`)
  await app.visit().post('/api/auth/reset-mail', { email: anna.email })
  resetToken = await tokenMailedTo(app.outbox, anna.email)
  await anna.post('/api/account/verification-mail')
  await sql`
  insert into decisions (subject_kind, subject_id, member_id, action, rule, facts, appeal_hash)
  values ('member', ${anna.uid}, ${anna.uid}, 'empty', 1, 'Vende cose a tutti.', ${hashToken(appealToken)})`.execute(
    app.database,
  )
  await sql`
    with moderator as (update users set is_moderator = true where id = ${anna.uid}),
    report as (
      insert into reports (id, reporter_id, subject_kind, subject_id, member_id, reason, details, snapshot)
      values (${reportId}, ${carla.uid}, 'member', ${elena.uid}, ${elena.uid}, 'spam', '', '{"kind": "member", "name": "", "fields": {}}')
    ),
    decision as (
      insert into decisions (id, subject_kind, subject_id, member_id, action, rule, facts, suspended_until)
      values (${decisionId}, 'member', ${elena.uid}, ${elena.uid}, 'suspend', 1, 'Vende cose.', now())
    )
    select`.execute(app.database)
  await sql`insert into appeals (decision_id, text) values (${decisionId}, 'Non è andata così.')`.execute(
    app.database,
  )
  confirmationToken = await tokenMailedTo(app.outbox, anna.email, 2)
  // Anna's waits for a code of its app; Bruno's is on, and a sign-in of his awaits its second step.
  const totpEncryption = createTotpEncryption(testSecret, [])
  for (const { uid } of [anna, bruno]) {
    const { encrypted, keyId } = totpEncryption.encrypt(seed, uid)
    await app.database
      .insertInto('second_factors')
      .values({ user_id: uid, sealed_seed: encrypted, key_id: keyId, is_on: uid === bruno.uid })
      .execute()
  }
  const expires_at = new Date(Date.now() + 3_600_000)
  await app.database
    .insertInto('recovery_codes')
    .values({ user_id: bruno.uid, code_hash: hashRecoveryCode('ricordo') })
    .execute()
  await app.database
    .insertInto('sign_in_challenges')
    .values({ token_hash: hashToken('sfida'), user_id: bruno.uid, method: 'password', expires_at })
    .execute()
  const { id } = await app.database
    .insertInto('sessions')
    .values({ user_id: anna.uid, token: randomUUID(), expires_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  otherSession = id
  passkey = createPasskey(app.origin)
  const inserted = await app.database
    .insertInto('passkeys')
    .values({
      user_id: anna.uid,
      credential_id: 'altra',
      public_key: Buffer.from(''),
      counter: 0,
      is_backed_up: false,
      transports: [],
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  passkeyId = inserted.id
  tokenId = (await makeToken(anna, 'chat:read')).token.id
  botId = (await makeBot(anna, 'Bot di Anna')).uid
  await anna.post(`/api/bots/${botId}/webhooks`, { name: 'GitLab' })
  const { bots } = await anna.read<{ bots: { webhooks: { id: string }[] }[] }>('/api/bots')
  webhookId = bots[0]?.webhooks[0]?.id ?? ''
  revertToken = createToken()
  await app.database
    .insertInto('mail_links')
    .values({
      token_hash: hashToken(revertToken),
      kind: 'revert',
      user_id: dario.uid,
      email: 'prima@altrove.example',
      expires_at: new Date(Date.now() + 3_600_000),
    })
    .execute()
})

/** Where the own page's session ends or gets another cookie, and the password that it signs in with again. */
const passwordAfter: Record<string, string> = {
  '/api/auth/register': 'Tana-rossa1',
  '/api/auth/login': 'Tana-rossa1',
  '/api/auth/second-factor': 'Tana-rossa1',
  '/api/auth/passkey': 'Tana-rossa1',
  '/api/account/confirmation': 'Tana-rossa1',
  '/api/auth/reset-password': 'Tana-nuova1',
  '/api/account/password': 'Tana-gialla7',
  '/api/account/deletion': 'Tana-rossa1',
}

const formTypes = [
  'text/plain',
  'text/plain; charset=application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=a',
  'application/json-patch+json',
  null,
]

/** Requests that a page of another site can make a browser send, and more; never the own page's. */
function attacksOn(method: string, path: string, body: string | Uint8Array | undefined): Attempt[] {
  const cookie = anna.cookie()
  const { host, port } = new URL(app.origin)
  const foreign = [
    null,
    'null',
    'https://evil.example',
    `https://${host}`,
    `http://localhost:${Number(port) + 1}`,
    `http://localhost.evil.example:${port}`,
    `${app.origin}, https://evil.example`,
  ]
  const headersOf = (origin: string | null, type: string | null) => ({
    cookie,
    ...(origin === null ? {} : { origin }),
    ...(type === null ? {} : { 'content-type': type }),
  })
  const given = body ?? '{}'
  const overrides = ['x-http-method-override', 'x-http-method', 'x-method-override']
  const overridden = (to: string): Attempt[] => [
    ...overrides.map((name) => ({ method: to, path, headers: { cookie, [name]: method } })),
    { method: to, path: `${path}?_method=${method}`, headers: { cookie } },
  ]
  return [
    ...foreign.flatMap((origin) =>
      ['application/json', 'image/png', ...formTypes].map((type) => ({
        method,
        path,
        headers: headersOf(origin, type),
        body: given,
      })),
    ),
    ...foreign.map((origin) => ({ method, path, headers: headersOf(origin, null) })),
    ...formTypes.map((type) => ({ method, path, headers: headersOf(app.origin, type), body: given })),
    ...overridden('GET'),
    ...overridden('HEAD'),
    {
      method: 'POST',
      path,
      headers: headersOf(app.origin, 'application/x-www-form-urlencoded'),
      body: `_method=${method}`,
    },
  ]
}

describe('a page of another site', () => {
  it('is answered for on every route that changes something (S-08)', async () => {
    // Mail programs and other services use these, from nowhere: their token is what counts, and `notifications.routes.test.ts`
    // and `webhooks.routes.test.ts` have them.
    const byToken = ['POST /disiscrizione/{token}', 'POST /api/hooks/{token}']
    const writing = (await describedRoutes()).filter(
      (route) => !route.startsWith('GET ') && !byToken.includes(route),
    )
    expect(Object.keys(changes).toSorted()).toEqual(writing.toSorted())
  })

  let attempts = 0
  let mailCount = 2

  it.each(Object.entries(changes))('%s changes nothing by it (S-08)', async (route, change) => {
    const [method = '', template = ''] = route.split(' ')
    const path = change.path?.() ?? template.replace('{conversationId}', 'generale')
    const body = change.picture ?? (change.body && JSON.stringify(change.body()))
    const type = change.picture ? 'image/png' : 'application/json'
    const before = await everything()
    for (const attack of attacksOn(method, path, body)) {
      const status = await ask(attack)
      attempts += 1
      const isRead = attack.method === 'GET' || attack.method === 'HEAD'
      // Where an event's id may stand too, a name is none.
      expect(isRead ? [200, 400, 404, 405] : [403, 404, 405, 415], JSON.stringify(attack)).toContain(status)
    }
    expect(await everything()).toBe(before)
    expect(await readdir(app.outbox)).toHaveLength(mailCount)

    // The own page, with the very same request, does change something, but where nothing is stored by it.
    const headers = { cookie: anna.cookie(), origin: app.origin }
    const own = await ask({
      method,
      path,
      ...(body ? { body, headers: { ...headers, 'content-type': type } } : { headers }),
    })
    expect(own).toBeLessThan(300)
    mailCount += change.mails ?? 0
    await waitForMails(app.outbox, '', mailCount)
    await change.settles?.()
    expect((await everything()) === before).toBe(change.storesNothing === true)
    // A new session takes the place of the one that was sent along.
    const password = passwordAfter[path]
    if (password) {
      const again = app.visit()
      await again.post('/api/auth/login', { email: anna.email, password, keepAccount: true })
      // That the account stays is mailed too.
      if (path === '/api/account/deletion') mailCount += 1
      await waitForMails(app.outbox, '', mailCount)
      anna = { ...anna, cookie: again.cookie }
    }
    // The changes after the sign-out need a session again.
    if (path === '/api/auth/logout') anna = { ...anna, cookie: () => '' }
  })

  it('finds no address that changes something by being looked at (S-08)', async () => {
    const routes = (await describedRoutes()).filter((route) => route.startsWith('GET '))
    const paths = routes.map((route) =>
      route
        .slice(4)
        .replace('{conversationId}', [bruno.uid, anna.uid].toSorted().join('_'))
        .replace('/api/friends/search', '/api/friends/search?query=anna')
        .replace('/api/auth/provider', `/api/auth/provider?attempt=${randomUUID()}`),
    )
    const before = await everything()
    for (const path of [...paths, '/', '/app/home', '/app/profilo', '/api/openapi.json', '/health/ready'])
      for (const method of ['GET', 'HEAD', 'OPTIONS'])
        expect(await ask({ method, path, headers: { cookie: bruno.cookie() } }), path).toBeLessThan(500)
    expect(await everything()).toBe(before)
    figure(
      'S-08',
      `${attempts} cross-site attempts on ${Object.keys(changes).length} routes: 0 effects; ${routes.length} routes looked at: 0 effects`,
    )
  })

  it('gets no cookie sent along: it is of this host, and no script reads it (S-08)', async () => {
    const registering = await secure.visit().post(
      '/api/auth/register',
      {
        email: 'sicura@esempio.it',
        username: '',
        password: 'Tana-rossa1',
        passwordConfirmation: 'Tana-rossa1',
      },
      { origin: publicOrigin },
    )
    const cookies = registering.headers.getSetCookie()
    expect(cookies.length).toBeGreaterThan(0)
    for (const cookie of cookies) {
      const [pair = '', ...attributes] = cookie.split('; ')
      expect(pair).toMatch(/^__Host-/)
      expect(attributes).toEqual(expect.arrayContaining(['Secure', 'HttpOnly', 'Path=/']))
      expect(attributes.some((attribute) => /^SameSite=(Lax|Strict)$/.test(attribute))).toBe(true)
      expect(attributes.some((attribute) => /^Domain/i.test(attribute))).toBe(false)
    }
  })
})

/** How an upgrade with this Origin ends: the first frame of a socket, or the status of its refusal. */
async function upgrade(server: string, cookie: string, origin: string | null): Promise<string> {
  const socket = new WebSocket(`${server.replace('http', 'ws')}${livePath}?version=${protocolVersion}`, {
    headers: { cookie, ...(origin === null ? {} : { origin }) },
  })
  socket.on('error', () => {})
  const end = await Promise.race([
    once(socket, 'message').then(([data]) => String(data)),
    once(socket, 'unexpected-response').then(([, answer]) =>
      String((answer as { statusCode: number }).statusCode),
    ),
  ])
  socket.terminate()
  return end
}

/** Origins that look like `own` and aren't. */
function lookalikesOf(own: string): (string | null)[] {
  const { protocol, hostname, port } = new URL(own)
  const at = port ? `:${port}` : ''
  const other = protocol === 'https:' ? 'http:' : 'https:'
  return [
    null,
    '',
    'null',
    'https://evil.example',
    `${own}.evil.example`,
    `${protocol}//evil${hostname}${at}`,
    `${protocol}//evil.${hostname}${at}`,
    `${protocol}//evil-${hostname}${at}`,
    `${protocol}//${hostname}.evil.example${at}`,
    `${protocol}//${hostname}.${at}`,
    `${protocol}//${hostname}:1`,
    `${protocol}//${hostname}:${port || '443'}0`,
    `${protocol}//${hostname}:`,
    `${other}//${hostname}${at}`,
    `ws${own.slice(4)}`,
    `file://${hostname}${at}`,
    own.toUpperCase(),
    `${protocol.toUpperCase()}//${hostname}${at}`,
    `${protocol}//${hostname.toUpperCase()}${at}`,
    `${own}/`,
    `${own}/app/home`,
    `${own}?`,
    `${own}#`,
    `${protocol}//covo@${hostname}${at}`,
    `${protocol}//${hostname}${at}@evil.example`,
    `${own}, https://evil.example`,
    `https://evil.example, ${own}`,
    `${own} https://evil.example`,
    `${own}%2eevil.example`,
    `${own}%00`,
    `${own};`,
    `*`,
    hostname,
    'http://0.0.0.0',
    `http://127.1${at}`,
  ]
}

describe('a socket from another site (S-07)', () => {
  it.each([
    ['where no public origin is configured', app, () => app.origin],
    ['on https', secure, () => publicOrigin],
  ])('is refused by the spelling of its origin, %s', async (_where, server, ownOrigin) => {
    const member = await newcomerOf(server.origin, ownOrigin())
    const cases = lookalikesOf(ownOrigin())
    for (const origin of cases)
      expect(await upgrade(server.origin, member, origin), String(origin)).toBe('403')
    expect(await upgrade(server.origin, member, ownOrigin())).toContain('live.welcome')
    expect(cases.length).toBeGreaterThanOrEqual(30)
    figure('S-07', `${cases.length} foreign origins with a member's cookie: 0 sockets`)
  })
})

/** Registers somebody as the page of `origin` would; answers their cookie. */
async function newcomerOf(server: string, origin: string): Promise<string> {
  const answer = await fetch(`${server}/api/auth/register`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({
      email: `${randomUUID()}@esempio.it`,
      username: '',
      password: 'Tana-rossa1',
      passwordConfirmation: 'Tana-rossa1',
    }),
  })
  expect(answer.status).toBe(201)
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}
