import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

const blockSize = 10

/**
 * Reserves consecutive ports for servers whose addresses have to be known before they listen; answers the first.
 *
 * They lie below 32,768, where the system gives none to connections or for port 0. The last port of their block of ten is
 * listened on until this process ends, so that no other process reserves the block meanwhile.
 *
 * @param count at most nine
 */
export async function reservePorts(count: number): Promise<number> {
  for (;;) {
    const first = 10_000 + blockSize * Math.floor(Math.random() * 2000)
    const reservation = await listen(first + blockSize - 1)
    if (!reservation) continue
    const probes = await Promise.all(Array.from({ length: count }, (_, index) => listen(first + index)))
    await Promise.all(probes.map((probe) => probe && once(probe.close(), 'close')))
    if (!probes.includes(null)) {
      reservation.unref()
      return first
    }
    reservation.close()
  }
}

/** Null when the port is in use. */
function listen(port: number): Promise<Server | null> {
  return new Promise((resolve) => {
    const server = createServer()
    server.on('error', () => resolve(null))
    server.listen(port, () => resolve(server))
  })
}
