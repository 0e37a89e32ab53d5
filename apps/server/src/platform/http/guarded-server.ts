import { createServer, type IncomingMessage, type Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { networkOf } from './network.ts'

/** Bytes and milliseconds, against clients that send slowly to keep connections busy; docs/architecture.md lists them. */
const connectionLimits = {
  maxHeaderSize: 16_384,
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  // Longer than browsers and proxies keep a connection: one that is closed as they use it again loses a request.
  keepAliveTimeout: 75_000,
  connectionsCheckingInterval: 2_000,
}

/** Beyond them memory and file handles would decide who is served. */
const maximumConnections = 12_000

/**
 * An HTTP server that isn't listening yet, whose every answer carries `headers`: also those that Node gives by itself,
 * before any handler runs. What isn't HTTP is told to `onMalformed`, with the network that it came from.
 */
export function createGuardedServer(
  headers: ReadonlyMap<string, string>,
  onMalformed: (address: string) => void,
): Server {
  const answering = new WeakSet<Duplex>()

  class GuardedResponse extends ServerResponse {
    constructor(...given: ConstructorParameters<typeof ServerResponse<IncomingMessage>>) {
      super(...given)
      const [{ socket }] = given
      for (const [name, value] of headers) this.setHeader(name, value)
      answering.add(socket)
      this.on('close', () => answering.delete(socket))
    }
  }

  const server = createServer({ ...connectionLimits, ServerResponse: GuardedResponse })
  server.maxConnections = maximumConnections
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const status = statusOfError(error)
    // In the midst of an answer another status line would be a part of its body.
    if (!status || !socket.writable || answering.has(socket)) return socket.destroy()
    if ('remoteAddress' in socket) onMalformed(networkOf(String(socket.remoteAddress)))
    refuseSocket(socket, status, headers)
  })
  return server
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
