import { randomUUID } from 'node:crypto'
import type { MessagePage } from '@covo/contract/chat/chat.routes'
import { webhookPath } from '@covo/contract/tokens/bots.rules'
import { figure } from '@covo/testing/figure'
import type { Member } from '@covo/testing/visitor'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { runTestApp } from '../test-app.ts'
import { rawHead, sendRaw } from './raw-http.ts'
import { fill, type Route, readRoutes, type Scene, type Slot, sampleOf, writes } from './routes.ts'

const app = runTestApp()

let anna: Member
let routes: Route[]
let scene: Scene

beforeAll(async () => {
  anna = await app.as('anna')
  const bruno = await app.as('bruno')
  routes = await readRoutes(anna)
  scene = { uid: bruno.uid, eventId: randomUUID(), conversationId: 'generale' }
})

/** Everything that a request could have changed. */
async function countRows(): Promise<unknown> {
  const { rows } = await sql`
    select
      (select jsonb_agg(to_jsonb(u) order by id) from users u) as users,
      (select count(*) from messages) as messages,
      (select count(*) from events) as events,
      (select count(*) from friend_requests) as requests,
      (select count(*) from conversations) as conversations,
      (select count(*) from verifications) as verifications,
      (select count(*) from mail_links) as links
  `.execute(app.database)
  return rows
}

/** A hundred at a time, so that the answers' order is that of the requests. */
async function sendAll<Item, Answer>(
  items: Item[],
  send: (item: Item) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let start = 0; start < items.length; start += 50)
    answers.push(...(await Promise.all(items.slice(start, start + 50).map(send))))
  return answers
}

/** CVE-2026-33806, CVE-2025-32442: a type that a parser takes for JSON and the validator doesn't, or the other way round. */
const contentTypes = [
  ...[
    'application/json',
    'APPLICATION/JSON',
    'application/json; charset=utf-8',
    'application/json;charset=utf-16',
  ],
  ...[
    'application/json ; a=b',
    'application/json;',
    'application/json ;',
    ' application/json',
    '\tapplication/json',
  ],
  ...[
    'application/json\t;x',
    'application/json, text/plain',
    'text/plain, application/json',
    'text/json',
    'application/x-json',
  ],
  ...[
    'application/vnd.api+json',
    'application/problem+json',
    'application/merge-patch+json',
    'application/jsonp',
  ],
  ...[
    'application/json5',
    'application/ld+json; application/json',
    'text/plain; application/json',
    'text/plain',
  ],
  ...[
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
    'application/octet-stream',
    '*/*',
  ],
  ...[
    'application/*',
    'application',
    '',
    '"application/json"',
    'application/json\u00a0',
    'application%2fjson',
  ],
]

/** A value that no slot of a body takes: a handler that gets it was reached past the schema. */
const misfitOf = ({ schema }: Slot) => (schema.type === 'object' ? [1] : { a: [1] })

/** An address of a webhook that is none is refused before its body; `webhooks.routes.test.ts` has one that is. */
const takesMembersBody = ({ name, slots }: Route) =>
  name !== 'POST /api/hooks/{token}' && slots.some((slot) => slot.in === 'body')

it('lets no spelling of a content type past the schema of a body (S-18)', async () => {
  const cookie = anna.cookie()
  const before = await countRows()
  const bodies = routes.filter(takesMembersBody)
  const attacks = bodies.flatMap((route) => contentTypes.map((type) => ({ route, type })))
  const answers = await sendAll(attacks, ({ route, type }) => {
    const {
      method,
      path,
      body = '',
    } = fill(route, (slot) => (slot.in === 'body' ? misfitOf(slot) : sampleOf(slot, scene)))
    const head = rawHead(app.origin, method, path, [
      ['Cookie', cookie],
      ['Content-Type', type],
      ['Content-Length', String(Buffer.byteLength(body))],
    ])
    return sendRaw(app.origin, Buffer.from(head + body, 'latin1'))
  })
  const passed = answers
    .map(({ status }, index) => [attacks[index]?.route.name, attacks[index]?.type, status] as const)
    .filter(([, , status]) => status !== 400 && status !== 415)
  expect(passed).toEqual([])
  expect(await countRows()).toEqual(before)
  figure('S-18', `${contentTypes.length} content types by ${bodies.length} routes with a body: 0 unvalidated`)
})

