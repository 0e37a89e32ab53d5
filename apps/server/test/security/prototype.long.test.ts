import { randomUUID } from 'node:crypto'
import { figure } from '@covo/testing/figure'
import type { Member } from '@covo/testing/visitor'
import { beforeAll, expect, it } from 'vitest'
import { runTestApp, unlimited } from '../test-app.ts'
import { rawHead, sendRaw } from './raw-http.ts'
import { fill, type Route, readRoutes, type Scene, sampleOf } from './routes.ts'

const failures: string[] = []
/** The server runs in this very process: what it does to the prototypes of everything is seen here. */
const app = runTestApp({
  limits: unlimited,
  onLogLine: (line) => {
    if (/^(warn|error|fatal)$/.test((JSON.parse(line) as { level: string }).level)) failures.push(line)
  },
})

const names = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'valueOf',
  '__defineGetter__',
  'then',
  'toJSON',
]

let anna: Member
let routes: Route[]
let scene: Scene

beforeAll(async () => {
  anna = await app.as('anna')
  // The other requests need the session that these end.
  routes = (await readRoutes(anna)).filter(
    ({ name }) => name !== 'POST /api/auth/logout' && name !== 'POST /api/account/deletion',
  )
  scene = { uid: (await app.as('bruno')).uid, eventId: randomUUID(), conversationId: 'generale' }
})

/** Every property that the shared prototypes have, with what it holds. */
function readPrototypes(): [string, unknown][] {
  return [Object, Array, String, Function, Map, Set, Promise, Headers, Request, Response, URL].flatMap(
    ({ name, prototype }) =>
      Reflect.ownKeys(prototype).map((key): [string, unknown] => {
        const { value, get } = Object.getOwnPropertyDescriptor(prototype, key) ?? {}
        return [`${name}.${String(key)}`, value ?? get]
      }),
  )
}

it('changes no prototype, whatever keys and names are sent (S-23)', async () => {
  const before = readPrototypes()
  let sent = 0
  const wrong: unknown[] = []
  async function attack(route: Route, path: string, body: string | undefined): Promise<void> {
    const by = route.path.startsWith('/api/auth/') ? app.visit() : anna
    const answer = await by.fetch(path, { method: route.method, ...(body === undefined ? {} : { body }) })
    const text = await answer.text()
    sent += 1
    if (answer.status >= 500 || text.includes('polluted')) wrong.push([route.name, path, body, answer.status])
  }
  for (const [index, route] of routes.entries()) {
    const hasBody = route.slots.some((slot) => slot.in === 'body')
    const sample = () => fill(route, (slot) => sampleOf(slot, scene))
    // The first at every route, the others in turn.
    for (const name of new Set([names[0], names[index % names.length]])) {
      // As a key: beside the own fields, in the place of one, and deeper.
      const value = '{"polluted":"polluted","isAdmin":true,"a":{"polluted":"polluted"}}'
      if (hasBody) {
        // A password costs what it is meant to cost: where one is hashed, nothing else of the sample is right.
        const body = route.path.startsWith('/api/auth/') ? '{}' : (sample().body ?? '{}')
        await attack(
          route,
          sample().path,
          body.replace('{', `{"${name}":${value}${body === '{}' ? '' : ','}`),
        )
        await attack(route, sample().path, `{"${name}":{"${name}":${value}}}`)
        await attack(route, sample().path, `{"constructor":{"prototype":${value}},"${name}":[${value}]}`)
      }
      const { path } = sample()
      const joint = path.includes('?') ? '&' : '?'
      await attack(
        route,
        `${path}${joint}${name}=polluted&${name}[polluted]=polluted&${name}.polluted=polluted`,
        hasBody ? '{}' : undefined,
      )
      await attack(
        route,
        `${path}${joint}constructor[prototype][polluted]=polluted&${name}=1&${name}=2`,
        hasBody ? '{}' : undefined,
      )
      // As a value: of each place at once, and in the path.
      const named = fill(route, () => name)
      await attack(route, named.path, named.body)
    }
  }
  expect(wrong).toEqual([])
  expect(failures).toHaveLength(0)
  expect(readPrototypes()).toEqual(before)
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  expect(Object.keys(Object.prototype)).toEqual([])
  figure(
    'S-23',
    `${sent} requests with ${names.length} names as keys and values on ${routes.length} routes: 0 changes to ${before.length} properties of prototypes`,
  )
})

it('takes such names for ordinary texts, in cookies, headers, paths and topics too (S-23)', async () => {
  const before = readPrototypes()
  for (const name of names) {
    const headers: [string, string][] = [
      ['Cookie', `${name}=polluted; ${name}[polluted]=1; covo.session_token=${name}`],
      [name, 'polluted'],
    ]
    expect((await sendRaw(app.origin, rawHead(app.origin, 'GET', '/api/profiles/me', headers))).status).toBe(
      401,
    )
    for (const path of [`/api/${name}`, `/api/chat/${name}`, `/api/auth/${name}`])
      expect([path, (await anna.fetch(path)).status]).toEqual([path, 404])
    expect((await anna.fetch(`/api/events/${name}/participation`)).status).toBe(405)
    expect((await anna.fetch(`/assets/${name}`)).status).toBe(404)
    expect((await anna.fetch(`/api/chat/${name}/messages`)).status).toBe(404)

    const tab = app.live(anna)
    await tab.receive('live.welcome')
    for (const topic of [name, `${name}:${name}`, `chat:${name}`, `events:${name}`, `members:${name}`]) {
      tab.socket.send(
        `{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"type":"watch","topic":"${topic}"}`,
      )
      await tab.receive('live.refused', (news) => news.topic === topic)
    }
    tab.close()

    const profile = { displayName: `${name} vero`, bio: name, citta: name, professione: name, telefono: name }
    const saved = await anna.patch('/api/profiles/me', profile)
    expect(await saved.json()).toMatchObject(profile)
    const clientId = randomUUID()
    const message = await anna.post('/api/chat/generale/messages', { clientId, text: name })
    expect(await message.json()).toMatchObject({ text: name, userName: `${name} vero` })
    const search = await anna.fetch(`/api/friends/search?query=${name}`)
    expect(await search.json()).toEqual({ people: [], nextCursor: null })
  }
  expect(failures).toHaveLength(0)
  expect(readPrototypes()).toEqual(before)
})
