import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setPriority } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { privateConversationId } from '@covo/contract/chat/chat.rules'
import { openLive } from '@covo/testing/live'
import { pick, randomFrom } from '@covo/testing/random'
import { type Visitor, visit } from '@covo/testing/visitor'
import { greyPng, pictureOf } from '../../pictures.ts'
import { rawHead } from '../raw-http.ts'
import { fill, type Route, readRoutes, type Scene, sampleOf, writes } from '../routes.ts'

/**
 * The adversaries of greedy.soak.test.ts, as a process of their own: what they cost is not the measured member's. Each does
 * random things, one after another in several loops, until the process is ended.
 */
export type Adversaries = {
  origin: string
  seed: number
  /** The cookies of the greedy members. */
  cookies: string[]
  /** The account that they try to lock, and the member whose conversations they ask for. */
  target: { uid: string; email: string }
  scene: Scene
}

/** The parallel actions of one adversary, and the longest pause between two of them, in ms. */
const loops = 6
const longestPause = 60

const { origin, seed, cookies, target, scene } = JSON.parse(process.argv[2] ?? '') as Adversaries
const random = randomFrom(seed)
const below = (end: number) => Math.floor(random() * end)
const done = new Map<string, number>()

// They take what the measured member and the server leave of the processor.
setPriority(19)

type Adversary = {
  /** Of a request: X-Forwarded-For plays the networks. */
  address: () => string
  visitor: Visitor
}

type Act = (by: Adversary) => Promise<unknown>

/** What they made so far, and read again: events, and the paths of calendars and photos. */
const eventIds = [scene.eventId]
const feeds: string[] = []
const photos: string[] = []

/** What a member uploads as their photo: the most pixels, in few bytes and in many, and no picture behind the head of one. */
const pictures = [
  greyPng(2048, 2048),
  await pictureOf('webp', { width: 2048, height: 2048 }),
  greyPng(2048, 2048).subarray(0, 400),
]

function send(
  { visitor, address }: Adversary,
  path: string,
  { headers = {}, ...init }: Parameters<Visitor['fetch']>[1] = {},
) {
  return visitor.fetch(path, { ...init, headers: { 'x-forwarded-for': address(), ...headers } })
}

function post(by: Adversary, path: string, body: unknown) {
  return send(by, path, { method: 'POST', body: JSON.stringify(body) })
}

/** A value that a slot takes, or one that no honest client sends. */
function valueIn(slot: Parameters<typeof sampleOf>[0]): unknown {
  const giant = () =>
    pick(random, ['a', 'è', '👨‍👩‍👧‍👦', `a${'\u1ab0'.repeat(14)}`, '\\', '"']).repeat(below(3000))
  return random() < 0.6
    ? sampleOf(slot, scene)
    : pick(random, [() => undefined, () => '', () => 'qq', () => '%', () => 0, giant])()
}

const routes: Route[] = await readRoutes(visit(origin))
const reads = routes.filter((route) => !writes(route))

async function ask(by: Adversary, route: Route) {
  const { path, ...request } = fill(route, valueIn)
  return send(by, path.slice(0, 8000), request)
}

async function flood(by: Adversary): Promise<void> {
  const tab = openLive(by.visitor, { headers: { 'x-forwarded-for': by.address() } })
  await Promise.race([once(tab.socket, 'open'), once(tab.socket, 'close'), delay(5000)])
  const topics = [
    () => `chat:${randomUUID()}`,
    () => `chat:${privateConversationId(randomUUID(), target.uid)}`,
    () => 'chat:generale',
    () => 'events:all',
    () => 'members:all',
  ]
  for (let frame = below(250); frame > 0 && tab.socket.readyState === tab.socket.OPEN; frame -= 1) {
    const kind = random()
    if (kind < 0.7) tab.socket.send(JSON.stringify({ type: 'watch', topic: pick(random, topics)() }))
    else if (kind < 0.8) tab.socket.pong('x')
    else if (kind < 0.9) tab.socket.ping()
    else tab.socket.send(JSON.stringify({ type: 'unwatch', topic: pick(random, topics)() }))
  }
  if (random() < 0.2) tab.socket.send('{')
  if (random() < 0.3) (tab.socket as unknown as { _socket?: { pause(): void } })._socket?.pause()
  await delay(below(3000))
  tab.close()
}

/** A connection that says `text` and then nothing: it takes no answer either. */
async function hang({ address }: Adversary, text: string): Promise<void> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  socket.on('error', () => {})
  socket.pause()
  socket.write(text.replace('\r\n', `\r\nX-Forwarded-For: ${address()}\r\n`))
  await Promise.race([once(socket, 'close'), delay(below(20_000))])
  socket.destroy()
}

const anybodys: Record<string, Act> = {
  'any route': (by) => ask(by, pick(random, routes)),
  'forty reads at once': (by) => {
    const route = pick(random, reads)
    return Promise.all(Array.from({ length: 40 }, () => ask(by, route)))
  },
  'a search of two letters': (by) =>
    Promise.all(
      Array.from({ length: 10 }, () => send(by, `/api/events?search=${pick(random, ['qq', 'e', 'xy'])}`)),
    ),
  'a card of an event': (by) => send(by, `/eventi/${pick(random, eventIds)}.png`),
  'ten cards at once': (by) =>
    Promise.all(Array.from({ length: 10 }, () => send(by, `/eventi/${pick(random, eventIds)}.png`))),
  'a calendar of an event': (by) => send(by, `/eventi/${pick(random, eventIds)}.ics`),
  'the calendar of all events': (by) => send(by, '/eventi.ics'),
  'the feed of news': (by) => send(by, '/eventi.atom'),
  'the calendar of a member': (by) => send(by, feeds.length > 0 ? pick(random, feeds) : '/calendario/x.ics'),
  'past events': (by) => send(by, '/api/events?filter=past'),
  'another origin': (by) =>
    send(by, '/api/auth/logout', { method: 'POST', headers: { origin: 'https://x.example' } }),
  'no such page': (by) => send(by, `/api/${randomUUID()}`),
  'a page': (by) => send(by, '/'),
  'a giant cookie': (by) =>
    send(by, '/api/friends/counts', {
      headers: { cookie: `${by.visitor.cookie()}; x=${randomUUID()}${'x'.repeat(12_000)}` },
    }),
  'a giant body': (by) => post(by, '/api/auth/login', { email: 'x'.repeat(500_000), password: 'x' }),
  'a socket': flood,
}

