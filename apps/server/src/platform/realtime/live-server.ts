import { randomBytes } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import {
  type ClientFrame,
  closeCodes,
  livePath,
  protocolVersion,
  pulseInterval,
} from '@covo/contract/realtime'
import { type WebSocket, WebSocketServer } from 'ws'
import { z } from 'zod'
import type { KeyedSemaphore } from '../keyed-semaphore.ts'
import { AppError } from '../app-error.ts'
import { refuseSocket } from '../http/guarded-server.ts'
import { networkOf } from '../http/network.ts'
import type { Viewer } from '../viewer.ts'
import type { Log } from '../log/log.ts'
import type { RecordEvent, SecurityLog } from '../log/security-log.ts'
import { type Connection, frameOf, type Hub, memberTopic, type Topic } from './hub.ts'
import { textFrame } from './text-frame.ts'

const clientFrame = z.discriminatedUnion('type', [
  z.object({ type: z.literal('watch'), topic: z.string().min(1).max(120) }),
  z.object({ type: z.literal('unwatch'), topic: z.string().min(1).max(120) }),
]) satisfies z.ZodType<ClientFrame>

/** A client only names topics: nothing that it sends is large. */
const maximumFrameBytes = 1024
/** Browsers don't fragment frames this small; tiny fragments would each take memory (CVE-2026-48779). */
const maximumFragments = 8
/**
 * Frames that all sockets of a member together may send between two pulses, enough for all topics of all of them: each
 * socket that is opened counts as one, and so do the protocol's own pings and pongs.
 */
const maximumFramesPerPulse = 1000
const maximumTopics = 50
/** Tabs and devices of one member. */
const maximumSocketsPerMember = 20
/** Milliseconds for a client to answer the close of its socket. */
const closeTimeoutMs = 2000
/** The part of a topic's name behind its prefix. Other letters, such as those that PostgreSQL can't store, name no topic. */
const topicId = /^[\w-]+$/
/** A reader that lets this much pile up is cut, and catches up when it is back. */
const maximumBufferedBytes = 1_000_000
/** Milliseconds for the answer to a ping, which waits behind the bytes that a reader has not taken yet: the system buffers megabytes. */
const pongTimeoutMs = 10_000

/** Ours, and those of RFC 6455, section 7.4.1, that browsers and the library give. */
const knownCloseCodes = new Set<number>([1000, 1001, 1005, 1006, 1008, 1009, ...Object.values(closeCodes)])

type LiveServerOptions = {
  server: Server
  /** Of every answer that refuses a socket. */
  headers: ReadonlyMap<string, string>
  clientAddress: (request: IncomingMessage) => string
  hub: Hub
  topics: Topic[]
  /** Limits a member's subscriptions together with their requests. */
  requests: KeyedSemaphore
  log: Log
  securityLog: SecurityLog
  origins: () => ReadonlySet<string>
  readSession: (headers: Headers) => Promise<Viewer | null>
  /** Whether a session ended that `readSession` may have read just before. */
  hasEnded: (sessionId: string) => boolean
  /** Those of the given sessions that are still valid. */
  findLiveSessions: (sessionIds: string[]) => Promise<ReadonlySet<string>>
}

type LiveSocket = Connection & {
  socket: WebSocket
  record: RecordEvent
  /** The tail of the queue of frames: a socket's subscriptions are handled one by one. */
  frames: Promise<void>
  isAlive: boolean
}