/** CVE-2026-22031, GHSA-x732-6j76-qmhm: paths that one part of a server takes for another path than the next part. */
const spellings: ((path: string) => string)[] = [
  (path) => path,
  (path) => `/${path}`,
  (path) => `//${path}`,
  (path) => path.replaceAll('/', '//'),
  (path) => `${path}/`,
  (path) => `${path}//`,
  (path) => `${path}/.`,
  (path) => `${path}/..`,
  (path) => `/.${path}`,
  (path) => `/x/..${path}`,
  (path) => path.replace('/api/', '/api/./'),
  (path) => path.replace('/api/', '/api/x/../'),
  (path) => path.replace('/api/', '/api/%2e/'),
  (path) => path.replace('/api/', '/api/x/%2e%2e/'),
  (path) => path.replace('/api/', '/api/x%2f..%2f'),
  (path) => path.replace('/api/', '/assets/../api/'),
  (path) => path.replace('/api/', '/assets/..%2fapi/'),
  (path) => path.replace('/api/', '/assets/%2e%2e/api/'),
  (path) => path.replace('a', '%61'),
  (path) => path.replace('a', '%2561'),
  (path) => path.replace('api', '%61%70%69'),
  (path) => path.replaceAll(/[a-z]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  (path) => path.replace('/api/', '/api%2f'),
  (path) => path.replaceAll('/', '%2f'),
  (path) => path.replaceAll('/', '\\'),
  (path) => path.replace('/api/', '/api\\'),
  (path) => path.replace('/api/', '/api%5c'),
  (path) => path.toUpperCase(),
  (path) => path.replace('api', 'Api'),
  (path) => path.replace('/api/', '/api;/'),
  (path) => path.replace('/api/', '/api;x=1/'),
  (path) => `${path};x`,
  (path) => `${path};.js`,
  (path) => `${path}.json`,
  (path) => `${path}%20`,
  (path) => `${path}%00`,
  (path) => `${path}%00.js`,
  (path) => `${path}%0a`,
  (path) => `${path}%0d%0a`,
  (path) => `${path}%09`,
  (path) => `${path}?`,
  (path) => `${path}?/assets/x.js`,
  (path) => `${path}#`,
  (path) => `${path}%23`,
  (path) => `${path}%3f`,
  (path) => path.replace('/api/', '/api/%c0%af'),
  (path) => path.replace('/api/', '/api%c0%af'),
  (path) => path.replace('/', '/\u00a0'),
  (path) => path.replace('i', '\u0131'),
  (path) => `http://localhost${path}`,
  (path) => `https://male.example${path}`,
  (path) => `http://male.example:80//${path}`,
  (path) => `/${path}@male.example`,
  (path) => `*${path}`,
]

/** Allowed answers to a visitor: refusals, and the page, which is the same for every path and reveals nothing. */
const refusals = new Set([400, 401, 403, 404, 405])

it('refuses visitors in every spelling of a path, a method or an override (S-18)', async () => {
  const isAlone = ({ path }: Route) => routes.every((route) => route.path !== path || route.isProtected)
  const paths = [
    ...new Set(routes.filter(isAlone).map((route) => fill(route, (slot) => sampleOf(slot, scene)).path)),
  ]
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD']
  const overrides = ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override']
  const rewrites = ['X-Original-URL', 'X-Rewrite-URL', 'X-Forwarded-Path', 'X-Forwarded-Uri']
  const attacks: { target: string; method: string; headers: [string, string][] }[] = [
    ...paths.flatMap((path) =>
      spellings.flatMap((spell) =>
        (spell(path) === path ? methods : ['GET', 'POST']).map((method) => ({
          target: spell(path),
          method,
          headers: [],
        })),
      ),
    ),
    ...paths.flatMap((path) =>
      overrides.flatMap((name) =>
        ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((method) => ({
          target: `${path}?_method=${method}`,
          method: 'GET',
          headers: [[name, method]] as [string, string][],
        })),
      ),
    ),
    ...paths.flatMap((path) =>
      rewrites.map((name) => ({
        target: '/api/events',
        method: 'POST',
        headers: [[name, path]] as [string, string][],
      })),
    ),
    ...paths.flatMap((path) =>
      ['OPTIONS', 'TRACE', 'PROPFIND', 'SEARCH', 'get', 'Get', 'GETX'].map((method) => ({
        target: path,
        method,
        headers: [],
      })),
    ),
  ]
  const answers = await sendAll(attacks, ({ target, method, headers }) =>
    sendRaw(app.origin, Buffer.from(rawHead(app.origin, method, target, headers), 'utf8')),
  )
  const entered = answers
    .map((answer, index) => ({ ...attacks[index], ...answer }))
    .filter(({ status, type }) => !refusals.has(status) && !(status === 200 && type.startsWith('text/html')))
    .map(({ target, method, status, text }) => [method, target, status, text.slice(-200)])
  expect(entered).toEqual([])
  figure(
    'S-18',
    `${spellings.length} path spellings, ${overrides.length + rewrites.length} override headers and 13 methods by ${paths.length} members' paths (${attacks.length} requests): 0 answered to a stranger`,
  )
})

it('judges a member’s request the same in every spelling of its path (S-18)', async () => {
  const before = await countRows()
  const cookie = anna.cookie()
  const attacks = routes
    .filter((route) => takesMembersBody(route) && route.isProtected)
    .flatMap((route) => {
      const {
        method,
        path,
        body = '',
      } = fill(route, (slot) => (slot.in === 'body' ? misfitOf(slot) : sampleOf(slot, scene)))
      return spellings.map((spell) => ({ method, target: spell(path), body }))
    })
  const answers = await sendAll(attacks, ({ method, target, body }) => {
    const head = rawHead(app.origin, method, target, [
      ['Cookie', cookie],
      ['Content-Type', 'application/json'],
      ['Content-Length', String(body.length)],
    ])
    return sendRaw(app.origin, head + body)
  })
  const passed = answers
    .map(({ status }, index) => [attacks[index]?.target, status] as const)
    .filter(([, status]) => ![400, 404, 405].includes(status))
  expect(passed).toEqual([])
  expect(await countRows()).toEqual(before)
})

it('judges the very value that it uses, where a name stands twice (S-18)', async () => {
  const send = (text: string) =>
    anna.fetch('/api/chat/generale/messages', {
      method: 'POST',
      body: text.replaceAll('ID', randomUUID()),
    })
  expect((await send('{"clientId":"ID","text":"buono","text":5}')).status).toBe(400)
  expect((await send('{"clientId":"ID","text":"buono","text":"   "}')).status).toBe(422)
  expect((await send('{"clientId":"ID","clientId":"x","text":"buono"}')).status).toBe(400)
  const last = await send('{"clientId":"ID","text":5,"te\\u0078t":"ultimo"}')
  expect(await last.json()).toMatchObject({ text: 'ultimo' })

  const page = async (query: string) => {
    const answer = await anna.fetch(`/api/chat/generale/messages${query}`)
    return [answer.status, ((await answer.json()) as Partial<MessagePage>).messages?.length]
  }
  await send('{"clientId":"ID","text":"secondo"}')
  expect(await page('?limit=1')).toEqual([200, 1])
  for (const query of [
    '?limit=1&limit=2',
    '?limit=2&limit=100000',
    '?limit=1&before=1&before=9',
    '?after=0&after=0',
  ])
    expect(await page(query)).toEqual([400, undefined])
  for (const query of ['?filter=all&filter=past', '?search=a&search=b', '?cursor=a&cursor=b'])
    expect((await app.visit().fetch(`/api/events${query}`)).status).toBe(400)
})

it('bounds every text and number that it takes, and holds the bound exactly (S-18)', async () => {
  let bounded = 0
  for (const route of routes)
    for (const slot of route.slots) {
      const { pattern, maximum, maxItems, format, enum: options } = slot.schema
      const [type] = [slot.schema.type].flat()
      // A pattern may allow less; no field with a pattern is longer than this.
      const maxLength = pattern ? 1000 : slot.schema.maxLength
      const where = `${route.name} ${slot.name}`
      // The one object holds choices alone.
      if (options || format === 'uuid' || type === 'boolean' || type === 'object') continue
      const bound = { string: maxLength, array: maxItems }[String(type)] ?? maximum
      expect([where, bound]).toEqual([where, expect.any(Number)])
      const beyond = (bound ?? Number.NaN) + 1
      const one = sampleOf(slot, scene)
      const tooMuch =
        type === 'string' ? 'a'.repeat(beyond) : Array.isArray(one) ? Array(beyond).fill(one[0]) : beyond
      const { method, path, body } = fill(route, (each) => (each === slot ? tooMuch : sampleOf(each, scene)))
      const by = route.path.startsWith('/api/auth/') ? app.visit() : anna
      const answer = await by.fetch(path, { method, ...(body ? { body } : {}) })
      // The address of a webhook is what it is called by: one that is none is refused first.
      expect([where, answer.status]).toEqual([where, route.path.startsWith(webhookPath) ? 401 : 400])
      bounded += 1
    }
  const unlisted = routes.filter(writes).filter(({ slots }) => slots.length === 0)
  expect(bounded).toBeGreaterThan(25)
  figure(
    'S-18',
    `${bounded} texts and numbers of ${routes.length - unlisted.length} routes refused one beyond their bound`,
  )
})
