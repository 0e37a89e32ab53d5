import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type ChatClient, conclude, openChatClient } from '@covo/testing/chat-client'
import { figure, repetitions } from '@covo/testing/figure'
import { createHistory, faultless } from '@covo/testing/history'
import { openPrivateChat } from '@covo/testing/member-actions'
import { runOperatorCommand } from '@covo/testing/operator-command'
import { visit } from '@covo/testing/visitor'
import { expect, it } from 'vitest'
import { type Guest, type MeasuredServer, startMeasuredServer } from './measured-server.ts'

const heavyClients = 8
/** Milliseconds of them. */
const heavyTime = 6_000
/** Milliseconds between two messages of one of the pair that chats meanwhile. */
const pause = 50

/** The requests of a member that cost the database most; two letters are too few for an index of trigrams. */
const heavyPaths = (messages: number) => [
  '/api/friends/search?query=zz',
  '/api/friends/search?query=%40',
  '/api/friends/search?query=marini',
  '/api/friends/search?query=esempio.it',
  '/api/events?filter=past&search=kernel',
  '/api/events?filter=past&search=quadrifoglio',
  '/api/events?filter=past&search=0',
  `/api/chat/generale/messages?before=${messages / 2}`,
  '/api/chat/generale/messages?after=1',
]

it('goes on with the chat beside the heaviest requests and an export (R-16)', async () => {
  const messages = repetitions('R-16', 100_000, 1_000_000)
  const server = await startMeasuredServer({ users: 100_000, events: 10_000, messages })
  const guests = await server.signIn(2 + heavyClients)
  const chat = await openPair(server, guests)

  const quiet = await chat.talk(delay(heavyTime / 5))
  await server.measure()
  let asked = 0
  let slowest = 0
  const end = performance.now() + heavyTime
  const exporting = runOperatorCommand(
    { COVO_DATA_DIR: server.dataDirectory },
    'export',
    join(server.dataDirectory, 'export'),
  )
  const heavy = guests.slice(2).map(async ({ cookie }, first) => {
    const visitor = visit(server.origin, { cookie })
    const paths = heavyPaths(messages)
    for (let turn = first; performance.now() < end; turn += 1) {
      const startedAt = performance.now()
      const answer = await visitor.fetch(paths[turn % paths.length] ?? '')
      expect(answer.status).toBe(200)
      asked += 1
      slowest = Math.max(slowest, performance.now() - startedAt)
    }
  })
  const busy = await chat.talk(Promise.all([...heavy, exporting]))
  const { delayP99, worstDelay, failures } = await server.measure()
  figure(
    'R-16',
    `100,000 members, ${messages} messages; ${asked} heavy requests of ${heavyClients} clients, the slowest ` +
      `${Math.round(slowest)} ms, and an export: event loop p99 ${delayP99} ms, worst ${worstDelay} ms; ` +
      `a message is stored in p99 ${busy.p99} ms, worst ${busy.worst} ms (alone ${quiet.p99} and ${quiet.worst})`,
  )
  expect((await exporting).code).toBe(0)
  expect(await chat.conclude()).toEqual(faultless)
  expect(failures).toBe(0)
  expect(worstDelay).toBeLessThan(2_000)
  expect(busy.worst).toBeLessThan(10_000)
})

it("doesn't let one member's requests take all connections to the database, and gives up what takes too long (R-16)", async () => {
  const server = await startMeasuredServer({ users: 10, events: 10, messages: 0 })
  const guests = await server.signIn(3)
  const chat = await openPair(server, guests)
  const greedy = visit(server.origin, { cookie: guests[2]?.cookie ?? '' })

  const { statuses, talked } = await server.query(async (client) => {
    await client.query('begin')
    await client.query('lock table events in access exclusive mode')
    // More than there are connections; none of them comes to an end while the lock is held.
    const asked = Array.from({ length: 60 }, () => greedy.fetch('/api/events'))
    const talked = await chat.talk(Promise.race(asked))
    await client.query('commit')
    return { talked, statuses: (await Promise.all(asked)).map(({ status }) => status) }
  })
  const given = statuses.filter((status) => status === 503).length
  figure(
    'R-16',
    `60 requests of one member that hang: ${given} given up; others' messages meanwhile: p99 ${talked.p99} ms, worst ${talked.worst} ms`,
  )
  expect(await chat.conclude()).toEqual(faultless)
  expect(talked.worst).toBeLessThan(5_000)
  expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([])
  expect(given).toBeGreaterThan(0)
})

/** Two friends with their private chat open. */
async function openPair({ origin, query }: MeasuredServer, [one, other]: Guest[]) {
  if (!one || !other) throw new Error('a pair is two')
  await query((client) =>
    client.query('insert into friendships (user_id, friend_id) values ($1, $2), ($2, $1)', [
      one.uid,
      other.uid,
    ]),
  )
  const reader = visit(origin, { cookie: one.cookie })
  const conversationId = await openPrivateChat(reader, other)
  const history = createHistory()
  const clients = [one, other].map((guest) =>
    openChatClient(history, { ...guest, conversationId, origin: () => origin }),
  )
  await Promise.all(clients.map(({ ready }) => ready))

  return {
    /** Both write until `end` resolves; answers how many milliseconds their messages took. */
    async talk(end: Promise<unknown>): Promise<{ p99: number; worst: number }> {
      const times: number[] = []
      let isOver = false
      async function write(client: ChatClient): Promise<void> {
        while (!isOver) {
          const startedAt = performance.now()
          await client.say(`Messaggio ${times.length}`)
          times.push(performance.now() - startedAt)
          await delay(pause)
        }
      }
      const writing = Promise.all(clients.map(write))
      await end
      isOver = true
      await writing
      times.sort((a, b) => a - b)
      return {
        p99: Math.round(times[Math.floor(times.length * 0.99)] ?? Number.NaN),
        worst: Math.round(times.at(-1) ?? Number.NaN),
      }
    },
    conclude: () => conclude(history, clients, new Map([[conversationId, reader]])),
  }
}
