/**
 * 300 reactions a second by 50 members in a room that a thousand watch. Budget: 95 of 100 are answered within 150 ms, a reader
 * receives 12 news a second at most, and of the messages that are sent meanwhile 99 of 100 take 1.5 times as long at most (1.25
 * until release 1.1) as of those that are sent without reactions, which are the reference.
 */
import { openLive } from '@covo/testing/live'
import { visit } from '@covo/testing/visitor'
import { median, quantile } from './support/figures.ts'
import { load } from './support/load.ts'
import { signedInMembers } from './support/members.ts'
import { report } from './support/report.ts'
import { reactionTargets, roomTopic, sendTargets } from './support/room.ts'
import { withServer } from './support/server.ts'
import { withReaders } from './support/sockets.ts'

const readers = 1000
const reacting = 50
const reactionsPerSecond = 300
const messagesPerSecond = 50
const seconds = 5
const budget = { p95: 150, newsPerSecond: 12, ratio: 1.5 }

await withServer({}, async (server) => {
  const cookies = await signedInMembers(server.connection, 100, reacting)
  const writers = sendTargets(server, cookies.slice(reacting, reacting + 10))
  const sequences = Array.from({ length: reacting }, (_, index) => index + 1)
  const targets = reactionTargets(server, cookies.slice(0, reacting), sequences)
  await withReaders({ port: server.port, count: readers, topics: [roomTopic], cookies }, async () => {
    const reader = openLive(visit(server.origin, { cookie: cookies[0] ?? '' }))
    await reader.watch(roomTopic)
    const changes = () => reader.received.filter(({ type }) => type === 'chat.messages_changed').length
    const send = () => load(writers, { connections: writers.length, seconds, pace: messagesPerSecond })
    const [alone, beside, p95, news]: [number[], number[], number[], number[]] = [[], [], [], []]
    for (let round = 0; round < 3; round += 1) {
      alone.push(quantile((await send()).times, 0.99))
      const before = changes()
      const [sent, reacted] = await Promise.all([
        send(),
        load(targets, { connections: reacting, seconds, pace: reactionsPerSecond }),
      ])
      beside.push(quantile(sent.times, 0.99))
      p95.push(quantile(reacted.times, 0.95))
      news.push((changes() - before) / seconds)
    }
    reader.close()
    const ratio = median(beside) / median(alone)
    report({
      what: `${reactionsPerSecond} reactions a second by ${reacting} members, ${readers} watching: 95 of 100 within; news a second; 99 of 100 messages sent meanwhile within`,
      covo: `${Math.round(median(p95))} ms; ${median(news).toFixed(1)}; ${Math.round(median(beside))} ms`,
      reference: `${Math.round(median(alone))} ms without reactions`,
      ratio: ratio.toFixed(2),
      budget: `≤ ${budget.p95} ms; ≤ ${budget.newsPerSecond}; ≤ ${budget.ratio} (before ≤ 1.25)`,
      isMet: median(p95) <= budget.p95 && median(news) <= budget.newsPerSecond && ratio <= budget.ratio,
    })
  })
})
