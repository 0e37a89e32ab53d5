import { randomUUID } from 'node:crypto'
import { eventRoomId } from '@covo/contract/chat/chat.rules'
import { type Scope, scopes } from '@covo/contract/scopes'
import { botScopes } from '@covo/contract/tokens/bots.rules'
import { figure } from '@covo/testing/figure'
import { befriend, createEvent, makeBot, makeToken, openPrivateChat } from '@covo/testing/member-actions'
import { type Member, register, type Visitor, visit } from '@covo/testing/visitor'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeModerator } from '../make-moderator.ts'
import { runTestApp } from '../test-app.ts'

const app = runTestApp()

/**
 * All kinds of callers: a visitor; a visitor whose session ended; a member without relation to the owner, one who sent a
 * friend request, a friend with a private chat; the owner of the paths' resources; and a moderator, who is a stranger otherwise.
 */
const principals = ['anonymous', 'former', 'stranger', 'pending', 'friend', 'owner', 'moderator'] as const
type Principal = (typeof principals)[number]

type Scene = {
  eventId: string
  conversationId: string
  roomId: string
  owner: string
  pending: string
  stranger: string
}
type Expected = Record<Principal, number>
type Row = { path?: (scene: Scene) => string; body?: (scene: Scene) => unknown; expected: Expected }

const everybody = (status: number): Expected =>
  Object.fromEntries(principals.map((principal) => [principal, status])) as Expected
/** 401 for visitors without a session; the others in the order of `principals`. */
const members = (
  stranger: number,
  pending = stranger,
  friend = stranger,
  owner = stranger,
  moderator = stranger,
): Expected => ({
  anonymous: 401,
  former: 401,
  stranger,
  pending,
  friend,
  owner,
  moderator,
})
/** There is no such route but for a moderator. */
const moderators = (status: number) => members(404, 404, 404, 404, status)
const nothing = () => ({})

