/**
 * Pushes to a thousand devices of as many members, each about one private message that stays unread, and their effect on
 * the room. Budgets: all, due at once, within 10 seconds; the room's 99th percentile below 250 ms meanwhile; one message at
 * a time, 95 of 100 with the push service within 5 seconds of the message's answer, 3 of which it waits to be read.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { crowdUid } from '@covo/testing/crowd'
import { type PushBrowser, startPushService } from '@covo/testing/push-service'
import { visit } from '@covo/testing/visitor'
import { waitUntil } from '@covo/testing/wait-until'
import pg from 'pg'
import { quantile } from './support/figures.ts'
import { load } from './support/load.ts'
import { openChat, signedInMembers } from './support/members.ts'
import { report } from './support/report.ts'
import { sendTargets } from './support/room.ts'
import { withServer } from './support/server.ts'

const devices = 1000
const writers = 50
/** Messages of the calm measure, and ms between two. */
const calm = { count: 100, apart: 100 }
const [allWithin, roomWithin, oneWithin] = [10_000, 250, 5000]

const service = await startPushService()
try {
  await withServer({ COVO_PUSH_HOSTS: '127.0.0.1' }, async (server) => {
    const cookies = await signedInMembers(server.connection, writers + devices)
    const client = new pg.Client(server.connection)
    await client.connect()
    const chats: { path: string; writer: number; browser: PushBrowser }[] = []
    for (let index = 0; index < devices; index += 1) {
      const browser = service.createBrowser()
      const writer = index % writers
      const path = await openChat(client, writer, writers + index)
      const { endpoint, keys } = browser.subscription
      await client.query(
        `insert into push_subscriptions (session_id, endpoint, p256dh, auth)
         select id, $2, $3, $4 from sessions where user_id = $1`,
        [crowdUid(writers + index), endpoint, keys.p256dh, keys.auth],
      )
      chats.push({ path, writer, browser })
    }
    await client.query('analyze')
    const visitors = cookies.slice(0, writers).map((cookie) => visit(server.origin, { cookie }))

    async function send({ path, writer }: (typeof chats)[number]): Promise<number> {
      const body = { clientId: crypto.randomUUID(), text: 'ci vediamo alle otto' }
      const answer = await visitors[writer]?.post(path, body)
      if (answer?.status !== 201) throw new Error(`a message was answered ${answer?.status}`)
      return performance.now()
    }
    const lateness = async (sent: { browser: PushBrowser; at: number }[]) => {
      await waitUntil(() => sent.every(({ browser }) => browser.received.length > 0), 60_000)
      return sent.map(({ browser, at }) => (browser.received[0]?.receivedAt ?? 0) - at)
    }

    const one: { browser: PushBrowser; at: number }[] = []
    for (const chat of chats.slice(0, calm.count)) {
      one.push({ browser: chat.browser, at: await send(chat) })
      await delay(calm.apart)
    }
    const late = quantile(await lateness(one), 0.95)

    const others: typeof one = []
    for (const chat of chats.slice(calm.count)) others.push({ browser: chat.browser, at: await send(chat) })
    await lateness(others)
    for (const { browser } of chats) browser.received.length = 0
    const room = load(sendTargets(server, cookies.slice(0, writers)), {
      connections: 10,
      seconds: allWithin / 1000,
      pace: 50,
    })
    await client.query('update pushes set due_at = now(), asked = asked + 1')
    const begun = performance.now()
    const took = Math.max(...(await lateness(chats.map(({ browser }) => ({ browser, at: begun })))))
    const roomTime = quantile((await room).times, 0.99)
    await client.end()

    report({
      what: `${devices} pushes that are due at once`,
      covo: `${(took / 1000).toFixed(1)} s; the room's p99 meanwhile ${roomTime.toFixed(0)} ms`,
      reference: '-',
      ratio: '-',
      budget: `${allWithin / 1000} s; ${roomWithin} ms`,
      isMet: took <= allWithin && roomTime < roomWithin,
    })
    report({
      what: 'a message to the push service, the three seconds to read it included',
      covo: `${(late / 1000).toFixed(1)} s (p95)`,
      reference: '-',
      ratio: '-',
      budget: `${oneWithin / 1000} s`,
      isMet: late <= oneWithin,
    })
  })
} finally {
  service.stop()
}
