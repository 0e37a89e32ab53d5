/**
 * A process of members at the room, who lose their lines all at once and come back at once: each opens a socket, watches,
 * and fetches what it missed and what changed, as the page does. It is sent `Crowd` once, then `'cut'` and `'back'`.
 */
import { Agent, get } from 'node:http'
import type { ChangedMessages, MessagePage } from '@covo/contract/chat/chat.routes'
import { livePath, protocolVersion, type TopicPosition } from '@covo/contract/realtime'
import { WebSocket } from 'ws'
import { changesPath, roomPath, roomTopic } from './room.ts'

export type Crowd = { port: number; cookies: string[] }

/** Milliseconds until the last has caught up, answers that were none of status 200, and requests for what changed. */
export type Returned = { slowest: number; failures: number; requests: number }

if (process.send) {
  let crowd: Crowd = { port: 0, cookies: [] }
  let sockets: WebSocket[] = []
  /** The newest message that each knows. */
  let known: number[] = []
  /** The change up to which each knows them. */
  let knownChanges: number[] = []
  let failures = 0
  let requests = 0
  let agent = new Agent()

  /** Opens a socket and answers how far the room goes; tries again while the server takes none. */
  const watch = (index: number): Promise<TopicPosition> =>
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
        const [news] = JSON.parse(String(data)) as [TopicPosition]
        resolve(news)
      })
    })

  const fetchAnswer = <Answer>(index: number, path: string): Promise<Answer | null> =>
    new Promise((resolve, reject) => {
      const { port, cookies } = crowd
      const headers = { cookie: cookies[index] ?? '' }
      get({ port, host: '127.0.0.1', path, headers, agent }, (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk
        })
        answer.on('end', () => {
          if (answer.statusCode !== 200) {
            failures += 1
            return resolve(null)
          }
          resolve(JSON.parse(text) as Answer)
        })
      }).on('error', reject)
    })

  const comeBack = async (index: number) => {
    const { head, changes } = await watch(index)
    while ((known[index] ?? 0) < head) {
      const page = await fetchAnswer<MessagePage>(index, `${roomPath}?after=${known[index]}`)
      for (const { sequence } of page?.messages ?? []) {
        if (sequence !== (known[index] ?? 0) + 1) throw new Error('a message was missed')
        known[index] = sequence
      }
    }
    while ((knownChanges[index] ?? 0) < changes) {
      requests += 1
      const answer = await fetchAnswer<ChangedMessages>(index, `${changesPath}?after=${knownChanges[index]}`)
      knownChanges[index] = answer?.changes ?? 0
    }
  }

  const answer = async (request: Crowd | 'cut' | 'back') => {
    if (request === 'cut') {
      for (const socket of sockets) socket.terminate()
      agent.destroy()
      process.send?.('cut')
    } else if (request === 'back') {
      agent = new Agent({ keepAlive: true })
      const startedAt = performance.now()
      await Promise.all(crowd.cookies.map((_, index) => comeBack(index)))
      const returned: Returned = { slowest: performance.now() - startedAt, failures, requests }
      process.send?.(returned)
    } else {
      crowd = request
      sockets = []
      const positions = await Promise.all(crowd.cookies.map((_, index) => watch(index)))
      known = positions.map(({ head }) => head)
      knownChanges = positions.map(({ changes }) => changes)
      process.send?.('there')
    }
  }

  process.on('message', (request: Crowd | 'cut' | 'back') => {
    answer(request).catch((error: unknown) => {
      process.stderr.write(`${String(error)}\n`)
      process.exit(1)
    })
  })
  process.on('disconnect', () => process.exit())
}