/** A row for each route. With a body that is wrong on purpose, the answer shows that access is checked first. */
const matrix: Record<string, Row> = {
  'POST /api/auth/register': { body: nothing, expected: everybody(422) },
  'POST /api/auth/login': { body: nothing, expected: everybody(422) },
  'POST /api/auth/second-factor': { body: nothing, expected: everybody(410) },
  'POST /api/auth/passkey/options': { expected: everybody(200) },
  'POST /api/auth/passkey': { body: nothing, expected: everybody(401) },
  'POST /api/auth/reset-mail': { body: nothing, expected: everybody(422) },
  'POST /api/auth/reset-link': { body: nothing, expected: everybody(410) },
  'POST /api/auth/reset-password': { body: nothing, expected: everybody(422) },
  'GET /api/auth/provider': {
    path: () => `/api/auth/provider?attempt=${randomUUID()}`,
    expected: everybody(302),
  },
  'GET /api/auth/callback/external': { expected: everybody(302) },
  'GET /api/account': { expected: members(200) },
  'POST /api/account/verification-mail': { expected: members(204) },
  'POST /api/account/confirmation': { body: nothing, expected: members(403) },
  'POST /api/account/password': { body: nothing, expected: members(422) },
  'GET /api/account/sessions': { expected: members(200) },
  'DELETE /api/account/sessions': { expected: members(200) },
  'DELETE /api/account/sessions/{id}': {
    path: () => `/api/account/sessions/${randomUUID()}`,
    expected: members(404),
  },
  // While the moderator has a second factor.
  'GET /api/moderation/reports': { expected: moderators(200) },
  'GET /api/moderation/reports/{id}': {
    path: () => `/api/moderation/reports/${randomUUID()}`,
    expected: moderators(404),
  },
  'GET /api/moderation/appeals': { expected: moderators(200) },
  'GET /api/moderation/log': { expected: moderators(200) },
  'POST /api/moderation/reports/{id}/decision': {
    path: () => `/api/moderation/reports/${randomUUID()}/decision`,
    body: () => ({ action: 'remove', rule: 1 }),
    expected: moderators(422),
  },
  'POST /api/moderation/decisions/{id}/revert': {
    path: () => `/api/moderation/decisions/${randomUUID()}/revert`,
    body: nothing,
    expected: moderators(422),
  },
  'POST /api/moderation/appeals/{id}/answer': {
    path: () => `/api/moderation/appeals/${randomUUID()}/answer`,
    body: () => ({ accept: true }),
    expected: moderators(404),
  },
  'POST /api/account/second-factor': { expected: members(200, 200, 200, 200, 409) },
  'PUT /api/account/second-factor': { body: nothing, expected: members(401, 401, 401, 401, 409) },
  'DELETE /api/account/second-factor': { expected: members(204) },
  'POST /api/account/recovery-codes': { expected: members(409) },
  'POST /api/account/passkeys/options': { expected: members(200) },
  'POST /api/account/passkeys': { body: nothing, expected: members(401) },
  'PATCH /api/account/passkeys/{id}': {
    path: () => `/api/account/passkeys/${randomUUID()}`,
    body: () => ({ name: 'Telefono' }),
    expected: members(204),
  },
  'DELETE /api/account/passkeys/{id}': {
    path: () => `/api/account/passkeys/${randomUUID()}`,
    expected: members(204),
  },
  'POST /api/account/email': { body: nothing, expected: members(422) },
  'DELETE /api/account/email': { expected: members(204) },
  'GET /api/account/deletion': { expected: members(200) },
  'POST /api/account/deletion': { body: nothing, expected: members(400) },
  'POST /api/account/email/confirm': { body: nothing, expected: everybody(410) },
  'POST /api/account/email/revert': { body: nothing, expected: everybody(410) },
  // Nobody has asked for it yet.
  'GET /api/account/export/file': { expected: members(404) },
  'GET /api/account/export': { expected: members(200) },
  'POST /api/account/export': { expected: members(202) },
  'GET /api/notifications/settings': { expected: members(200) },
  'PUT /api/notifications/settings': { body: nothing, expected: members(200) },
  'GET /api/push/key': { expected: members(200) },
  // No push service of a browser.
  'PUT /api/push/subscription': {
    body: () => ({ endpoint: 'https://169.254.169.254/', keys: { p256dh: 'x', auth: 'x' } }),
    expected: members(422),
  },
  'DELETE /api/push/subscription': { expected: members(204) },
  'POST /api/push/test': { expected: members(404) },
  'GET /api/events/own': { expected: members(200) },
  'GET /api/notifications': { expected: members(200) },
  'POST /api/notifications/read': { body: nothing, expected: members(204) },
  // It takes a form alone, from anybody with the token of a mail.
  'POST /disiscrizione/{token}': { body: nothing, expected: everybody(415) },
  'GET /api/profiles/me': { expected: members(200) },
  'PATCH /api/profiles/me': { body: () => ({ displayName: '' }), expected: members(422) },
  // No picture; who may see a photo, and how long it is kept, stands in its slice's tests.
  'PUT /api/profiles/me/photo': { body: nothing, expected: members(422) },
  'DELETE /api/profiles/me/photo': { expected: members(200) },
  'GET /api/photos/{photoId}': { path: () => `/api/photos/${randomUUID()}`, expected: members(404) },
  'GET /api/photos/{photoId}/{size}': {
    path: () => `/api/photos/${randomUUID()}/96`,
    expected: members(404),
  },
  'GET /api/profiles/{uid}': {
    path: ({ owner }) => `/api/profiles/${owner}`,
    expected: members(200),
  },
  'GET /api/events': { expected: everybody(200) },
  'GET /api/events/period': {
    path: () => '/api/events/period?from=2027-01-01T00:00:00Z&to=2027-02-01T00:00:00Z',
    expected: everybody(200),
  },
  'GET /api/events/next': { expected: members(200) },
  'GET /api/events/similar': { expected: members(200) },
  'GET /api/events/feed': { expected: members(200) },
  'POST /api/events/feed': { expected: members(200) },
  'PUT /api/events/feed': { body: nothing, expected: members(200) },
  'DELETE /api/events/feed': { expected: members(200) },
  'GET /api/events/{eventId}': { expected: everybody(200) },
  'POST /api/events': { body: nothing, expected: members(422) },
  'POST /api/events/ctftime': { body: nothing, expected: members(422) },
  'PUT /api/events/{eventId}/participation': { expected: members(200, 200, 200, 403) },
  'DELETE /api/events/{eventId}/participation': { expected: members(200, 200, 200, 403) },
  'PATCH /api/events/{eventId}': { body: () => ({ version: 0 }), expected: members(403, 403, 403, 200) },
  'POST /api/events/{eventId}/cancel': {
    body: () => ({ version: 9, reason: 'Piove.' }),
    expected: members(403, 403, 403, 409),
  },
  'POST /api/events/{eventId}/restore': {
    body: () => ({ version: 0 }),
    expected: members(403, 403, 403, 200),
  },
  'GET /api/events/{eventId}/updates': { expected: everybody(200) },
  'POST /api/events/{eventId}/updates': {
    body: () => ({ clientId: randomUUID(), text: 'ciao' }),
    expected: members(403, 403, 403, 201),
  },
  'GET /api/events/{eventId}/participants.csv': { expected: members(403, 403, 403, 200) },
  'GET /api/events/{eventId}/participants': { expected: members(200, 200, 200, 200) },
  'GET /api/events/{eventId}/organizers/candidates': { expected: members(403, 403, 403, 200) },
  'PUT /api/events/{eventId}/organizers/{uid}': {
    path: ({ eventId }) => `/api/events/${eventId}/organizers/${randomUUID()}`,
    expected: members(403, 403, 403, 404),
  },
  'DELETE /api/events/{eventId}/organizers/{uid}': {
    path: ({ eventId }) => `/api/events/${eventId}/organizers/${randomUUID()}`,
    expected: members(403, 403, 403, 204),
  },
  'PUT /api/events/{eventId}/owner': {
    body: () => ({ uid: randomUUID() }),
    expected: members(403, 403, 403, 404),
  },
  // Others have joined it before.
  'DELETE /api/events/{eventId}': { expected: members(403, 403, 403, 409) },
  'GET /api/friends': { expected: members(200) },
  'GET /api/friends/presence': { expected: members(200) },
  'GET /api/friends/counts': { expected: members(200) },
  'GET /api/home/first-steps': { expected: members(200) },
  'GET /api/friends/requests': { expected: members(200) },
  'GET /api/friends/requests/sent': { expected: members(200) },
  'GET /api/friends/search': { path: () => '/api/friends/search?query=zz', expected: members(200) },
  'POST /api/friends/requests': {
    body: ({ owner }) => ({ uid: owner }),
    expected: members(200, 409, 409, 422),
  },
  'POST /api/friends/requests/{uid}/accept': {
    path: ({ pending }) => `/api/friends/requests/${pending}/accept`,
    expected: members(404, 404, 404, 204),
  },
  'POST /api/friends/requests/{uid}/reject': {
    path: ({ stranger }) => `/api/friends/requests/${stranger}/reject`,
    expected: members(204),
  },
  'DELETE /api/friends/requests/{uid}': {
    path: ({ stranger }) => `/api/friends/requests/${stranger}`,
    expected: members(204),
  },
  'DELETE /api/friends/{uid}': { path: ({ stranger }) => `/api/friends/${stranger}`, expected: members(204) },
  'GET /api/blocks': { expected: members(200) },
  'PUT /api/blocks/{uid}': {
    path: () => `/api/blocks/${crypto.randomUUID()}`,
    expected: members(404),
  },
  'DELETE /api/blocks/{uid}': { path: ({ stranger }) => `/api/blocks/${stranger}`, expected: members(204) },
  'POST /api/appeals': {
    body: () => ({ text: 'Non è andata così, davvero.' }),
    expected: everybody(410),
  },
  'POST /api/reports': {
    body: () => ({ subject: { kind: 'member', id: randomUUID() }, reason: 'spam' }),
    expected: members(404),
  },
  'GET /api/chat/{conversationId}/messages': { expected: members(404, 404, 200, 200) },
  'GET /api/chat/{conversationId}/changes': {
    path: ({ conversationId }) => `/api/chat/${conversationId}/changes?after=0`,
    expected: members(404, 404, 200, 200),
  },
  'POST /api/chat/{conversationId}/messages': {
    body: () => ({ clientId: randomUUID(), text: 'ciao' }),
    expected: members(404, 404, 201, 201),
  },
  'GET /api/chat/{conversationId}/messages/{sequence}': {
    path: ({ conversationId }) => `/api/chat/${conversationId}/messages/1`,
    expected: members(404, 404, 200, 200),
  },
  'PUT /api/chat/{conversationId}/messages/{sequence}': {
    path: ({ conversationId }) => `/api/chat/${conversationId}/messages/1`,
    body: () => ({ text: 'ciao', edits: 0 }),
    expected: members(404, 404, 200, 403),
  },
  'DELETE /api/chat/{conversationId}/messages/{sequence}': {
    path: ({ conversationId }) => `/api/chat/${conversationId}/messages/1`,
    expected: members(404, 404, 204, 403),
  },
  'PUT /api/chat/{conversationId}/messages/{sequence}/reactions/{reaction}': {
    path: ({ conversationId }) => `/api/chat/${conversationId}/messages/2/reactions/up`,
    expected: members(404, 404, 200, 200),
  },
  'DELETE /api/chat/{conversationId}/messages/{sequence}/reactions/{reaction}': {
    path: ({ conversationId }) => `/api/chat/${conversationId}/messages/2/reactions/up`,
    expected: members(404, 404, 200, 200),
  },
  'GET /api/chat/{conversationId}/messages/{sequence}/reactions': {
    path: ({ conversationId }) => `/api/chat/${conversationId}/messages/1/reactions?reaction=up`,
    expected: members(404, 404, 200, 200),
  },
  'GET /api/chat/{conversationId}/reactions/own': {
    path: ({ conversationId }) => `/api/chat/${conversationId}/reactions/own?from=1&to=2`,
    expected: members(404, 404, 200, 200),
  },
  'GET /api/chat/mentions': { expected: members(200) },
  'GET /api/chat/search': {
    path: ({ conversationId }) => `/api/chat/search?query=parola&conversationId=${conversationId}`,
    expected: members(404, 404, 200, 200),
  },
  'POST /api/chat/{conversationId}/mentions/{sequence}/read': {
    path: ({ conversationId }) => `/api/chat/${conversationId}/mentions/1/read`,
    expected: members(404, 404, 204, 204),
  },
  'POST /api/chat/{conversationId}/typing': { expected: members(404, 404, 204, 204) },
  'POST /api/chat/{conversationId}/read': {
    body: () => ({ sequence: 0 }),
    expected: members(404, 404, 204, 204),
  },
  'GET /api/chat/{conversationId}/partner': { expected: members(422, 422, 200, 200) },
  // By then the owner has accepted who asked: they are friends.
  'POST /api/chat/private': { body: ({ owner }) => ({ uid: owner }), expected: members(403, 200, 200, 403) },
  'GET /api/chat': { expected: members(200) },
  'GET /api/chat/unread': { expected: members(200) },
  'POST /api/settings/password-reset': { expected: members(200) },
  'GET /api/tokens': { expected: members(200) },
  'POST /api/tokens': {
    body: () => ({ name: '', scopes: [], expiresInDays: 30 }),
    expected: members(422),
  },
  'DELETE /api/tokens/{id}': { path: () => `/api/tokens/${randomUUID()}`, expected: members(204) },
  'GET /api/bots': { expected: members(200) },
  'POST /api/bots': { body: () => ({ name: '', scopes: [], expiresInDays: 30 }), expected: members(422) },
  'POST /api/bots/{uid}/token': {
    path: () => `/api/bots/${randomUUID()}/token`,
    body: () => ({ scopes: ['chat:read'], expiresInDays: 30 }),
    expected: members(404),
  },
  'DELETE /api/bots/{uid}': { path: () => `/api/bots/${randomUUID()}`, expected: members(204) },
  'POST /api/bots/{uid}/webhooks': {
    path: () => `/api/bots/${randomUUID()}/webhooks`,
    body: () => ({ name: 'GitHub' }),
    expected: members(404),
  },
  'DELETE /api/bots/{uid}/webhooks/{id}': {
    path: () => `/api/bots/${randomUUID()}/webhooks/${randomUUID()}`,
    expected: members(204),
  },
  // Its address is all that counts.
  'POST /api/hooks/{token}': {
    path: () => '/api/hooks/inventato',
    body: () => ({ text: 'ciao' }),
    expected: everybody(401),
  },
  'GET /api/settings/privacy': { expected: members(200) },
  'PUT /api/settings/privacy': { body: nothing, expected: members(200) },
  'POST /api/auth/logout': { expected: everybody(204) },
}

