import { once } from 'node:events'
import { connect, createServer, type NetConnectOpts, type Server, type Socket } from 'node:net'
import { reservePorts } from './reserve-ports.ts'

/** A line of TCP to something that listens elsewhere, and what may happen to it. */
export type Line = {
  /** Its port on this machine; the same before and after a cut. */
  readonly port: number
  /** Everything on it ends at once, and nobody can connect. */
  cut(): Promise<void>
  /** Nothing comes through any more in either direction, and nothing ends: what is sent waits. */
  hold(): void
  /** It is as it was; what was held comes through. */
  restore(): Promise<void>
}

/** Opens a line to `target`. */
export async function openLine(target: NetConnectOpts): Promise<Line> {
  const sockets = new Set<Socket>()
  let isHeld = false
  const port = await reservePorts(1)
  let server = await listen()

  async function listen(): Promise<Server> {
    const listening = createServer((near) => {
      const far = connect(target)
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        sockets.add(from)
        from.on('data', (chunk) => to.write(chunk))
        from.on('error', () => {})
        from.on('close', () => {
          sockets.delete(from)
          to.destroy()
        })
        if (isHeld) from.pause()
      }
    })
    listening.listen(port, '127.0.0.1')
    await once(listening, 'listening')
    return listening
  }

  return {
    port,
    async cut() {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
    hold() {
      isHeld = true
      for (const socket of sockets) socket.pause()
    },
    async restore() {
      isHeld = false
      for (const socket of sockets) socket.resume()
      if (!server.listening) server = await listen()
    },
  }
}
