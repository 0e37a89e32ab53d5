/**
 * The time of one request on an idle server: a message, and the reads of the home screen, each in turns on a connection of its own.
 * Reference: `/health/live` in the same turns, which has no viewer and reads nothing, and what each needs of the database besides:
 * a lone committed insert, or a lone prepared read, by `pg`. Budget: 1.8 times the sum for the message, 1.6 times for a read
 * (until release 1.1 twice `/health/live`, which stays beside it).
 */
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { createBareRows, insertBareRow, readBareRow } from './support/bare-rows.ts'
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
const budgets = { message: 1.8, read: 1.6 }

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
  const client = new pg.Client(server.connection)
  await client.connect()
  await createBareRows(client)
  await insertBareRow(client)
  const lines = await Promise.all(
    targets.map(async ([name, target]) => ({ name, line: await openLine(target) })),
  )
  const asked = [
    ...lines.map(({ name, line }) => {
      const ask = async () => {
        const status = await line.ask()
        if (status >= 300) throw new Error(`${name} was refused: ${status}`)
      }
      return { name, ask, times: [] as number[] }
    }),
    { name: 'insert', ask: () => insertBareRow(client), times: [] },
    { name: 'read', ask: () => readBareRow(client), times: [] },
  ]
  for (let turn = 0; turn < turns; turn += 1) {
    for (const { ask, times } of asked) {
      const askedAt = performance.now()
      await ask()
      if (turn >= first) times.push(performance.now() - askedAt)
      await delay(pauseMs)
    }
  }
  for (const { line } of lines) line.close()
  await client.end()
  const medians = new Map(asked.map(({ name, times }) => [name, quantile(times, 0.5)]))
  const medianOf = (name: string) => medians.get(name) ?? Number.NaN
  const live = medianOf('/health/live')
  for (const name of ['a message', ...Object.keys(reads)]) {
    const own = medianOf(name)
    const [work, limit] = name === 'a message' ? ['insert', budgets.message] : ['read', budgets.read]
    const floor = live + medianOf(work)
    for (const [reference, than, most] of [
      [`${live.toFixed(2)} ms by /health/live`, live, budget],
      [`${floor.toFixed(2)} ms by /health/live and a lone ${work} by pg`, floor, limit],
    ] as const)
      report({
        what: `${name}, nobody else asking: median`,
        covo: `${own.toFixed(2)} ms`,
        reference,
        ratio: (own / than).toFixed(2),
        budget: `≤ ${most}`,
        isMet: own / than <= most,
      })
  }
})
