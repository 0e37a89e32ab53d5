import { connect, type Socket } from 'node:net'
import { livePath, protocolVersion } from '@covo/contract/realtime'
import { anna, bruno, carla, dario } from '@covo/testing/cast'
import { figure, repetitions, seedsOf } from '@covo/testing/figure'
import { openLive } from '@covo/testing/live'
import { befriend, openPrivateChat } from '@covo/testing/member-actions'
import { pick, randomFrom } from '@covo/testing/random'
import { type RunningServer, runServerProcess } from '@covo/testing/server-process'
import { type Member, register, visit } from '@covo/testing/visitor'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { sendRaw } from './raw-http.ts'
import { fill, type Route, readRoutes, type Scene, sampleOf } from './routes.ts'

const seeds = seedsOf('S-20')

let random = randomFrom(0)

/** Draws each case from a stream of its own, so that a seed's cases stay the same however connections interleave. */
function startCase(seed: number, index: number): void {
  random = randomFrom(seed * 1_000_003 + index)
}

function randomBytes(length: number): Buffer {
  return Buffer.from(Array.from({ length: Math.floor(length) }, () => Math.floor(random() * 256)))
}

let server: RunningServer
let members: Member[]
let routes: Route[]
let scene: Scene

beforeAll(async () => {
  server = await runServerProcess()
  const { origin } = server
  members = await Promise.all([anna, bruno, carla, dario].map((person) => register(origin, person)))
  routes = await readRoutes(visit(origin))
  const [first, second] = members
  if (!first || !second) throw new Error('nobody registered')
  await befriend(first, second)
  const conversationId = await openPrivateChat(first, second)
  scene = { uid: second.uid, eventId: second.uid, conversationId }
})

afterAll(() => server.stop())

afterEach(async () => {
  // After all input, the process runs, it serves, and nothing failed inside of it.
  expect(server.child.exitCode, server.output().slice(-2000)).toBeNull()
  expect((await visit(server.origin).fetch('/health/ready')).status).toBe(200)
  const failed = server
    .output()
    .split('\n')
    .filter((line) => /"level":"(error|fatal)"|unhandled|UnhandledPromise|^\w*Error/i.test(line))
  expect(failed.slice(0, 5)).toEqual([])
})

const longText = 'a'.repeat(70_000)
const marks = `e${'\u0301'.repeat(5000)}`

/** Values that no field means: as JSON text, since several of them have no JavaScript value. */
const hostileJson = [
  ...[
    'null',
    'true',
    '0',
    '-0',
    '-1',
    '1e308',
    '-1e308',
    '1e999',
    '9007199254740993',
    '2147483648',
    '0.1',
    '1e-400',
  ],
  ...[
    '""',
    '" "',
    '"\\u0000"',
    '"\\ud800"',
    '"\\udfff\\ud800"',
    '"\\uffff"',
    '"\\u202e"',
    '"\\u2028"',
    '"\u0085"',
  ],
  ...[
    '"__proto__"',
    '"constructor"',
    '"toString"',
    '"undefined"',
    '"NaN"',
    '"null"',
    '"[object Object]"',
    '"%00"',
  ],
  ...[
    '[]',
    '[[]]',
    '[null]',
    '["a","b"]',
    '{}',
    '{"a":1}',
    '{"__proto__":{"a":1}}',
    '{"length":5}',
    '{"then":1}',
  ],
  ...['{"toString":1}', '{"toJSON":"x"}', '{"valueOf":null,"toString":null}', '[1,{"a":[{"b":[]}]}]'],
  ...[
    '"2026-02-30T00:00:00Z"',
    '"+275760-09-13T00:00:00Z"',
    '"-000001-01-01T00:00:00Z"',
    '"0000-01-01"',
    '"9999-12-31T23:59:59Z"',
  ],
  ...[
    '"00000000-0000-0000-0000-000000000000"',
    '"ffffffff-ffff-ffff-ffff-ffffffffffff"',
    '"a@b.c"',
    '"generale"',
  ],
  ...[
    `"${longText}"`,
    `"${marks}"`,
    `"${'👨‍👩‍👧‍👦'.repeat(500)}"`,
    `"${' '.repeat(20_000)}"`,
    `"${'ﷺ'.repeat(2000)}"`,
  ],
  ...[
    '['.repeat(3000) + ']'.repeat(3000),
    `${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}`,
    `[${'0,'.repeat(5000)}0]`,
  ],
]
const hostileTexts = [
  '',
  '%',
  '%ff',
  '%c0%80',
  '%ed%a0%80',
  '%F0%9F',
  '..',
  '.',
  '~',
  '%2f',
  '__proto__',
  '-1',
  '1e9',
  'NaN',
  '%0a',
  '😀',
  "'",
  '%00',
]

