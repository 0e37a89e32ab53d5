import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { createLog } from '../log/log.ts'
import { createHub, memberTopic } from './hub.ts'
import { createLiveSockets } from './live-sockets.ts'

const hub = createHub()
const sockets = createLiveSockets({
  hub,
  pool: { epoch: 'one' },
  log: createLog('silent'),
  findLiveSessions: async () => new Set(),
  handleFrame: async () => {},
})

/** A socket between this process and itself, which the server has accepted. */
type Pair = { client: WebSocket; accepted: WebSocket; line: Duplex; closed: Promise<unknown> }

const server = createServer()
const webSockets = new WebSocketServer({ noServer: true, perMessageDeflate: false })

beforeEach(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})

afterEach(() => {
  vi.useRealTimers()
  sockets.stop()
  server.close()
})

async function connect(uid: string): Promise<Pair> {
  const upgraded = once(server, 'upgrade') as Promise<[IncomingMessage, Duplex, Buffer]>
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const opened = once(client, 'open')
  const [request, line, head] = await upgraded
  const accepted = await new Promise<WebSocket>((resolve) =>
    webSockets.handleUpgrade(request, line, head, resolve),
  )
  sockets.connect(accepted, line, { viewer: { uid, sessionId: uid }, hidden: new Set() }, () => {})
  await opened
  return { client, accepted, line, closed: once(accepted, 'close') }
}

it('disconnects a reader that takes nothing, though it sends pongs that nobody asked for, and no other (R-15)', async () => {
  const [reading, stalled] = [await connect('anna'), await connect('bruno')]
  stalled.client.pause()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const answered = once(reading.accepted, 'pong')
  const unsolicited = once(stalled.accepted, 'pong')
  sockets.pulse()
  stalled.client.pong()
  await Promise.all([answered, unsolicited])
  vi.advanceTimersByTime(10_000)
  await stalled.closed
  expect(reading.accepted.readyState).toBe(WebSocket.OPEN)
})

it('closes a reader behind whom a megabyte piles up (R-15)', async () => {
  const { client, accepted, line, closed } = await connect('carla')
  client.pause()
  const news = JSON.stringify({ type: 'live.pulse', filling: 'x'.repeat(100_000) })
  let mostQueued = 0
  // The system's buffers take some megabytes before anything piles up here.
  for (let sent = 0; sent < 1_000 && accepted.readyState === WebSocket.OPEN; sent += 1) {
    hub.publish(memberTopic('carla'), news)
    await nextTurn()
    mostQueued = Math.max(mostQueued, line.writableLength)
  }
  expect(accepted.readyState).not.toBe(WebSocket.OPEN)
  expect(mostQueued).toBeLessThan(1_300_000)
  client.resume()
  await closed
})
