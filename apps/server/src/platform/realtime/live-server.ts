import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { closeCodes, livePath, protocolVersion, pulseIntervalMs } from '@covo/contract/realtime'
import { WebSocketServer } from 'ws'
import type { PrimaryPool } from '../database/primary-pool.ts'
import { bearerOf } from '../http/bearer.ts'
import { refuseSocket } from '../http/guarded-server.ts'
import { networkOf } from '../http/network.ts'
import type { KeyedSemaphore } from '../keyed-semaphore.ts'
import type { Log } from '../log/log.ts'
import type { RecordEvent, SecurityLog } from '../log/security-log.ts'
import type { FindHidden, Viewer } from '../viewer.ts'
import type { Hub, Topic } from './hub.ts'
import { closeSocket, createLiveSockets } from './live-sockets.ts'
import { createSubscriptions } from './live-subscriptions.ts'

/** A client only names topics: nothing that it sends is large. */
export const maximumFrameBytes = 1024
/** Browsers don't fragment frames this small; tiny fragments would each take memory (CVE-2026-48779). */
const maximumFragments = 8

/** Ours, and those of RFC 6455, section 7.4.1, that browsers and the library give. */
const knownCloseCodes = new Set<number>([1000, 1001, 1005, 1006, 1008, 1009, ...Object.values(closeCodes)])

type LiveServerOptions = {
  server: Server
  /** Of every answer that refuses a socket. */
  headers: ReadonlyMap<string, string>
  clientAddress: (request: IncomingMessage) => string
  hub: Hub
  pool: Pick<PrimaryPool, 'epoch'>
  topics: Topic[]
  /** Limits a member's subscriptions together with their requests. */
  requests: KeyedSemaphore
  log: Log
  securityLog: SecurityLog
  origins: () => ReadonlySet<string>
  readSession: (cookieHeader: string | undefined) => Promise<Viewer | null>
  readToken: (token: string, address: string) => Promise<Viewer | null>
  findHidden: FindHidden
  /** Whether a session, or a token, ended that may have been read just before. */
  hasEnded: (sessionId: string) => boolean
  /** Those of the given sessions and tokens that are still valid. */
  findLiveSessions: (sessionIds: string[]) => Promise<ReadonlySet<string>>
}

/** Accepts sockets at `livePath` as the protocol file describes. */
export function startLiveServer(options: LiveServerOptions) {
  const { server, headers, clientAddress, log, securityLog, origins, findHidden, hasEnded } = options
  const sockets = createLiveSockets({ ...options, handleFrame: createSubscriptions(options) })
  const webSockets = new WebSocketServer({
    noServer: true,
    maxPayload: maximumFrameBytes,
    maxFragments: maximumFragments,
    perMessageDeflate: false,
    clientTracking: false,
  })
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

  const identify = (request: IncomingMessage, token: string | null): Promise<Viewer | null> =>
    token === null
      ? options.readSession(request.headers.cookie)
      : options.readToken(token, networkOf(clientAddress(request)))

  const refuse = (socket: Duplex, status: string) => refuseSocket(socket, status, headers)

  async function accept(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    record: RecordEvent,
  ): Promise<void> {
    const url = URL.parse(request.url ?? '/', 'http://localhost')
    if (url?.pathname !== livePath) return refuse(socket, '404 Not Found')
    const token = bearerOf(request)
    // A page of another site could open a socket with the member's cookie: browsers always name their origin here.
    if (token === null && !origins().has(request.headers.origin ?? '')) {
      record('origin.refused')
      return refuse(socket, '403 Forbidden')
    }
    if (isStopping) return refuse(socket, '503 Service Unavailable')
    const isCurrent = url.searchParams.get('version') === String(protocolVersion)
    const viewer = isCurrent ? await identify(request, token) : null
    const hidden = viewer && (await findHidden(viewer.uid))
    if (isStopping) return refuse(socket, '503 Service Unavailable')
    webSockets.handleUpgrade(request, socket, head, (webSocket) => {
      // Of refused ones too: a broken frame without a listener would end the process (CVE-2024-38355).
      webSocket.on('error', (error) => log.debug({ err: error }, 'socket failed'))
      webSocket.on('close', (code) => {
        const name = knownCloseCodes.has(code) ? String(code) : 'other'
        closes.set(name, (closes.get(name) ?? 0) + 1)
      })
      // A refusal after the handshake, because a browser can't read the status of a refused one.
      if (!isCurrent) return closeSocket(webSocket, closeCodes.versionUnsupported)
      if (!viewer || !hidden || hasEnded(viewer.sessionId)) {
        record('session.refused')
        return closeSocket(webSocket, closeCodes.sessionEnded)
      }
      const refusal = sockets.refusalOf(viewer.uid)
      if (refusal !== null) {
        record('limit.reached', { uid: viewer.uid })
        return closeSocket(webSocket, refusal)
      }
      sockets.connect(webSocket, socket, { viewer, hidden }, record)
    })
  }

  const pulseTimer = setInterval(() => {
    sockets.pulse()
    void sockets.checkSessions()
  }, pulseIntervalMs)

  return {
    checkSessions: sockets.checkSessions,
    closes,

    /** Closes all sockets with the code to reconnect, and accepts no more. */
    stop(): void {
      isStopping = true
      clearInterval(pulseTimer)
      sockets.stop()
    },
  }
}