const visitorsOwn: Record<string, Act> = {
  'a wrong password': (by) =>
    post(by, '/api/auth/login', { email: target.email, password: `no-${below(1e9)}` }),
  'an invented account': (by) =>
    post(by, '/api/auth/login', { email: `${below(1e9)}@esempio.it`, password: 'Tana-rossa1' }),
  'a reset': (by) =>
    post(by, '/api/auth/reset-mail', { email: pick(random, [target.email, `${below(1e9)}@esempio.it`]) }),
  'a registration': (by) =>
    post(by, '/api/auth/register', {
      email: `ospite${below(1e9)}@esempio.it`,
      username: '',
      password: 'Tana-rossa1',
      passwordConfirmation: 'Tana-rossa1',
    }),
  'a sign-in by provider': (by) => send(by, `/api/auth/provider?attempt=${randomUUID()}`),
  'an idle connection': (by) => hang(by, 'GET /robots.txt HTTP/1.1\r\nHost: x\r\n\r\n'),
  'an unread answer': (by) => hang(by, 'GET /api/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(20)),
  'a slow body': (by) =>
    hang(
      by,
      rawHead(origin, 'POST', '/api/auth/login', [
        ['Content-Type', 'application/json'],
        ['Content-Length', '400000'],
      ]) + 'x'.repeat(100_000),
    ),
  'what is not HTTP': (by) => hang(by, 'niente\r\n\r\n'),
}

const membersOwn: Record<string, Act> = {
  'a message of the largest': (by) =>
    post(by, '/api/chat/generale/messages', {
      clientId: randomUUID(),
      text: pick(random, ['👨‍👩‍👧‍👦', 'a']).repeat(2000),
    }),
  'a message': (by) => post(by, '/api/chat/generale/messages', { clientId: randomUUID(), text: 'svelta' }),
  'an event of the largest': async (by) => {
    const answer = await post(by, '/api/events', {
      title: 'q'.repeat(100),
      description: 'w '.repeat(1000),
      dateTime: new Date(Date.now() + 3_600_000).toISOString(),
      deadline: new Date(Date.now() + 7_200_000).toISOString(),
      link: 'https://esempio.it',
      category: 'other',
      duration: '2 ore',
    })
    if (answer.status === 201) eventIds.push(((await answer.json()) as { id: string }).id)
  },
  'an own calendar': async (by) => {
    const answer = await post(by, '/api/events/feed', undefined)
    if (answer.ok) feeds.push(new URL(((await answer.json()) as { url: string }).url).pathname)
  },
  'an own photo': async (by) => {
    const body = pick(random, pictures)
    const answer = await send(by, '/api/profiles/me/photo', {
      method: 'PUT',
      headers: { 'content-type': 'image/webp' },
      body,
    })
    if (answer.ok) photos.push(((await answer.json()) as { photoURL: string }).photoURL)
  },
  'a photo': (by) => send(by, photos.length > 0 ? pick(random, photos) : '/api/photos/x'),
  'an archive of own data': (by) => post(by, '/api/account/export', undefined),
  'the file of the archive': (by) => send(by, '/api/account/export/file'),
  'ten searches of messages': (by) =>
    Promise.all(
      Array.from({ length: 10 }, () =>
        send(by, `/api/chat/search?query=${pick(random, ['svelta', 'calma', 'aaa', 'qq'])}`),
      ),
    ),
  'a search for people': (by) =>
    send(by, `/api/friends/search?query=${pick(random, ['an', 'esempio', '.it'])}`),
}

async function act(by: Adversary, acts: Record<string, Act>): Promise<void> {
  const names = Object.keys(acts)
  for (;;) {
    const name = pick(random, names)
    await acts[name]?.(by).catch(() => {})
    done.set(name, (done.get(name) ?? 0) + 1)
    await delay(below(longestPause))
  }
}

const adversaries: [Adversary, Record<string, Act>][] = [
  ...cookies.map((cookie, index): [Adversary, Record<string, Act>] => [
    { visitor: visit(origin, { cookie }), address: () => `203.0.113.${index + 1}` },
    { ...anybodys, ...membersOwn },
  ]),
  ...[1, 2].map((index): [Adversary, Record<string, Act>] => [
    { visitor: visit(origin), address: () => `192.0.2.${index}` },
    { ...anybodys, ...visitorsOwn },
  ]),
  // A household has all networks of a prefix.
  [
    { visitor: visit(origin), address: () => `2001:db8:1:${below(65_536).toString(16)}::1` },
    { ...anybodys, ...visitorsOwn },
  ],
]

process.on('SIGTERM', () => {
  process.stdout.write(JSON.stringify(Object.fromEntries(done)), () => process.exit(0))
})
for (const [by, acts] of adversaries) for (let loop = 0; loop < loops; loop += 1) void act(by, acts)
