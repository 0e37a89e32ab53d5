import { teamRoomId } from '@covo/contract/chat/chat.rules'
import { type Scope, scopes } from '@covo/contract/scopes'
import { botScopes } from '@covo/contract/tokens/bots.rules'
import { figure } from '@covo/testing/figure'
import { makeBot, makeToken } from '@covo/testing/member-actions'
import { type Visitor, visit } from '@covo/testing/visitor'
import { beforeAll, describe, expect, it } from 'vitest'
import { conversationSamples } from '../operations/chat.ts'
import {
  describedOperations,
  type Prepared,
  prepare,
  samples,
  sendRequest,
} from '../operations/operations.ts'
import { makeWorld, type Role, roles, type World } from '../operations/world.ts'
import { runTestApp, unlimited } from '../test-app.ts'

const app = runTestApp({ limits: unlimited })

/** All kinds of callers: a visitor, a visitor whose session ended, and the members of the world. */
const principals = ['anonymous', 'former', ...roles] as const
type Principal = (typeof principals)[number]

let world: World
/** The cookie of a session that ended. */
let oldCookie: string
/** The status of each operation's success. */
let successOf: Map<string, number>
/** Programs of the owner, by the one scope that their token has. */
let programs: Record<Scope, Visitor>
/** Programs of the owner whose tokens have ended. */
let endedPrograms: Visitor[]
/** A program of the stranger, which may do all that tokens may. */
let strangeProgram: Visitor
/** Bots of the stranger, and of the owner. */
let bots: Record<'stranger' | 'owner', Visitor>

beforeAll(async () => {
  world = await makeWorld(app)
  const { owner, stranger } = world.members
  successOf = await describedOperations(app.visit())
  const former = await world.newcomer()
  oldCookie = former.cookie()
  await former.post('/api/auth/logout')
  const programOf = async (member: Visitor, ...allowed: Scope[]) =>
    visit(app.origin, { token: (await makeToken(member, ...allowed)).secret })
  programs = Object.fromEntries(
    await Promise.all(scopes.map(async (scope) => [scope, await programOf(owner, scope)])),
  )
  strangeProgram = await programOf(stranger, ...scopes)
  const [expired, revoked] = [await makeToken(owner, ...scopes), await makeToken(owner, ...scopes)]
  endedPrograms = [expired, revoked].map(({ secret }) => visit(app.origin, { token: secret }))
  await app.database
    .updateTable('tokens')
    .set({ expires_at: new Date() })
    .where('id', '=', expired.token.id)
    .execute()
  await owner.delete(`/api/tokens/${revoked.token.id}`)
  bots = { stranger: await makeBot(stranger, 'Bot estraneo'), owner: await makeBot(owner, 'Bot del corso') }
})

function statusFor(principal: Principal, operation: string): number | undefined {
  const { by, refuses = {} } = samples[operation] ?? {}
  const isVisitor = principal === 'anonymous' || principal === 'former'
  if (isVisitor) return by === 'visitor' ? successOf.get(operation) : 401
  return refuses[principal] ?? successOf.get(operation)
}

/** Somebody of that kind, who sends what was prepared for the one who may. */
async function visitorOf(principal: Principal, { call, request }: Prepared): Promise<Visitor> {
  if (principal === 'anonymous') return app.visit()
  if (principal === 'former') return visit(app.origin, { cookie: oldCookie })
  if (call.by) return call.by
  const member = world.members[principal]
  // What it changes may end the session.
  return request.method === 'GET' ? member : await world.signIn(member)
}

/** The answers to all kinds of callers. A request that succeeded is prepared again for the next. */
async function answersOf(operation: string, conversationId: string): Promise<Map<Principal, Response>> {
  const answers = new Map<Principal, Response>()
  let prepared = await prepare(operation, world, conversationId)
  for (const principal of principals) {
    const answer = await sendRequest(await visitorOf(principal, prepared), prepared.request)
    answers.set(principal, answer)
    if (answer.status < 400) prepared = await prepare(operation, world, conversationId)
  }
  return answers
}

function expectStatuses(answers: Map<Principal, Response>, operation: string): void {
  const statuses = principals.map((principal) => [principal, answers.get(principal)?.status])
  expect(statuses).toEqual(principals.map((principal) => [principal, statusFor(principal, operation)]))
}

it('has a row for every route that the server describes (S-01)', () => {
  expect(Object.keys(samples).toSorted()).toEqual([...successOf.keys()].toSorted())
  figure('S-01', `${successOf.size} routes by ${principals.length} kinds of visitor, 0 without a row`)
})

