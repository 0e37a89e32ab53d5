/**
 * Messages a second that fifty callers get stored in one room over HTTP, each waiting for its answer, which comes after
 * the commit, while somebody watches the room. Reference: `pg` inserting single rows on fifty connections, into a database of the
 * same settings. Budget: 0.7 of them (0.8 until release 1.1), 0.75 of that into ten private chats (0.9), and 150 µs (300) of
 * processor time for each message, of the server and its database together, of which 110 of the thread that runs JavaScript.
 */
import pg from 'pg'
import { createBareRows, insertBareRow } from './support/bare-rows.ts'
import { median } from './support/figures.ts'
import { load } from './support/load.ts'
import { openChat, signedInMembers } from './support/members.ts'
import { report } from './support/report.ts'
import { roomTopic, sendTargets } from './support/room.ts'
import {
  familyOf,
  type MeasuredServer,
  mainThreadSeconds,
  processorSeconds,
  withDatabase,
  withServer,
} from './support/server.ts'
import { withReaders } from './support/sockets.ts'

const callers = 50
const seconds = 4
const chats = 10

/** Rows a second. */
async function insertRows(clients: pg.Client[]): Promise<number> {
  const startedAt = performance.now()
  let stored = 0
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() - startedAt < seconds * 1000) {
        await insertBareRow(client)
        stored += 1
      }
    }),
  )
  return stored / ((performance.now() - startedAt) / 1000)
}

/** Sends to private chats, each of two members, in turns. */
async function privateTargets(server: MeasuredServer, cookies: string[]) {
  const client = new pg.Client(server.connection)
  await client.connect()
  const targets = []
  for (let chat = 0; chat < chats; chat += 1) {
    const path = await openChat(client, 2 * chat, 2 * chat + 1)
    targets.push(...sendTargets(server, cookies.slice(2 * chat, 2 * chat + 2), path))
  }
  await client.end()
  return targets
}

// The embedded database takes sixty connections: the server and the reference can't both use one.
await withServer({}, (server) =>
  withDatabase(async (connection) => {
    const clients = Array.from({ length: callers }, () => new pg.Client(connection))
    await Promise.all(clients.map((client) => client.connect()))
    try {
      if (clients[0]) await createBareRows(clients[0])
      const cookies = await signedInMembers(server.connection, callers)
      const room = sendTargets(server, cookies)
      const privately = await privateTargets(server, cookies)
      const processorTime = () =>
        familyOf(server.pid)
          .map(processorSeconds)
          .reduce((sum, each) => sum + each, 0)
      const [own, split, rows]: [number[], number[], number[]] = [[], [], []]
      const [microseconds, ofThread]: [number[], number[]] = [[], []]
      const watching = { port: server.port, count: 1, topics: [roomTopic], cookies }
      for (let round = 0; round < 3; round += 1) {
        await withReaders(watching, async () => {
          const before = [processorTime(), mainThreadSeconds(server.pid)] as const
          const { perSecond, times } = await load(room, { connections: callers, seconds })
          own.push(perSecond)
          microseconds.push(((processorTime() - before[0]) * 1e6) / times.length)
          ofThread.push(((mainThreadSeconds(server.pid) - before[1]) * 1e6) / times.length)
        })
        split.push((await load(privately, { connections: callers, seconds })).perSecond)
        rows.push(await insertRows(clients))
      }
      const ratio = median(own) / median(rows)
      report({
        what: `messages stored a second, ${callers} callers into one room over HTTP`,
        covo: `${Math.round(median(own))}`,
        reference: `${Math.round(median(rows))} rows by pg, ${callers} connections`,
        ratio: ratio.toFixed(2),
        budget: '≥ 0.7 (before ≥ 0.8)',
        isMet: ratio >= 0.7,
      })
      const splitRatio = median(split) / median(own)
      report({
        what: `the same into ${chats} private chats`,
        covo: `${Math.round(median(split))}`,
        reference: `${Math.round(median(own))} into one room`,
        ratio: splitRatio.toFixed(2),
        budget: '≥ 0.75 (before ≥ 0.9)',
        isMet: splitRatio >= 0.75,
      })
      report({
        what: 'processor time of a message into the room, of server and database; of the JavaScript thread',
        covo: `${Math.round(median(microseconds))}; ${Math.round(median(ofThread))} µs`,
        reference: '-',
        ratio: '-',
        budget: '≤ 150; ≤ 110 µs (before ≤ 300)',
        isMet: median(microseconds) <= 150 && median(ofThread) <= 110,
      })
    } finally {
      await Promise.all(clients.map((client) => client.end()))
    }
  }),
)
