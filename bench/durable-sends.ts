/**
 * Messages a second that fifty callers get stored in one room over HTTP, each waiting for its answer, which comes after
 * the commit. Reference: `pg` inserting single rows on fifty connections, into a database of the same settings. Budget: as
 * many.
 */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { median } from './support/figures.ts'
import { load } from './support/load.ts'
import { signedInMembers } from './support/members.ts'
import { report } from './support/report.ts'
import { message, sendTargets } from './support/room.ts'
import { withDatabase, withServer } from './support/server.ts'

const callers = 50
const seconds = 4

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

// The embedded database takes sixty connections: the server and the reference can't both use one.
await withServer({}, (server) =>
  withDatabase(async (connection) => {
    const clients = Array.from({ length: callers }, () => new pg.Client(connection))
    await Promise.all(clients.map((client) => client.connect()))
    try {
      await clients[0]?.query(table)
      const targets = sendTargets(server, await signedInMembers(server.connection, callers))
      const [own, rows]: [number[], number[]] = [[], []]
      for (let round = 0; round < 3; round += 1) {
        own.push((await load(targets, { connections: callers, seconds })).perSecond)
        rows.push(await insertRows(clients))
      }
      const ratio = median(own) / median(rows)
      report({
        what: `messages stored a second, ${callers} callers into one room over HTTP`,
        covo: `${Math.round(median(own))}`,
        reference: `${Math.round(median(rows))} rows by pg, ${callers} connections`,
        ratio: ratio.toFixed(2),
        budget: '≥ 1',
        isMet: ratio >= 1,
      })
    } finally {
      await Promise.all(clients.map((client) => client.end()))
    }
  }),
)
