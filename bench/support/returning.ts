/**
 * A process of members at the room, who lose their lines all at once and come back at once: each opens a socket, watches,
 * and fetches what it missed, as the page does. Told `Crowd` once, then `'cut'` and `'back'`.
 */
import { Agent, get } from 'node:http'
import { livePath, protocolVersion } from '@covo/contract/realtime'
import { WebSocket } from 'ws'
import { roomPath, roomTopic } from './room.ts'

export type Crowd = { port: number; cookies: string[] }

/** Milliseconds until the last has caught up, and answers that were none of status 200. */
export type Returned = { slowest: number; failures: number }

if (process.send) {
  let crowd: Crowd = { port: 0, cookies: [] }
  let sockets: WebSocket[] = []
  /** The newest message that each knows. */
  let known: number[] = []
  let failures = 0
  let agent = new Agent()

  /** Opens a socket and answers the room's head; tries again while the server takes none. */
  const watch = (index: number): Promise<number> =>
    new Promise((resolve, reject) => {
      const origin = `http://localhost:${crowd.port}`
      const socket = new WebSocket(`ws://127.0.0.1:${crowd.port}${livePath}?version=${protocolVersion}`, {
        headers: { origin, cookie: crowd.cookies[index] ?? '' },
        perMessageDeflate: false,
      })
      sockets[index] = socket
      socket.on('error', reject)
      socket.on('open', () => socket.send(JSON.stringify({ type: 'watch', topic: roomTopic })))
      socket.on('message', (data: Buffer) => {
        if (!data.includes('live.watching')) return
        const [news] = JSON.parse(String(data)) as [{ head: number }]
        resolve(news.head)
      })
    })

  const fetchMissed = (index: number): Promise<number[]> =>
    new Promise((resolve, reject) => {
      const { port, cookies } = crowd
      const path = `${roomPath}?after=${known[index]}`
      const headers = { cookie: cookies[index] ?? '' }
      get({ port, host: '127.0.0.1', path, headers, agent }, (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk
        })
        answer.on('end', () => {
          if (answer.statusCode !== 200) {
            failures += 1
            return resolve([])
          }
          const { messages } = JSON.parse(text) as { messages: { sequence: number }[] }
          resolve(messages.map(({ sequence }) => sequence))
        })
      }).on('error', reject)
    })

  const comeBack = async (index: number) => {
    const head = await watch(index)
    while ((known[index] ?? 0) < head) {
      for (const sequence of await fetchMissed(index)) {
        if (sequence !== (known[index] ?? 0) + 1) throw new Error('a message was missed')
        known[index] = sequence
      }
    }
  }

  const answer = async (told: Crowd | 'cut' | 'back') => {
    if (told === 'cut') {
      for (const socket of sockets) socket.terminate()
      agent.destroy()
      process.send?.('cut')
    } else if (told === 'back') {
      agent = new Agent({ keepAlive: true })
      const startedAt = performance.now()
      await Promise.all(crowd.cookies.map((_, index) => comeBack(index)))
      const returned: Returned = { slowest: performance.now() - startedAt, failures }
      process.send?.(returned)
    } else {
      crowd = told
      sockets = []
      known = await Promise.all(crowd.cookies.map((_, index) => watch(index)))
      process.send?.('there')
    }
  }

  process.on('message', (told: Crowd | 'cut' | 'back') => {
    answer(told).catch((error: unknown) => {
      process.stderr.write(`${String(error)}\n`)
      process.exit(1)
    })
  })
  process.on('disconnect', () => process.exit())
}
