import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  ServerResponse,
} from 'node:http'
import type { BlockList, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { canonicalAddress, isListed, networkOf, siteOf } from './network.ts'

/** Bytes and milliseconds, against clients that send slowly to keep connections busy; docs/limits.md lists them. */
const connectionLimits = {
  maxHeaderSize: 16_384,
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  // Longer than browsers and proxies keep a connection: one that is closed as they use it again loses a request.
  keepAliveTimeout: 75_000,
  connectionsCheckingInterval: 2_000,
}

/** Beyond them memory and file handles would decide who is served. */
const mostConnections = 12_000
/** Requests of one connection that are not answered yet: browsers and proxies send the next one after the answer. */
const maximumRequestsUnderWay = 8
/** Milliseconds in which a client has to take some of its answer; Node looks twice before it cuts the connection. */
const idleSocketTimeoutMs = 20_000

type GuardedServerOptions = {
  /** Of every answer, also of those that Node gives by itself, before any handler runs. */
  headers: ReadonlyMap<string, string>
  /** The proxies in front: their connections are many people's. */
  trustedProxies: BlockList
  /**
   * Half of them may be one site's, where so many are free: a lecture hall fits in, when all its browsers come back at once.
   */
  maximumConnections?: number
  /** Called with the network of a request that isn't HTTP. */
  onMalformed: (network: string) => void
  /** Called with the network of a connection that is closed because the network has too many. */
  onTooManyConnections: (network: string) => void
}

/** An HTTP server that isn't listening yet. */
export function createGuardedServer(options: GuardedServerOptions): Server {
  const { headers, trustedProxies, onMalformed, onTooManyConnections } = options
  const { maximumConnections = mostConnections } = options
  const answering = new WeakSet<Duplex>()

  class GuardedResponse extends ServerResponse {
    constructor(...given: ConstructorParameters<typeof ServerResponse<IncomingMessage>>) {
      super(...given)
      const [{ socket }] = given
      for (const [name, value] of headers) this.setHeader(name, value)
      answering.add(socket)
      this.on('close', () => answering.delete(socket))
      // Before its answer begins, a request waits for the server: the silence is not the client's.
      this.on('timeout', () => this.headersSent && socket.destroy())
    }
  }

  const server = createServer({
    ...connectionLimits,
    ServerResponse: GuardedResponse,
    // A client that offers another protocol, as Java's offers HTTP/2, is answered by this one (RFC 9110, section 7.8).
    shouldUpgradeCallback: ({ headers: { upgrade } }) => upgrade?.toLowerCase() === 'websocket',
  })
  server.maxConnections = maximumConnections
  server.timeout = idleSocketTimeoutMs
  const connectionsOf = new Map<string, number>()
  let connections = 0
  server.on('connection', (socket: Socket) => {
    const address = canonicalAddress(socket.remoteAddress ?? '')
    // Without an address it is gone already.
    if (!address || isListed(trustedProxies, address)) return
    const network = siteOf(networkOf(address))
    const count = (connectionsOf.get(network) ?? 0) + 1
    // A site may open as many as are left free, so that a site alone gets half of all.
    if (count > maximumConnections - connections) {
      onTooManyConnections(network)
      socket.destroy()
      return
    }
    connectionsOf.set(network, count)
    connections += 1
    socket.on('close', () => {
      connections -= 1
      const others = (connectionsOf.get(network) ?? 1) - 1
      if (others > 0) connectionsOf.set(network, others)
      else connectionsOf.delete(network)
    })
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const status = statusOfError(error)
    // In the midst of an answer another status line would be a part of its body.
    if (!status || !socket.writable || answering.has(socket)) return socket.destroy()
    if ('remoteAddress' in socket) onMalformed(networkOf(String(socket.remoteAddress)))
    refuseSocket(socket, status, headers)
  })
  return server
}

/**
 * Works on the requests of a connection one after the other, and cuts one that sends many without waiting for answers (RFC 9112,
 * section 9.3.2): the answers to those behind one that isn't read would all be kept.
 */
export function limitPipelining(listener: RequestListener): RequestListener {
  const underWay = new WeakMap<Duplex, (() => void)[]>()
  return (request, response) => {
    const { socket } = request
    const queue = underWay.get(socket) ?? []
    underWay.set(socket, queue)
    if (queue.length >= maximumRequestsUnderWay) {
      socket.destroy()
      return
    }
    const begin = () => listener(request, response)
    queue.push(begin)
    response.on('close', () => {
      queue.shift()
      if (!socket.destroyed) queue[0]?.()
    })
    if (queue.length === 1) begin()
  }
}

/** Ends a connection that no handler answers, with a status such as '403 Forbidden'. */
export function refuseSocket(socket: Duplex, status: string, headers: ReadonlyMap<string, string>): void {
  const lines = [...headers].map(([name, value]) => `${name}: ${value}\r\n`).join('')
  const answer = `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n${lines}\r\n`
  // A client that doesn't close its side would keep the connection for ever.
  socket.end(answer, () => socket.destroy())
}

/** Null where the other end is gone already. */
function statusOfError({ code }: NodeJS.ErrnoException): string | null {
  if (code === 'ECONNRESET' || code === 'EPIPE') return null
  if (code === 'HPE_HEADER_OVERFLOW') return '431 Request Header Fields Too Large'
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return '408 Request Timeout'
  return '400 Bad Request'
}