/** A body of a route: with a hostile value in it, hostile as a whole, with some bytes changed, or no JSON at all. */
function fuzzedBody(route: Route): Buffer {
  const kind = random()
  if (kind < 0.1) return Buffer.from(pick(random, hostileJson))
  if (kind < 0.15) return randomBytes(Math.floor(random() * 200))
  const fields = route.slots
    .filter((slot) => slot.in === 'body')
    .map((slot) => {
      const isHostile = random() < 0.4
      const value = isHostile ? pick(random, hostileJson) : JSON.stringify(sampleOf(slot, scene))
      return `${JSON.stringify(random() < 0.03 ? pick(random, ['__proto__', 'constructor', '', 'toJSON']) : slot.name)}:${value}`
    })
  const body = Buffer.from(`{${fields.join(',')}}`)
  if (kind < 0.6) return body
  for (let times = Math.ceil(random() * 4); times > 0; times -= 1)
    body[Math.floor(random() * body.length)] = Math.floor(random() * 256)
  return kind < 0.9 ? body : body.subarray(0, Math.floor(random() * body.length))
}

function fuzzedRequest(): Buffer {
  const route = random() < 0.98 ? pick(random, cheap()) : pick(random, routes)
  const isSignedIn = random() < 0.9 && !route.path.startsWith('/api/auth/')
  const { path } = fill(route, (slot) => (slot.in === 'body' ? undefined : sampleOf(slot, scene)))
  const target = random() < 0.7 ? path : hostilePath(route)
  const body = random() < 0.85 ? fuzzedBody(route) : Buffer.alloc(0)
  const head = [
    `${route.method} ${target} HTTP/1.1`,
    `Host: ${new URL(server.origin).host}`,
    `Origin: ${server.origin}`,
    isSignedIn
      ? `Cookie: ${pick(random, members).cookie()}`
      : `Cookie: ${pick(random, ['', '=', ';;', '__proto__=1', 'covo.session_token=%ff.x'])}`,
    `Content-Type: ${random() < 0.95 ? 'application/json' : pick(random, ['', 'text/plain', 'application/json;charset=x', '\u00ff'])}`,
    `Content-Length: ${body.length}`,
  ]
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), body])
}

/** Hashing a password takes as long as it is meant to: those routes get few of the requests. */
function cheap(): Route[] {
  return routes.filter(({ path }) => !path.startsWith('/api/auth/'))
}

function hostilePath(route: Route): string {
  const hostile = () => encodeTarget(pick(random, hostileTexts))
  const [path = ''] = route.path.split('?')
  const query = route.slots
    .filter((slot) => slot.in === 'query')
    .map(({ name }) => `${name}=${hostile()}${random() < 0.2 ? `&${name}=${hostile()}` : ''}`)
  return `${path.replaceAll(/\{\w+\}/g, hostile)}?${query.join('&')}`
}

function encodeTarget(text: string): string {
  return text.startsWith('%') ? text : encodeURIComponent(text)
}

/** Writes the cases one after another on one connection, some ahead of their answers, and counts the answers' statuses. */
async function pipeline(
  seed: number,
  { first, count }: { first: number; count: number },
  statuses: Map<number, number>,
): Promise<void> {
  let sent = 0
  while (sent < count) {
    const socket = connect({
      host: '127.0.0.1',
      port: Number(new URL(server.origin).port),
      localAddress: loopback(),
    })
    socket.on('error', () => {})
    const answers = readAnswers(socket)
    let isOpen = true
    while (isOpen && sent < count) {
      const batch = Array.from({ length: Math.min(8, count - sent) }, () => {
        startCase(seed, first + sent)
        sent += 1
        return fuzzedRequest()
      })
      socket.write(Buffer.concat(batch))
      for (let waiting = batch.length; waiting > 0 && isOpen; waiting -= 1) {
        const { value: status, done } = await answers.next()
        if (done) isOpen = false
        else statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
    }
    socket.destroy()
  }
}

/** A new loopback address each time, as far as limits count addresses. */
function loopback(): string {
  return `127.${1 + Math.floor(random() * 200)}.${Math.floor(random() * 250)}.${1 + Math.floor(random() * 250)}`
}

/** The statuses of the answers on a connection, in their order. */
async function* readAnswers(socket: Socket): AsyncGenerator<number> {
  let text = ''
  for await (const chunk of socket) {
    text += (chunk as Buffer).toString('latin1')
    for (;;) {
      const end = text.indexOf('\r\n\r\n')
      if (end === -1) break
      const head = text.slice(0, end)
      const isChunked = /^transfer-encoding: *chunked/im.test(head)
      const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0)
      const rest = isChunked ? text.indexOf('0\r\n\r\n', end) + 5 : end + 4 + length
      if (rest < end || text.length < rest) break
      text = text.slice(rest)
      yield Number(head.slice(9, 12))
    }
  }
}