/** The operations that a token may do, by the scope that it needs. Every other one refuses each token. */
const operationsOf: Record<Scope, string[]> = {
  'profile:read': [
    'GET /api/profiles/me',
    'GET /api/profiles/{uid}',
    'GET /api/photos/{photoId}',
    'GET /api/photos/{photoId}/{size}',
  ],
  'chat:read': [
    'GET /api/chat',
    'GET /api/chat/unread',
    'GET /api/chat/mentions',
    'GET /api/chat/search',
    'GET /api/chat/{conversationId}/messages',
    'GET /api/chat/{conversationId}/messages/{sequence}',
    'GET /api/chat/{conversationId}/changes',
    'GET /api/chat/{conversationId}/messages/{sequence}/reactions',
    'GET /api/chat/{conversationId}/reactions/own',
    'GET /api/chat/{conversationId}/partner',
  ],
  'chat:write': [
    'POST /api/chat/private',
    'POST /api/chat/{conversationId}/messages',
    'PUT /api/chat/{conversationId}/messages/{sequence}',
    'DELETE /api/chat/{conversationId}/messages/{sequence}',
    'PUT /api/chat/{conversationId}/messages/{sequence}/reactions/{reaction}',
    'DELETE /api/chat/{conversationId}/messages/{sequence}/reactions/{reaction}',
    'POST /api/chat/{conversationId}/mentions/{sequence}/read',
    'POST /api/chat/{conversationId}/typing',
    'POST /api/chat/{conversationId}/read',
  ],
  'events:read': [
    'GET /api/events',
    'GET /api/events/period',
    'GET /api/events/next',
    'GET /api/events/similar',
    'GET /api/events/own',
    'GET /api/events/{eventId}',
    'GET /api/events/{eventId}/updates',
    'GET /api/events/{eventId}/participants',
    'GET /api/events/{eventId}/participants.csv',
    'GET /api/events/{eventId}/organizers/candidates',
  ],
  'events:write': [
    'POST /api/events',
    'PATCH /api/events/{eventId}',
    'DELETE /api/events/{eventId}',
    'POST /api/events/{eventId}/cancel',
    'POST /api/events/{eventId}/restore',
    'POST /api/events/{eventId}/updates',
    'PUT /api/events/{eventId}/participation',
    'DELETE /api/events/{eventId}/participation',
    'PUT /api/events/{eventId}/organizers/{uid}',
    'DELETE /api/events/{eventId}/organizers/{uid}',
    'PUT /api/events/{eventId}/owner',
  ],
  'friends:read': [
    'GET /api/friends',
    'GET /api/friends/counts',
    'GET /api/friends/presence',
    'GET /api/friends/requests',
    'GET /api/friends/requests/sent',
    'GET /api/friends/search',
  ],
  'friends:write': [
    'POST /api/friends/requests',
    'POST /api/friends/requests/{uid}/accept',
    'POST /api/friends/requests/{uid}/reject',
    'DELETE /api/friends/requests/{uid}',
    'DELETE /api/friends/{uid}',
  ],
}

