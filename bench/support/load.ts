import { connect } from 'node:net'

/** A request over HTTP/1.1, the same each time. */
export type Target = { port: number; path: string; headers?: Record<string, string> }

/**
 * How many answers a second a server gives to connections that ask again as soon as they are answered. Rejects when an
 * answer is none of status 200: a refusal is quick, and would be counted as good.
 */
export async function answersPerSecond(
  target: Target,
  { connections = 32, seconds = 4 }: { connections?: number; seconds?: number } = {},
): Promise<number> {
  const deadline = performance.now() + seconds * 1000
  const startedAt = performance.now()
  const counts = await Promise.all(Array.from({ length: connections }, () => askUntil(target, deadline)))
  const answered = counts.reduce((sum, count) => sum + count, 0)
  return answered / ((performance.now() - startedAt) / 1000)
}

function askUntil({ port, path, headers = {} }: Target, deadline: number): Promise<number> {
  const lines = Object.entries({ Host: `localhost:${port}`, ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  const request = `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let answered = 0
    let received = ''
    let missing = 0
    socket.setEncoding('latin1')
    socket.on('error', reject)
    socket.on('connect', () => socket.write(request))
    socket.on('data', (chunk: string) => {
      if (missing === 0) {
        received += chunk
        const end = received.indexOf('\r\n\r\n')
        if (end < 0) return
        if (!received.startsWith('HTTP/1.1 200')) return reject(new Error(received.slice(0, 200)))
        const length = /content-length: (\d+)/i.exec(received)?.[1]
        missing = Number(length) - (received.length - end - 4)
      } else missing -= chunk.length
      if (missing > 0) return
      received = ''
      missing = 0
      answered += 1
      if (performance.now() < deadline) socket.write(request)
      else {
        socket.destroy()
        resolve(answered)
      }
    })
  })
}

export function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
}