it.each(seeds)(
  'answers every fuzzed body with a refusal or a result, and lives (S-20), seed %i',
  async (seed) => {
    const count = repetitions('S-20', 2_000, 10_000_000)
    const statuses = new Map<number, number>()
    const connections = 6
    const share = Math.ceil(count / connections)
    await Promise.all(
      Array.from({ length: connections }, (_, index) =>
        pipeline(seed, { first: index * share, count: share }, statuses),
      ),
    )
    const answered = [...statuses.values()].reduce((sum, times) => sum + times, 0)
    const shown = JSON.stringify(Object.fromEntries(statuses))
    expect(
      [...statuses.keys()].filter((status) => status >= 500),
      shown,
    ).toEqual([])
    // Most are judged by a handler or a schema; what breaks HTTP itself costs the connection.
    expect(answered).toBeGreaterThan(count * 0.9)
    figure(
      'S-20',
      `${answered} fuzzed bodies on ${routes.length} routes (seed ${seed}): ${shown}, exits 0, 5xx 0, unhandled rejections 0`,
    )
  },
  0,
)

/** A frame of RFC 6455, section 5.2, from a client; or one that breaks it. */
function frame(
  payload: Buffer,
  { opcode = 1, isFinal = true, reserved = 0, isMasked = true, saysLength = payload.length } = {},
): Buffer {
  const first = (isFinal ? 0x80 : 0) | (reserved << 4) | opcode
  const mask = isMasked ? 0x80 : 0
  const length =
    saysLength < 126
      ? Buffer.from([mask | saysLength])
      : saysLength < 65_536
        ? Buffer.from([mask | 126, saysLength >> 8, saysLength & 255])
        : Buffer.concat([Buffer.from([mask | 127]), bigEndian(saysLength)])
  // A mask of zeros is a mask.
  return Buffer.concat([Buffer.from([first]), length, isMasked ? Buffer.alloc(4) : Buffer.alloc(0), payload])
}

function bigEndian(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(Math.min(value, Number.MAX_SAFE_INTEGER)))
  return bytes
}

/** Frames that the protocol allows, with whatever in them: the connection goes on. */
function tolerableFrame(): Buffer {
  const kind = random()
  if (kind < 0.1) return frame(randomBytes(Math.floor(random() * 126)), { opcode: pick(random, [9, 10]) })
  const topic =
    random() < 0.5
      ? pick(random, ['chat:generale', `chat:${scene.conversationId}`, 'events:all', 'members:all'])
      : `chat:${pick(random, hostileTexts)}${pick(random, ['', '\u0000', '\ud800', ':', '__proto__', '\u202e'])}`
  const text = JSON.stringify({
    type: pick(random, ['watch', 'unwatch']),
    topic,
    ...(random() < 0.2 ? { extra: [1] } : {}),
  })
  if (random() < 0.9) return frame(Buffer.from(text))
  const cut = Math.floor(random() * text.length)
  return Buffer.concat([
    frame(Buffer.from(text.slice(0, cut)), { isFinal: false }),
    frame(Buffer.from(text.slice(cut)), { opcode: 0 }),
  ])
}

/** Frames for which the connection ends, or should. */
function hostileFrame(): Buffer {
  const kind = Math.floor(random() * 10)
  const bytes = randomBytes(Math.floor(random() * 300))
  if (kind === 0) return frame(Buffer.from([0xc0, 0x80, 0xed, 0xa0, 0x80, 0xff]))
  if (kind === 1) return frame(bytes, { opcode: 2 })
  if (kind === 2) return frame(bytes, { opcode: pick(random, [3, 5, 7, 11, 15]) })
  if (kind === 3) return frame(bytes, { reserved: 1 + Math.floor(random() * 7) })
  if (kind === 4) return frame(bytes, { isMasked: false })
  if (kind === 5)
    return frame(bytes, {
      saysLength: pick(random, [1025, 65_536, 2 ** 31, 2 ** 40, Number.MAX_SAFE_INTEGER]),
    })
  if (kind === 6) return frame(bytes.subarray(0, 130), { opcode: 8 })
  if (kind === 7)
    return frame(
      Buffer.from(
        pick(
          random,
          hostileJson.filter((text) => text.length < 1000),
        ),
      ),
    )
  if (kind === 8) return frame(Buffer.alloc(0), { opcode: 0 })
  return bytes
}