const scopeOf = (route: string) => scopes.find((scope) => operationsOf[scope].includes(route))

/** Routes of conversations in an event's room, which its owner and the friend, who takes part, may read and write. */
const roomMatrix: Record<string, Row> = {
  'GET /messages': { expected: members(404, 404, 200, 200) },
  'GET /changes?after=0': { expected: members(404, 404, 200, 200) },
  'POST /messages': {
    body: () => ({ clientId: randomUUID(), text: 'ciao' }),
    expected: members(404, 404, 201, 201),
  },
  'GET /messages/1': { expected: members(404, 404, 200, 200) },
  'PUT /messages/1': { body: () => ({ text: 'ciao', edits: 0 }), expected: members(404, 404, 200, 403) },
  'DELETE /messages/1': { expected: members(404, 404, 204, 403) },
  'PUT /messages/2/reactions/up': { expected: members(404, 404, 200, 200) },
  'DELETE /messages/2/reactions/up': { expected: members(404, 404, 200, 200) },
  'GET /messages/1/reactions?reaction=up': { expected: members(404, 404, 200, 200) },
  'GET /reactions/own?from=1&to=2': { expected: members(404, 404, 200, 200) },
  'POST /mentions/1/read': { expected: members(404, 404, 204, 204) },
  'POST /typing': { expected: members(404, 404, 204, 204) },
  'POST /read': { body: () => ({ sequence: 0 }), expected: members(404, 404, 204, 204) },
  'GET /partner': { expected: members(422) },
}

