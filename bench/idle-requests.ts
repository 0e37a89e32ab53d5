/**
 * The time of one request on an idle server: a message, and the reads of the home screen, each every 0.6 s on one
 * connection. Reference: `/health/live` on the same connection, in the same turns, which has no viewer and reads nothing.
 * Budget: twice its median.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { quantile } from './support/figures.ts'
import { openLine, type Target } from './support/load.ts'
import { signedInMembers } from './support/members.ts'
import { report } from './support/report.ts'
import { sendTargets } from './support/room.ts'
import { withServer } from './support/server.ts'

const turns = 70
/** Turns that are not counted: what is compiled and planned at its first use. */
const first = 10
const pauseMs = 100
const budget = 2

const reads = {
  'unread chats': '/api/chat/unread',
  'next event': '/api/events/next',
  'friend counts': '/api/friends/counts',
  'first page of events': '/api/events',
}

await withServer({}, async (server) => {
  const [cookie = ''] = await signedInMembers(server.connection, 50, 1000)
  const { port } = server
  const [message] = sendTargets(server, [cookie])
  const targets = Object.entries<Target>({
    '/health/live': { port, path: '/health/live' },
    'a message': message as Target,
    ...Object.fromEntries(
      Object.entries(reads).map(([name, path]) => [name, { port, path, headers: { Cookie: cookie } }]),
    ),
  })
  const lines = await Promise.all(
    targets.map(async ([name, target]) => ({ name, line: await openLine(target), times: [] as number[] })),
  )
  for (let turn = 0; turn < turns; turn += 1) {
    for (const { name, line, times } of lines) {
      const askedAt = performance.now()
      const status = await line.ask()
      if (status >= 300) throw new Error(`${name} was refused: ${status}`)
      if (turn >= first) times.push(performance.now() - askedAt)
      await delay(pauseMs)
    }
  }
  for (const { line } of lines) line.close()
  const [reference, ...own] = lines.map(({ name, times }) => ({ name, median: quantile(times, 0.5) }))
  for (const { name, median } of own) {
    const ratio = median / (reference?.median ?? 0)
    report({
      what: `${name}, nobody else asking: median`,
      covo: `${median.toFixed(2)} ms`,
      reference: `${reference?.median.toFixed(2)} ms by ${reference?.name}`,
      ratio: ratio.toFixed(2),
      budget: `≤ ${budget}`,
      isMet: ratio <= budget,
    })
  }
})
