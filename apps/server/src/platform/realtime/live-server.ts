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
import { AppError } from '../http/app-error.ts'
import type { Viewer } from '../http/router.ts'
import type { Log } from '../log/log.ts'
import { type Connection, frameOf, type Hub, memberTopic, type Topic } from './hub.ts'

const clientFrame = z.discriminatedUnion('type', [
  z.object({ type: z.literal('watch'), topic: z.string().min(1).max(120) }),
  z.object({ type: z.literal('unwatch'), topic: z.string().min(1).max(120) }),
]) satisfies z.ZodType<ClientFrame>

/** A client only names topics: nothing that it sends is large. */
const maximumFrameBytes = 1024
/** Frames a client may send between two pulses. */
const maximumFramesPerPulse = 200
const maximumTopics = 50
/** A reader that lets this much pile up is cut, and catches up when it is back. */
const maximumBufferedBytes = 1_000_000

type LiveServerOptions = {
  server: Server
  hub: Hub
  topics: Topic[]
  log: Log
  origins: () => ReadonlySet<string>
  readSession: (headers: Headers) => Promise<Viewer | null>
  /** Those of the given sessions that are still valid. */
  findLiveSessions: (sessionIds: string[]) => Promise<ReadonlySet<string>>
}

type LiveSocket = Connection & { socket: WebSocket; frames: number; isAlive: boolean }

/** Accepts sockets at `livePath` as the protocol file describes. */
export function startLiveServer(options: LiveServerOptions) {
  const { server, hub, topics, log, origins, readSession, findLiveSessions } = options
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: maximumFrameBytes,
    clientTracking: false,
  })
  const live = new Set<LiveSocket>()
  let isStopping = false

  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy())
    accept(request, socket, head).catch((error: unknown) => {
      log.error({ err: error }, 'socket not accepted')
      refuse(socket, '503 Service Unavailable')
    })
  })

  async function accept(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://localhost')
    if (url.pathname !== livePath) return refuse(socket, '404 Not Found')
    // A page of another site could open a socket with the member's cookie: browsers always name their origin here.
    if (!origins().has(request.headers.origin ?? '')) return refuse(socket, '403 Forbidden')
    if (isStopping) return refuse(socket, '503 Service Unavailable')
    const isCurrent = url.searchParams.get('version') === String(protocolVersion)
    const viewer = isCurrent ? await readSession(new Headers({ cookie: request.headers.cookie ?? '' })) : null
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      // A refusal after the handshake, because a browser can't read the status of a refused one.
      if (!isCurrent) webSocket.close(closeCodes.versionUnsupported)
      else if (!viewer) webSocket.close(closeCodes.sessionEnded)
      else connect(webSocket, viewer)
    })
  }

  function connect(socket: WebSocket, viewer: Viewer): void {
    const connection: LiveSocket = {
      viewer,
      socket,
      frames: 0,
      isAlive: true,
      send(frame) {
        if (socket.bufferedAmount > maximumBufferedBytes) return connection.close(closeCodes.reconnect)
        if (socket.readyState === socket.OPEN) socket.send(frame)
      },
      close(code) {
        disconnect(connection)
        socket.close(code)
        setTimeout(() => socket.terminate(), 2000).unref()
      },
    }
    live.add(connection)
    hub.add(connection)
    hub.watch(connection, memberTopic(viewer.uid))
    socket.on('error', (error) => log.debug({ err: error }, 'socket failed'))
    socket.on('close', () => disconnect(connection))
    socket.on('pong', () => {
      connection.isAlive = true
    })
    socket.on('message', (data, isBinary) => {
      if (!live.has(connection)) return
      connection.frames += 1
      if (connection.frames > maximumFramesPerPulse) return connection.close(closeCodes.tooManyFrames)
      const frame = isBinary ? null : readFrame(String(data))
      if (!frame) return connection.close(closeCodes.protocolError)
      if (frame.type === 'unwatch') return hub.unwatch(connection, frame.topic)
      watch(connection, frame.topic).catch((error: unknown) => {
        log.error({ err: error }, 'topic not watched')
        connection.close(closeCodes.reconnect)
      })
    })
    connection.send(frameOf({ type: 'live.welcome', version: protocolVersion }))
  }

  /** The head is read after the watch has begun, so that nothing falls between the two. */
  async function watch(connection: LiveSocket, name: string): Promise<void> {
    const separator = name.indexOf(':')
    const topic = topics.find(({ prefix }) => prefix === name.slice(0, separator))
    const id = name.slice(separator + 1)
    try {
      if (!topic || hub.watchedBy(connection) >= maximumTopics) throw new AppError('common.not_found')
      await topic.readHead(id, connection.viewer)
      if (!live.has(connection)) return
      hub.watch(connection, name)
      const head = await topic.readHead(id, connection.viewer)
      connection.send(frameOf({ type: 'live.watching', topic: name, head }))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      hub.unwatch(connection, name)
      connection.send(frameOf({ type: 'live.refused', topic: name }))
    }
  }

  function disconnect(connection: LiveSocket): void {
    live.delete(connection)
    hub.remove(connection)
  }

  /** Every pulse: tells clients that the line is good, drops dead lines and sessions that ended elsewhere. */
  async function pulse(): Promise<void> {
    const frame = frameOf({ type: 'live.pulse' })
    for (const connection of [...live]) {
      connection.frames = 0
      if (!connection.isAlive) {
        connection.socket.terminate()
        disconnect(connection)
        continue
      }
      connection.isAlive = false
      connection.socket.ping()
      connection.send(frame)
    }
    const sessionIds = [...new Set([...live].map(({ viewer }) => viewer.sessionId))]
    if (sessionIds.length === 0) return
    const valid = await findLiveSessions(sessionIds)
    for (const id of sessionIds) if (!valid.has(id)) hub.closeSession(id, closeCodes.sessionEnded)
  }

  const pulseTimer = setInterval(() => {
    pulse().catch((error: unknown) => log.warn({ err: error }, 'sessions of sockets not checked'))
  }, pulseInterval)

  return {
    /** Tells every client to connect elsewhere, and accepts no more. */
    stop(): void {
      isStopping = true
      clearInterval(pulseTimer)
      for (const connection of [...live]) connection.close(closeCodes.reconnect)
    },
  }
}

function readFrame(text: string): ClientFrame | null {
  try {
    return clientFrame.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