/** Rights to subscribe to topics; a socket without a session is closed. */
const topics: [
  topic: (scene: Scene) => string,
  watching: Record<Exclude<Principal, 'anonymous' | 'former'>, boolean>,
][] = [
  [() => 'chat:generale', { stranger: true, pending: true, friend: true, owner: true, moderator: true }],
  [() => 'head:generale', { stranger: true, pending: true, friend: true, owner: true, moderator: true }],
  [
    ({ conversationId }) => `head:${conversationId}`,
    { stranger: false, pending: false, friend: false, owner: false, moderator: false },
  ],
  [() => 'events:all', { stranger: true, pending: true, friend: true, owner: true, moderator: true }],
  [() => 'members:all', { stranger: true, pending: true, friend: true, owner: true, moderator: true }],
  [
    ({ conversationId }) => `chat:${conversationId}`,
    { stranger: false, pending: false, friend: true, owner: true, moderator: false },
  ],
  [
    ({ roomId }) => `chat:${roomId}`,
    { stranger: false, pending: false, friend: true, owner: true, moderator: false },
  ],
  [() => 'moderation:all', { stranger: false, pending: false, friend: false, owner: false, moderator: true }],
  [
    ({ owner }) => `member:${owner}`,
    { stranger: false, pending: false, friend: false, owner: false, moderator: false },
  ],
]