describe.each(Object.keys(samples))('%s (S-01)', (operation) => {
  it('answers each kind of visitor', async () => {
    const answers = await answersOf(operation, world.conversationId)
    expectStatuses(answers, operation)
    for (const { status, headers } of answers.values())
      if (
        status !== 302 &&
        !(status === 200 && /^GET .api.(photos|files|moderation.reports.+files)./.test(operation))
      )
        expect(headers.get('cache-control')).toBe('no-store')
  })

  it.runIf(operation.includes(' /api/'))('tokens', async () => {
    const needed = samples[operation]?.scope
    const { request } = await prepare(operation, world)
    for (const scope of scopes) {
      if (scope === needed) continue
      const answer = await sendRequest(programs[scope], request)
      expect([scope, answer.status, await answer.json()]).toMatchObject([
        scope,
        403,
        { code: 'common.scope_missing' },
      ])
    }
    for (const program of endedPrograms) {
      const answer = await sendRequest(program, request)
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([
        401,
        'Bearer error="invalid_token"',
      ])
    }
    // As the stranger with a cookie, where tokens may at all.
    const status = needed ? statusFor('stranger', operation) : 403
    expect((await sendRequest(strangeProgram, request)).status).toBe(status)
    // A bot too, where its scopes allow it.
    const { request: another } = await prepare(operation, world)
    const isBots = botScopes.some((scope) => scope === needed)
    expect((await sendRequest(bots.stranger, another)).status).toBe(isBots ? status : 403)
  })
})

it.each(Object.keys(conversationSamples))('%s of the room of an event (S-01)', async (operation) => {
  expectStatuses(await answersOf(operation, world.roomId), operation)
})

it.each(Object.keys(conversationSamples))('%s of the room of a team (S-01)', async (operation) => {
  expectStatuses(await answersOf(operation, teamRoomId(world.teamId)), operation)
})

it('lets no bot into a team (S-01)', async () => {
  const { status } = await bots.owner.fetch(`/api/chat/${teamRoomId(world.teamId)}/messages`)
  expect(status).toBe(404)
  const invited = await world.members.owner.put(`/api/teams/${world.teamId}/invited/${world.botId}`)
  expect(invited.status).toBe(404)
})

it('has no partner in the room of an event, for those who may read it (S-01)', async () => {
  for (const member of Object.values(world.members))
    expect((await member.fetch(`/api/chat/${world.roomId}/partner`)).status).toBe(422)
})

it('lets a bot into the rooms of the events that its owner organizes alone (S-01)', async () => {
  const read = (bot: Visitor, id: string) =>
    bot.fetch(`/api/chat/${id}/messages`).then(({ status }) => status)
  expect(await read(bots.stranger, world.roomId)).toBe(404)
  expect(await read(bots.owner, world.roomId)).toBe(200)
  expect(await read(bots.owner, world.conversationId)).toBe(404)
})

const everybody = [...roles]

/** Who may subscribe to a topic; a socket without a session is closed. */
const topics: [topic: (world: World) => string, watching: Role[]][] = [
  [() => 'chat:generale', everybody],
  [() => 'head:generale', everybody],
  [({ conversationId }) => `head:${conversationId}`, []],
  [({ roomId }) => `head:${roomId}`, ['friend', 'owner']],
  [({ subjectSlug }) => `chat:stanza-${subjectSlug}`, everybody],
  [({ teamId }) => `chat:${teamRoomId(teamId)}`, ['friend', 'owner']],
  [({ teamId }) => `head:${teamRoomId(teamId)}`, ['friend', 'owner']],
  [() => 'rooms:all', everybody],
  [() => 'events:all', everybody],
  [() => 'members:all', everybody],
  [({ conversationId }) => `chat:${conversationId}`, ['friend', 'owner']],
  [({ roomId }) => `chat:${roomId}`, ['friend', 'owner']],
  [() => 'moderation:all', ['moderator']],
  [({ members }) => `member:${members.owner.uid}`, []],
]

it.each(topics)('%s is watched by those who may alone (S-02)', async (topicOf, watching) => {
  const topic = topicOf(world)
  for (const role of roles) {
    const tab = app.live(await world.signIn(world.members[role]))
    await tab.receive('live.welcome')
    tab.socket.send(JSON.stringify({ type: 'watch', topic }))
    const isWatching = watching.includes(role)
    await tab.receive(isWatching ? 'live.watching' : 'live.refused', (news) => news.topic === topic)
  }
})