/** Accepts sockets at `livePath` as the protocol file describes. */
export function startLiveServer(options: LiveServerOptions) {
  const {
    server,
    headers,
    clientAddress,
    hub,
    topics,
    requests,
    log,
    securityLog,
    origins,
    readSession,
    hasEnded,
    findLiveSessions,
  } = options
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: maximumFrameBytes,
    maxFragments: maximumFragments,
    perMessageDeflate: false,
    clientTracking: false,
  })
  const live = new Set<LiveSocket>()
  const socketsOf = new Map<string, number>()
  /** By member, since the last pulse: closing a socket and opening another resets nothing. */
  const framesOf = new Map<string, number>()
  /** The payload of the last ping: an unsolicited pong proves nothing. */
  let pulsePayload = randomBytes(8)
  /** By code, since the start; unknown codes together, since clients choose theirs. */
  const closes = new Map<string, number>()
  let isStopping = false

  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy())
    const address = networkOf(clientAddress(request))
    const record: RecordEvent = (event, details) =>
      securityLog.write(event, { address, route: `socket ${livePath}`, ...details })
    accept(request, socket, head, record).catch((error: unknown) => {
      record('request.failed', { err: error })
      refuse(socket, '503 Service Unavailable')
    })
  })

  const refuse = (socket: Duplex, status: string) => refuseSocket(socket, status, headers)

  async function accept(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    record: RecordEvent,
  ): Promise<void> {
    const url = URL.parse(request.url ?? '/', 'http://localhost')
    if (url?.pathname !== livePath) return refuse(socket, '404 Not Found')
    // A page of another site could open a socket with the member's cookie: browsers always name their origin here.
    if (!origins().has(request.headers.origin ?? '')) {
      record('origin.refused')
      return refuse(socket, '403 Forbidden')
    }
    if (isStopping) return refuse(socket, '503 Service Unavailable')
    const isCurrent = url.searchParams.get('version') === String(protocolVersion)
    const viewer = isCurrent ? await readSession(new Headers({ cookie: request.headers.cookie ?? '' })) : null
    if (isStopping) return refuse(socket, '503 Service Unavailable')
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      // Of refused ones too: a broken frame without a listener would end the process (CVE-2024-38355).
      webSocket.on('error', (error) => log.debug({ err: error }, 'socket failed'))
      webSocket.on('close', (code) => {
        const name = knownCloseCodes.has(code) ? String(code) : 'other'
        closes.set(name, (closes.get(name) ?? 0) + 1)
      })
      // A refusal after the handshake, because a browser can't read the status of a refused one.
      if (!isCurrent) closeSocket(webSocket, closeCodes.versionUnsupported)
      else if (!viewer || hasEnded(viewer.sessionId)) {
        record('session.refused')
        closeSocket(webSocket, closeCodes.sessionEnded)
      } else if ((socketsOf.get(viewer.uid) ?? 0) >= maximumSocketsPerMember) {
        record('limit.reached', { uid: viewer.uid })
        closeSocket(webSocket, closeCodes.tooManySockets)
      } else if (!takeFrame(viewer.uid)) {
        record('limit.reached', { uid: viewer.uid })
        closeSocket(webSocket, closeCodes.tooManyFrames)
      } else connect(webSocket, socket, viewer, record)
    })
  }

  /** Counts one frame of a member; false where there were too many since the last pulse. */
  function takeFrame(uid: string): boolean {
    const frames = (framesOf.get(uid) ?? 0) + 1
    framesOf.set(uid, frames)
    return frames <= maximumFramesPerPulse
  }

  /** @param line what the socket writes on: without compression it keeps no queue that a frame could overtake */
  function connect(socket: WebSocket, line: Duplex, viewer: Viewer, recordRequest: RecordEvent): void {
    const record: RecordEvent = (event, details) => recordRequest(event, { uid: viewer.uid, ...details })
    const connection: LiveSocket = {
      viewer,
      record,
      socket,
      frames: Promise.resolve(),
      isAlive: true,
      send(frame) {
        if (socket.bufferedAmount > maximumBufferedBytes) return connection.close(closeCodes.reconnect)
        if (socket.readyState === socket.OPEN) line.write(textFrame(frame))
      },
      close(code) {
        disconnect(connection)
        closeSocket(socket, code)
      },
    }
    live.add(connection)
    socketsOf.set(viewer.uid, (socketsOf.get(viewer.uid) ?? 0) + 1)
    hub.add(connection)
    hub.watch(connection, memberTopic(viewer.uid))
    socket.on('close', () => disconnect(connection))
    const count = () => {
      if (!live.has(connection) || takeFrame(viewer.uid)) return
      record('limit.reached')
      connection.close(closeCodes.tooManyFrames)
    }
    socket.on('ping', count)
    socket.on('pong', (payload) => {
      count()
      if (payload.equals(pulsePayload)) connection.isAlive = true
    })
    socket.on('message', (data, isBinary) => {
      count()
      if (!live.has(connection)) return
      const frame = isBinary ? null : readFrame(String(data))
      if (!frame) {
        record('input.refused')
        return connection.close(closeCodes.protocolError)
      }
      connection.frames = connection.frames.then(() => take(connection, frame))
    })
    connection.send(frameOf({ type: 'live.welcome', version: protocolVersion }))
  }

  async function take(connection: LiveSocket, { type, topic }: ClientFrame): Promise<void> {
    if (!live.has(connection)) return
    if (type === 'unwatch') return hub.unwatch(connection, topic)
    try {
      await requests.run(connection.viewer.uid, () => watch(connection, topic))
    } catch (error) {
      if (error instanceof AppError) connection.record('limit.reached')
      else connection.record('request.failed', { err: error })
      connection.close(closeCodes.reconnect)
    }
  }

  /** The head is read after the subscription has begun, so that no entry falls between the two. */
  async function watch(connection: LiveSocket, name: string): Promise<void> {
    const separator = name.indexOf(':')
    const topic = topics.find(({ prefix }) => prefix === name.slice(0, separator))
    const id = name.slice(separator + 1)
    try {
      if (!topic || !topicId.test(id)) throw new AppError('common.not_found')
      await topic.readHead(id, connection.viewer)
      if (!live.has(connection)) return
      if (hub.watchedBy(connection) >= maximumTopics) throw new AppError('common.not_found')
      hub.watch(connection, name)
      const read = await topic.readHead(id, connection.viewer)
      const head = topic.readHeads ? hub.advanceHead(name, read) : read
      connection.send(frameOf({ type: 'live.watching', topic: name, head }))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      hub.unwatch(connection, name)
      connection.record('access.refused', { reason: error.code })
      connection.send(frameOf({ type: 'live.refused', topic: name }))
    }
  }

  function disconnect(connection: LiveSocket): void {
    if (!live.delete(connection)) return
    const { uid } = connection.viewer
    const others = (socketsOf.get(uid) ?? 1) - 1
    if (others > 0) socketsOf.set(uid, others)
    else socketsOf.delete(uid)
    hub.remove(connection)
  }

  /** Sends clients a pulse, by which they see that the connection is good, and a ping to answer. */
  function pulse(): void {
    const frame = frameOf({ type: 'live.pulse' })
    framesOf.clear()
    pulsePayload = randomBytes(8)
    for (const connection of [...live]) {
      connection.isAlive = false
      connection.socket.ping(pulsePayload)
      connection.send(frame)
    }
    answersDue = setTimeout(dropSilent, pongTimeoutMs)
    checkSessions()
  }

  /** Cuts dead connections, and readers that are this far behind. */
  function dropSilent(): void {
    for (const connection of [...live]) {
      if (connection.isAlive) continue
      connection.socket.terminate()
      disconnect(connection)
    }
  }

  /** Closes the sockets of sessions that expired, or whose end was missed. */
  function checkSessions(): void {
    closeEndedSessions().catch((error: unknown) =>
      log.warn({ err: error }, 'sessions of sockets not checked'),
    )
  }

  async function closeEndedSessions(): Promise<void> {
    const sessionIds = [...new Set([...live].map(({ viewer }) => viewer.sessionId))]
    if (sessionIds.length === 0) return
    const valid = await findLiveSessions(sessionIds)
    for (const id of sessionIds) if (!valid.has(id)) hub.closeSession(id, closeCodes.sessionEnded)
  }

  const pulseTimer = setInterval(pulse, pulseInterval)
  let answersDue: NodeJS.Timeout | undefined

  return {
    checkSessions,
    closes,

    /** Closes all sockets with the code to reconnect, and accepts no more. */
    stop(): void {
      isStopping = true
      clearInterval(pulseTimer)
      clearTimeout(answersDue)
      for (const connection of [...live]) connection.close(closeCodes.reconnect)
    },
  }
}

/** A client that doesn't answer the close would keep the connection for half a minute. */
function closeSocket(socket: WebSocket, code: number): void {
  socket.close(code)
  setTimeout(() => socket.terminate(), closeTimeoutMs).unref()
}

function readFrame(text: string): ClientFrame | null {
  try {
    return clientFrame.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
