import type { Server } from 'node:http'
import { type AddressInfo, createServer, type Server as PortServer } from 'node:net'
import { StartupError } from '../startup-error.ts'

/** Loopback has an address in each family, and `localhost` leads to either. */
const loopback = ['127.0.0.1', '::1']

/** Where a machine has only one of the families. */
const absentAddress = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT'])

/** How often a free port is looked for: one that is free at one address may be taken at the other. */
const attempts = 5

/**
 * Listens on `port` (0: any free one).
 * @param host an address of this machine, `localhost` for both of loopback, or null for all that there are
 * @returns stops listening; resolves when every connection is closed
 * @throws StartupError where the port is taken, may not be opened, or the address isn't this machine's
 */
export async function listen(
  server: Server,
  port: number,
  host: string | null,
): Promise<() => Promise<void>> {
  if (host !== 'localhost') {
    await open(server, port, host)
    return () => close(server)
  }
  const [first = '', second = ''] = loopback
  for (let attempt = 1; ; attempt += 1) {
    const hasFirst = await openIfThere(server, port, first)
    if (!hasFirst) {
      await open(server, port, second)
      return () => close(server)
    }
    // A server of Node has one address: the other's connections are handed to it.
    const other = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
      server.emit('connection', socket),
    )
    other.maxConnections = server.maxConnections
    try {
      await openIfThere(other, (server.address() as AddressInfo).port, second)
      return async () => void (await Promise.all([close(server), close(other)]))
    } catch (error) {
      await close(server)
      if (port !== 0 || attempt === attempts) throw error
    }
  }
}

async function openIfThere(server: PortServer, port: number, host: string): Promise<boolean> {
  try {
    await open(server, port, host)
    return true
  } catch (error) {
    if (error instanceof StartupError && absentAddress.has(codeOf(error.cause))) return false
    throw error
  }
}

async function open(server: PortServer, port: number, host: string | null): Promise<void> {
  await new Promise<void>((ready, fail) => {
    const refuse = (error: Error) => fail(explain(error, port, host))
    server.once('error', refuse)
    server.listen({ port, ...(host && { host }) }, () => {
      server.off('error', refuse)
      ready()
    })
  })
}

function explain(cause: Error, port: number, host: string | null): Error {
  const code = codeOf(cause)
  if (code === 'EADDRINUSE')
    return new StartupError(`Port ${port} is taken by another program. Stop it, or set PORT to a free one.`, {
      cause,
    })
  if (code === 'EACCES')
    return new StartupError(`Port ${port} may not be opened by this user. Set PORT to one above 1023.`, {
      cause,
    })
  if (absentAddress.has(code))
    return new StartupError(`${host} is not an address of this machine. Set COVO_HOST to one that is.`, {
      cause,
    })
  return cause
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException | undefined)?.code ?? ''
}

/** One that isn't listening is closed. */
async function close(server: PortServer): Promise<void> {
  await new Promise<void>((done) => server.close(() => done()))
}
