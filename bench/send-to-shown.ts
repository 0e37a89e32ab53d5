/**
 * How long a message takes from its sending to the screens: 200 readers, five messages a second. Reference: a bare `ws`
 * server that passes each message on to as many readers, and stores nothing. Budget: 1.5 ms more than its median (2.5
 * times its median and twice its p99 until release 1.1).
 * The least time to store is measured beside it: an insert of one row, committed, on the same database.
 */
import { randomUUID } from 'node:crypto'
import { crowdUid } from '@covo/testing/crowd'
import pg from 'pg'
import { median, quantile } from './support/figures.ts'
import { load } from './support/load.ts'
import { signedInMembers } from './support/members.ts'
import { report } from './support/report.ts'
import { message, roomTopic, sendTargets } from './support/room.ts'
import { withServer } from './support/server.ts'
import { sendRaw, withRawRelay, withReaders } from './support/sockets.ts'

const readers = 200
const senders = 5
const pace = 5
const seconds = 10

/** Milliseconds of each of some single-row inserts, one after the other. */
async function insertTimes(client: pg.Client): Promise<number[]> {
  const times: number[] = []
  for (let turn = 0; turn < 50; turn += 1) {
    const startedAt = performance.now()
    await client.query(
      `insert into bench_rows (sender_id, client_id, text, sent_at) values ($1, $2, $3, clock_timestamp())`,
      [crowdUid(0), randomUUID(), message()],
    )
    times.push(performance.now() - startedAt)
  }
  return times
}

await withServer({}, async (server) => {
  const cookies = await signedInMembers(server.connection, 50)
  const client = new pg.Client(server.connection)
  await client.connect()
  await client.query(
    'create table bench_rows (sender_id uuid, client_id uuid, text text, sent_at timestamptz)',
  )
  await withRawRelay(async (relay) =>
    withReaders({ port: server.port, count: readers, topics: [roomTopic], cookies }, async (hearCovo) =>
      withReaders({ port: relay.port, count: readers, topics: [], cookies: [] }, async (hearRaw) => {
        const targets = sendTargets(server, cookies)
        await load(targets, { connections: senders, seconds: 2 })
        const [covo, raw] = [
          { medians: [] as number[], p99s: [] as number[] },
          { medians: [] as number[], p99s: [] as number[] },
        ]
        const inserts: number[] = []
        for (let round = 0; round < 3; round += 1) {
          for (const [own, received] of [
            [covo, await hearCovo(() => load(targets, { connections: senders, seconds, pace }))],
            [raw, await hearRaw(() => sendRaw(relay.port, message, { senders, seconds, pace }))],
          ] as const) {
            own.medians.push(received.median)
            own.p99s.push(received.p99)
          }
          inserts.push(...(await insertTimes(client)))
        }
        await client.end()
        const insert = `a lone committed insert takes ${median(inserts).toFixed(1)} / ${quantile(inserts, 0.99).toFixed(1)} ms`
        const ms = ({ medians, p99s }: typeof covo) =>
          `${median(medians).toFixed(1)} / ${median(p99s).toFixed(1)} ms`
        const ratios = [
          median(covo.medians) / median(raw.medians),
          median(covo.p99s) / median(raw.p99s),
        ] as const
        report({
          what: `from sending to its arrival at ${readers} readers, ${pace} messages a second: median / p99`,
          covo: `${ms(covo)} (${insert})`,
          reference: `${ms(raw)} by bare ws, which stores nothing`,
          ratio: ratios.map((ratio) => ratio.toFixed(2)).join(' / '),
          budget: '≤ 2.5 / ≤ 2',
          isMet: ratios[0] <= 2.5 && ratios[1] <= 2,
        })
        const above = median(covo.medians) - median(raw.medians)
        report({
          what: 'the same: median beyond that of bare ws',
          covo: `${above.toFixed(1)} ms`,
          reference: insert,
          ratio: '-',
          budget: '≤ 1.5 ms',
          isMet: above <= 1.5,
        })
      }),
    ),
  )
})
