/**
 * A process of sockets that read: each receives messages whose text begins with the moment at which it was sent. It gets
 * `Open` once, then `'start'` and `'stop'` for each measure, to which it answers `Received`.
 */
import { livePath, protocolVersion } from '@covo/contract/realtime'
import { WebSocket } from 'ws'
import { quantile } from './figures.ts'

/** Which sockets to open: at Covo, with cookies that are used in turns, each watching all these topics; or bare ones without, at the raw relay. */
export type Open = { port: number; count: number; topics: string[]; cookies: string[] }

/** Messages received by all sockets together, their bytes, ms from their sending to a socket's receiving them, and disconnected sockets. */
export type Received = { deliveries: number; bytes: number; median: number; p99: number; closed: number }

const stamps = /@(\d+)@/g

if (process.send) {
  let times: number[] = []
  let bytes = 0
  let closed = 0
  let last: { frame: Buffer; sentAt: number[] } = { frame: Buffer.alloc(0), sentAt: [] }

  const receive = (frame: Buffer) => {
    // All sockets receive the same frames: it is parsed once.
    if (!last.frame.equals(frame))
      last = { frame, sentAt: [...String(frame).matchAll(stamps)].map(([, moment]) => Number(moment)) }
    bytes += frame.length
    const now = Number(process.hrtime.bigint() / 1000n)
    for (const moment of last.sentAt) times.push((now - moment) / 1000)
  }

  const open = async ({ port, count, topics, cookies }: Open) => {
    const isBare = topics.length === 0
    await Promise.all(Array.from({ length: count }, (_, index) => openReader(index)))
    process.send?.('open')

    function openReader(index: number): Promise<void> {
      const origin = `http://localhost:${port}`
      const headers = isBare ? {} : { origin, cookie: cookies[index % cookies.length] ?? '' }
      const path = isBare ? '/' : `${livePath}?version=${protocolVersion}`
      const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, {
        headers,
        perMessageDeflate: false,
        skipUTF8Validation: true,
      })
      return new Promise((resolve, reject) => {
        socket.on('error', reject)
        socket.on('close', (code) => {
          closed += 1
          reject(new Error(`a reader was closed: ${code}`))
        })
        socket.on('open', () => {
          for (const topic of topics) socket.send(JSON.stringify({ type: 'watch', topic }))
          if (isBare) resolve()
        })
        let awaited = topics.length
        socket.on('message', (data: Buffer) => {
          if (awaited === 0) return receive(data)
          // Later frames are not searched: it would cost the readers more than receiving them.
          awaited -= String(data).split('live.watching').length - 1
          if (awaited === 0) resolve()
        })
      })
    }
  }

  process.on('message', (request: Open | 'start' | 'stop') => {
    if (request === 'start') {
      times = []
      bytes = 0
    } else if (request === 'stop') {
      const received: Received = {
        deliveries: times.length,
        bytes,
        median: quantile(times, 0.5),
        p99: quantile(times, 0.99),
        closed,
      }
      process.send?.(received)
    } else
      open(request).catch((error: unknown) => {
        process.stderr.write(`${String(error)}\n`)
        process.exit(1)
      })
  })
  process.on('disconnect', () => process.exit())
}