/** One socket and a burst of frames; answers how many were sent before the server had closed it. */
async function burst(cookie: string, version = protocolVersion): Promise<number> {
  const frames = Array.from({ length: 180 }, tolerableFrame)
  frames.splice(Math.floor(random() * 180), 0, hostileFrame())
  const bytes = Buffer.concat([...frames, hostileFrame(), frame(Buffer.from([3, 232]), { opcode: 8 })])
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(server.origin).port) })
  socket.on('error', () => {})
  const closed = new Promise((resolve) => socket.on('close', resolve))
  socket.write(
    [
      `GET ${livePath}?version=${version} HTTP/1.1`,
      `Host: ${new URL(server.origin).host}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
      `Origin: ${server.origin}`,
      `Cookie: ${cookie}`,
      '\r\n',
    ].join('\r\n'),
  )
  await Promise.race([new Promise((resolve) => socket.once('data', resolve)), closed])
  socket.resume()
  socket.end(bytes)
  await closed
  return frames.length + 2
}

it.each(seeds)(
  'takes every fuzzed frame for a mistake of that one client, and lives (S-20), seed %i',
  async (seed) => {
    const count = repetitions('S-20', 10_000, 10_000_000)
    const listener = openLive(members[3] as Member)
    await listener.watch('chat:generale')
    let [sent, bursts] = [0, 0]
    async function next(cookie: string, version?: number): Promise<void> {
      startCase(seed, bursts)
      bursts += 1
      sent += await burst(cookie, version)
    }
    async function flood(member: Member): Promise<void> {
      while (sent < count) {
        await next(member.cookie())
        // Refused sockets read what is sent until they are closed.
        await next(bursts % 2 ? '' : 'covo.session_token=x')
        await next(member.cookie(), 0)
      }
    }
    await Promise.all(members.slice(0, 3).flatMap((member) => [flood(member), flood(member)]))
    // A member who did nothing wrong is still connected, and receives the next message.
    const clientId = crypto.randomUUID()
    await (members[3] as Member).post('/api/chat/generale/messages', { clientId, text: 'ancora qui' })
    await listener.receive('chat.message_sent', (news) => news.message.clientId === clientId)
    listener.close()
    figure(
      'S-20',
      `${sent} fuzzed frames over sockets (seed ${seed}): exits 0, unhandled rejections 0, a bystander's socket stays`,
    )
  },
  0,
)

it.each(seeds)(
  'ends a connection that speaks neither HTTP nor WebSocket, and lives (S-20), seed %i',
  async (seed) => {
    const count = repetitions('S-20', 500, 100_000)
    const upgrade = `GET ${livePath}?version=1 HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nOrigin: ${server.origin}\r\n`
    const samples = [
      () => randomBytes(1 + Math.floor(random() * 500)),
      () =>
        Buffer.from(
          `GET ${pick(random, ['//', '/\u0000', '*', 'http://[', '?', '/%', ' ', 'http://a:b@c:99999/'])} HTTP/1.1\r\nHost: ${pick(random, ['', 'a b', '[', 'x:99999', '\u00ff'])}\r\nConnection: close\r\n\r\n`,
          'latin1',
        ),
      () =>
        Buffer.from(
          `POST /api/events HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: ${pick(random, ['chunked', 'x, chunked', 'chunked, chunked', 'identity'])}\r\nContent-Length: ${pick(random, ['5', '-1', '0x5', '99999999999999999999'])}\r\n\r\nzz\r\n`,
        ),
      () =>
        Buffer.from(
          `GET ${pick(random, ['//', 'http://[', livePath, `${livePath}?version=%ff`])} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: ${pick(random, ['websocket', 'h2c', 'x', ''])}\r\nOrigin: ${server.origin}\r\n\r\n\u0000\u0001`,
        ),
      () =>
        Buffer.from(
          `${upgrade}Sec-WebSocket-Version: ${pick(random, ['13', '0', 'x', '99'])}\r\nSec-WebSocket-Key: ${pick(random, ['', 'x', 'dGhlIHNhbXBsZSBub25jZQ==', '='.repeat(24)])}\r\nSec-WebSocket-Extensions: ${pick(random, ['permessage-deflate', ';;;', 'a; a=a; a', 'x='])}\r\n\r\n`,
        ),
      () => Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
      () => Buffer.from([0x16, 3, 1, 2, 0, 1, 0, 1, 252, 3, 3]),
    ]
    const statuses = new Map<number, number>()
    let sent = 0
    async function flood(): Promise<void> {
      while (sent < count) {
        startCase(seed, sent)
        sent += 1
        const { status } = await sendAndEnd(pick(random, samples)())
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
    }
    await Promise.all(Array.from({ length: 16 }, flood))
    expect([...statuses.keys()].filter((status) => status >= 500)).toEqual([])
    figure(
      'S-20',
      `${sent} connections of garbage (seed ${seed}): ${JSON.stringify(Object.fromEntries(statuses))}, exits 0`,
    )
  },
  0,
)

/** Half a request is answered when its sender has no more to say. */
function sendAndEnd(bytes: Buffer): Promise<{ status: number }> {
  return sendRaw(server.origin, bytes, { isEnding: true })
}
