/**
 * Messages a second that fifty callers get stored in one room over HTTP, each waiting for its answer, which comes after
 * the commit. Reference: `pg` inserting single rows on fifty connections, into a database of the same settings. Budget: 0.8
 * of them, 0.9 of that into ten private chats, and 0.3 ms of processor time for each message, of the server and its database
 * together.
 */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { median } from './support/figures.ts'
import { load } from './support/load.ts'
import { openChat, signedInMembers } from './support/members.ts'
import { report } from './support/report.ts'
import { message, sendTargets } from './support/room.ts'
import {
  familyOf,
  type MeasuredServer,
  processorSeconds,
  withDatabase,
  withServer,
} from './support/server.ts'

const callers = 50
const seconds = 4
const chats = 10

/** A message as the schema has it, with the indexes by which it is read and deduplicated. */
const table = `
  create sequence bench_sequence;
  create table bench_rows (
    conversation_id text, sequence bigint, id uuid not null default gen_random_uuid(), sender_id uuid, client_id uuid,
    text text not null, sent_at timestamptz not null,
    primary key (conversation_id, sequence), unique (conversation_id, sender_id, client_id)
  )`

/** Rows a second. */
async function insertRows(clients: pg.Client[]): Promise<number> {
  const startedAt = performance.now()
  const sender = randomUUID()
  let stored = 0
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() - startedAt < seconds * 1000) {
        await client.query(
          `insert into bench_rows (conversation_id, sequence, sender_id, client_id, text, sent_at)
           values ('generale', nextval('bench_sequence'), $1, $2, $3, clock_timestamp())`,
          [sender, randomUUID(), message()],
        )
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
      await clients[0]?.query(table)
      const cookies = await signedInMembers(server.connection, callers)
      const room = sendTargets(server, cookies)
      const privately = await privateTargets(server, cookies)
      const processorTime = () =>
        familyOf(server.pid)
          .map(processorSeconds)
          .reduce((sum, each) => sum + each, 0)
      const [own, split, rows, microseconds]: [number[], number[], number[], number[]] = [[], [], [], []]
      for (let round = 0; round < 3; round += 1) {
        const before = processorTime()
        const { perSecond, times } = await load(room, { connections: callers, seconds })
        own.push(perSecond)
        microseconds.push(((processorTime() - before) * 1e6) / times.length)
        split.push((await load(privately, { connections: callers, seconds })).perSecond)
        rows.push(await insertRows(clients))
      }
      const ratio = median(own) / median(rows)
      report({
        what: `messages stored a second, ${callers} callers into one room over HTTP`,
        covo: `${Math.round(median(own))}`,
        reference: `${Math.round(median(rows))} rows by pg, ${callers} connections`,
        ratio: ratio.toFixed(2),
        budget: '≥ 0.8',
        isMet: ratio >= 0.8,
      })
      const splitRatio = median(split) / median(own)
      report({
        what: `the same into ${chats} private chats`,
        covo: `${Math.round(median(split))}`,
        reference: `${Math.round(median(own))} into one room`,
        ratio: splitRatio.toFixed(2),
        budget: '≥ 0.9',
        isMet: splitRatio >= 0.9,
      })
      report({
        what: 'processor time of a message into the room, of server and database',
        covo: `${Math.round(median(microseconds))} µs`,
        reference: '-',
        ratio: '-',
        budget: '≤ 300 µs',
        isMet: median(microseconds) <= 300,
      })
    } finally {
      await Promise.all(clients.map((client) => client.end()))
    }
  }),
)