let scene: Scene
let visitors: Record<Principal, Visitor>
/** Programs of the owner, by the one scope that their token has. */
let programs: Record<Scope, Visitor>
/** Programs of the owner whose tokens have ended. */
let endedPrograms: Visitor[]
/** A program of somebody without relation to the owner, which may do all that tokens may. */
let strangeProgram: Visitor
/** Bots of the stranger, and of the owner. */
let bots: Record<'stranger' | 'owner', Visitor>

const programWith = async (member: Member, ...allowed: Scope[]) =>
  visit(app.origin, { token: (await makeToken(member, ...allowed)).secret })

async function newcomer(name: string): Promise<Member> {
  return await register(app.origin, { name, email: `${name}@esempio.it`, password: 'Tana-rossa1' })
}

/** The room of an event with one seat, which the friend has; who asked waits for it. */
async function makeRoom(owner: Member, friend: Member, pending: Member): Promise<string> {
  const { id } = await createEvent(owner, { capacity: 1 })
  for (const member of [friend, pending]) await member.put(`/api/events/${id}/participation`)
  return eventRoomId(id)
}

beforeAll(async () => {
  const [owner, friend, pending, stranger, former, moderator] = await Promise.all(
    ['padrona', 'amica', 'richiedente', 'estranea', 'passata', 'moderatrice'].map(newcomer),
  )
  if (!owner || !friend || !pending || !stranger || !former || !moderator)
    throw new Error('somebody is missing')
  await makeModerator(app.database, moderator.uid)
  await befriend(friend, owner)
  await pending.post('/api/friends/requests', { uid: owner.uid })
  programs = Object.fromEntries(
    await Promise.all(scopes.map(async (scope) => [scope, await programWith(owner, scope)])),
  )
  const expired = await makeToken(owner, ...scopes)
  endedPrograms = [visit(app.origin, { token: expired.secret })]
  await app.database
    .updateTable('tokens')
    .set({ expires_at: new Date() })
    .where('id', '=', expired.token.id)
    .execute()
  const revoked = await makeToken(owner, ...scopes)
  endedPrograms.push(visit(app.origin, { token: revoked.secret }))
  await owner.delete(`/api/tokens/${revoked.token.id}`)
  strangeProgram = await programWith(await newcomer('programmatrice'), ...scopes)
  bots = { stranger: await makeBot(stranger, 'Bot estraneo'), owner: await makeBot(owner, 'Bot di casa') }
  const oldCookie = former.cookie()
  await former.post('/api/auth/logout')
  scene = {
    eventId: (await createEvent(owner)).id,
    conversationId: await openPrivateChat(owner, friend),
    roomId: await makeRoom(owner, friend, pending),
    owner: owner.uid,
    pending: pending.uid,
    stranger: stranger.uid,
  }
  visitors = {
    anonymous: app.visit(),
    former: visit(app.origin, { cookie: oldCookie }),
    stranger,
    pending,
    friend,
    owner,
    moderator,
  }
})

