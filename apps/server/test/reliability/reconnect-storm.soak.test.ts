import { publicRoomId } from '@covo/contract/chat/chat.rules'
import { type ChatClient, conclude, openChatClient } from '@covo/testing/chat-client'
import { figure, repetitions } from '@covo/testing/figure'
import { createHistory, faultless } from '@covo/testing/history'
import { visit } from '@covo/testing/visitor'
import { expect, it } from 'vitest'
import { megabytes, startMeasuredServer } from './measured-server.ts'

/** An address without a listener. */
const nowhere = 'http://localhost:9'
const writerCount = 10
const missedByEach = 50

it('brings two thousand sockets that were cut at once up to date (R-07)', async () => {
  const count = repetitions('R-07', 2_000, 10_000)
  const server = await startMeasuredServer({ users: count, events: 0, messages: 0 })
  const guests = await server.signIn(count)
  const history = createHistory()
  let isNetworkAway = false
  const open = (origin: () => string) => (guest: (typeof guests)[number]) =>
    openChatClient(history, { ...guest, conversationId: publicRoomId, origin })
  const clients = guests.map(open(() => (isNetworkAway ? nowhere : server.origin)))
  const writers = guests.slice(0, writerCount).map(open(() => server.origin))
  await Promise.all([...clients, ...writers].map(({ ready }) => ready))

  isNetworkAway = true
  for (const client of clients) client.cut()
  await Promise.all(writers.map(write))
  const before = await server.measure()

  const healedAt = performance.now()
  isNetworkAway = false
  const times = await Promise.all(
    clients.map(async (client) => {
      await client.shows(writerCount * missedByEach)
      return performance.now() - healedAt
    }),
  )
  const after = await server.measure()
  const seconds = (Math.max(...times) / 1000).toFixed(1)
  figure(
    'R-07',
    `${count} sockets cut at once, ${writerCount * missedByEach} messages missed: all caught up after ${seconds} s; ` +
      `event loop p99 ${after.delayP99} ms, worst ${after.worstDelay} ms; at most ${megabytes(after.peakBytes)}`,
  )

  const reader = visit(server.origin, { cookie: guests[0]?.cookie ?? '' })
  expect(await conclude(history, [...clients, ...writers], new Map([[publicRoomId, reader]]))).toEqual(
    faultless,
  )
  expect(after.failures - before.failures).toBe(0)
  expect(Math.max(...times)).toBeLessThan(60_000)
  expect(after.peakBytes).toBeLessThan(1_200_000_000)
})

async function write(writer: ChatClient): Promise<void> {
  for (let number = 1; number <= missedByEach; number += 1)
    await writer.say(`Messaggio ${number}: qualcuno ha provato la prova di ieri sera, quella con lo heap?`)
}
