import { setTimeout as delay } from 'node:timers/promises'
import { conversationTopic } from '@covo/contract/chat/chat.news'
import { maximumMessageBytes, publicRoomId } from '@covo/contract/chat/chat.rules'
import type { News } from '@covo/contract/realtime'
import { type ChatClient, conclude, openChatClient } from '@covo/testing/chat-client'
import { takeTurn } from '@covo/testing/chat-traffic'
import { figure } from '@covo/testing/figure'
import { createHistory, faultless } from '@covo/testing/history'
import { openLive } from '@covo/testing/live'
import { visit } from '@covo/testing/visitor'
import { expect, it } from 'vitest'
import { type Guest, megabytes, startMeasuredServer } from './measured-server.ts'

const slowCount = 50
const quickCount = 20
const writerCount = 20
/** Milliseconds in which a reader that takes nothing has to be let go, and what a busy machine may take. */
const patience = 45_000

type Flow = { messagesPerSecond: number; text: string }

/** Usual texts, and the largest message: so many families of four, 25 bytes each, beside a number. */
const flows: Record<string, Flow> = {
  'usual messages': {
    messagesPerSecond: 200,
    text: 'qualcuno ha provato la prova di ieri sera, quella con lo heap?'.repeat(2),
  },
  'the largest messages': { messagesPerSecond: 60, text: '👨‍👩‍👧‍👦'.repeat(maximumMessageBytes / 25 - 10) },
}

it.each(Object.entries(flows))(
  'lets go of fifty readers that take nothing of %s, and nobody else notices (R-15)',
  async (kind, flow) => {
    const server = await startMeasuredServer({ users: slowCount + quickCount, events: 0, messages: 0 })
    const guests = await server.signIn(slowCount + quickCount)
    const history = createHistory()
    const open = (guest: Guest) =>
      openChatClient(history, { ...guest, conversationId: publicRoomId, origin: () => server.origin })
    const slow = guests.slice(0, slowCount).map(open)
    const writers = guests.slice(slowCount).slice(0, writerCount).map(open)
    await Promise.all([...slow, ...writers].map(({ ready }) => ready))
    const latencies: number[] = []
    for (const { cookie } of guests.slice(slowCount)) {
      const live = openLive(visit(server.origin, { cookie }))
      await live.watch(conversationTopic(publicRoomId))
      live.socket.on('message', (data) => {
        for (const news of JSON.parse(String(data)) as News[])
          if (news.type === 'chat.message_sent')
            latencies.push(performance.now() - Number.parseFloat(news.message.text ?? ''))
      })
    }
    const openSockets = (await server.measure()).sockets
    const { residentBytes } = await server.measure()

    const stalledAt = performance.now()
    for (const client of slow) client.stall()
    let isOver = false
    const writing = Promise.all(writers.map(write))
    let lastCut: number | null = null
    while (lastCut === null && performance.now() - stalledAt < patience) {
      await delay(250)
      if ((await server.measure()).sockets === openSockets - slowCount)
        lastCut = performance.now() - stalledAt
    }
    isOver = true
    await writing
    const { peakBytes } = await server.measure()
    for (const client of slow) client.readOn()

    latencies.sort((one, other) => one - other)
    const p99 = Math.round(latencies[Math.floor(latencies.length * 0.99)] ?? Number.NaN)
    figure(
      'R-15',
      `${kind}, ${flow.messagesPerSecond} a second, ${slowCount} readers that take nothing: the last was let go after ` +
        `${((lastCut ?? Number.NaN) / 1000).toFixed(1)} s; ${latencies.length} deliveries to others, p99 ${p99} ms; ` +
        `memory grew by ${megabytes(peakBytes - residentBytes)}`,
    )
    const reader = visit(server.origin, { cookie: guests[0]?.cookie ?? '' })
    expect(await conclude(history, [...slow, ...writers], new Map([[publicRoomId, reader]]))).toEqual(
      faultless,
    )
    expect(lastCut).not.toBeNull()
    expect(p99).toBeLessThan(3000)
    expect(peakBytes - residentBytes).toBeLessThan(300_000_000)

    async function write(writer: ChatClient): Promise<void> {
      const pause = (1000 * writerCount) / flow.messagesPerSecond
      let next = performance.now() + Math.random() * pause
      while (!isOver) {
        await delay(Math.max(0, next - performance.now()))
        await takeTurn(writer, `${performance.now().toFixed(1)} ${flow.text}`)
        next = Math.max(next + pause, performance.now())
      }
    }
  },
)