it('has a row for every route that the server describes, and for none that it does not (S-01)', async () => {
  const document = (await (await app.visit().fetch('/api/openapi.json')).json()) as {
    paths: Record<string, Record<string, unknown>>
  }
  const routes = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(Object.keys(matrix).toSorted()).toEqual(routes.toSorted())
  figure('S-01', `${routes.length} routes by ${principals.length} kinds of visitor, 0 without a row`)
})

describe.each(Object.entries(roomMatrix))(
  '%s of the room of an event (S-01)',
  (route, { body, expected }) => {
    it.each(principals)('%s', async (principal) => {
      const [method = '', path = ''] = route.split(' ')
      const answer = await visitors[principal].fetch(`/api/chat/${scene.roomId}${path}`, {
        method,
        ...(body ? { body: JSON.stringify(body(scene)) } : {}),
      })
      expect(answer.status).toBe(expected[principal])
    })
  },
)

it('lets a bot into the rooms of the events that its owner organizes alone (S-01)', async () => {
  const read = (bot: Visitor, id: string) =>
    bot.fetch(`/api/chat/${id}/messages`).then(({ status }) => status)
  expect(await Promise.all(Object.values(bots).map((bot) => read(bot, scene.roomId)))).toEqual([404, 200])
  expect(await read(bots.owner, scene.conversationId)).toBe(404)
})

describe.each(Object.entries(matrix))('%s (S-01)', (route, { path, body, expected }) => {
  it.each(principals)('%s', async (principal) => {
    const [method = '', template = ''] = route.split(' ')
    const filled = template
      .replace('{eventId}', scene.eventId)
      .replace('{conversationId}', scene.conversationId)
    const answer = await visitors[principal].fetch(path?.(scene) ?? filled, {
      method,
      ...(body ? { body: JSON.stringify(body(scene)) } : {}),
    })
    expect(answer.status).toBe(expected[principal])
    if (answer.status !== 302) expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  it.runIf(route.includes(' /api/'))('tokens', async () => {
    const [method = '', template = ''] = route.split(' ')
    const filled =
      path?.(scene) ??
      template.replace('{eventId}', scene.eventId).replace('{conversationId}', scene.conversationId)
    const ask = (program: Visitor) =>
      program.fetch(filled, { method, ...(body ? { body: JSON.stringify(body(scene)) } : {}) })
    const needed = scopeOf(route)
    for (const scope of scopes) {
      if (scope === needed) continue
      const answer = await ask(programs[scope])
      expect([scope, answer.status, await answer.json()]).toMatchObject([
        scope,
        403,
        { code: 'common.scope_missing' },
      ])
    }
    for (const program of endedPrograms) {
      const answer = await ask(program)
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([
        401,
        'Bearer error="invalid_token"',
      ])
    }
    // As the stranger with a cookie, where tokens may at all.
    expect((await ask(strangeProgram)).status).toBe(needed ? expected.stranger : 403)
    // A bot too, where its scopes allow it.
    const isBots = botScopes.some((scope) => scope === needed)
    expect((await ask(bots.stranger)).status).toBe(isBots ? expected.stranger : 403)
  })
})

describe('live topics (S-02)', () => {
  const here = runTestApp()

  let members: Record<'owner' | 'friend' | 'pending' | 'stranger' | 'moderator', Member>
  let conversationId: string
  let roomId: string

  beforeAll(async () => {
    const owner = await here.as('anna')
    const friend = await here.as('bruno')
    const pending = await here.as('carla')
    const moderator = await register(here.origin, {
      name: 'Moderatrice',
      email: 'moderatrice@esempio.it',
      password: 'Tana-rossa1',
    })
    await makeModerator(here.database, moderator.uid)
    members = { owner, friend, pending, stranger: await here.as('dario'), moderator }
    await befriend(friend, owner)
    await pending.post('/api/friends/requests', { uid: owner.uid })
    conversationId = await openPrivateChat(owner, friend)
    roomId = await makeRoom(owner, friend, pending)
  })

  it.each(topics)('%s', async (topicOf, watching) => {
    const topic = topicOf({ ...scene, conversationId, roomId, owner: members.owner.uid })
    for (const [name, member] of Object.entries(members)) {
      const tab = here.live(member)
      await tab.receive('live.welcome')
      tab.socket.send(JSON.stringify({ type: 'watch', topic }))
      const isWatching = watching[name as keyof typeof watching]
      await tab.receive(isWatching ? 'live.watching' : 'live.refused', (news) => news.topic === topic)
    }
  })
})
