import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/**
 * A request over HTTP/1.1: a GET or, with a body that is made again for each, a POST of JSON; `method` says another one for each,
 * `cookie` whose it is.
 */
export type Target = {
  port: number
  path: string
  headers?: Record<string, string>
  body?: () => string
  method?: () => string
  cookie?: () => string
}

/** The answers: how many a second, their times in ms, and the number of server errors (5xx). */
export type Load = { perSecond: number; times: number[]; failures: number }

type LoadOptions = {
  /** Of keep-alive connections; the n-th asks the n-th of the targets, and so on in turns. */
  connections?: number
  seconds?: number
  /** Whether server errors are counted; otherwise one rejects. */
  isOverload?: boolean
  /** Requests a second of all connections together; without it each asks again as soon as it is answered. */
  pace?: number
}

/**
 * Asks over and over. Rejects when an answer is none of status 2xx: a refusal is quick, and would be counted as good.
 */
export async function load(
  targets: Target | Target[],
  { connections = 32, seconds = 4, isOverload = false, pace }: LoadOptions = {},
): Promise<Load> {
  const all = [targets].flat()
  const lines = await Promise.all(
    Array.from({ length: connections }, (_, index) => openLine(all[index % all.length] as Target)),
  )
  const startedAt = performance.now()
  const deadline = startedAt + seconds * 1000
  const times: number[] = []
  let failures = 0
  try {
    await Promise.all(
      lines.map(async (line, index) => {
        for (let turn = index; ; turn += connections) {
          if (pace) await delay(Math.max(0, startedAt + (turn * 1000) / pace - performance.now()))
          const askedAt = performance.now()
          if (askedAt >= deadline) return
          const status = await line.ask()
          if (status >= 300 && (status < 500 || !isOverload))
            throw new Error(`${all[0]?.path} was refused: ${status}`)
          if (status >= 500) failures += 1
          times.push(performance.now() - askedAt)
        }
      }),
    )
  } finally {
    for (const { close } of lines) close()
  }
  return { perSecond: times.length / ((performance.now() - startedAt) / 1000), times, failures }
}

/** A bare connection that asks one thing at a time: a client library would cost as much as what it measures. */
export async function openLine({ port, path, headers = {}, body, method, cookie }: Target) {
  const fields = Object.entries({ Host: `localhost:${port}`, ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  const head = ` ${path} HTTP/1.1\r\n${fields.join('')}`
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.setNoDelay()
  let received = ''
  let missing = 0
  let status = 0
  let settle: { resolve: (status: number) => void; reject: (error: Error) => void } | null = null
  const fail = (error: Error) => settle?.reject(error)
  const closed = () => new Error(`the connection to ${path} was closed`)
  socket.setEncoding('latin1')
  socket.on('error', fail)
  socket.on('close', () => fail(closed()))
  socket.on('data', (chunk: string) => {
    if (missing === 0) {
      received += chunk
      const end = received.indexOf('\r\n\r\n')
      if (end < 0) return
      status = Number(received.slice(9, 12))
      const length = /content-length: (\d+)/i.exec(received)?.[1] ?? 0
      missing = Number(length) - (received.length - end - 4)
    } else missing -= chunk.length
    if (missing > 0) return
    received = ''
    missing = 0
    settle?.resolve(status)
  })

  return {
    ask: () =>
      new Promise<number>((resolve, reject) => {
        // Between two requests nobody waits for its end.
        if (socket.destroyed) return reject(closed())
        settle = { resolve, reject }
        const text = body?.()
        const own = cookie ? `Cookie: ${cookie()}\r\n` : ''
        const start = `${method?.() ?? (body ? 'POST' : 'GET')}${head}${own}`
        socket.write(
          text === undefined
            ? `${start}\r\n`
            : `${start}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
        )
      }),
    close: () => socket.destroy(),
  }
}
