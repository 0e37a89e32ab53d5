/**
 * A thousand members lose their lines at once, miss 500 changes and come back at once. Reference: as many sockets that are
 * opened to a bare `ws` server. Budget: all have caught up within 15 s, no answer is an error, and of the requests for one
 * page those that come together share a read.
 */
import pg from 'pg'
import { median } from './support/figures.ts'
import { load } from './support/load.ts'
import { signedInMembers } from './support/members.ts'
import { report } from './support/report.ts'
import type { Returned } from './support/returning.ts'
import { reactionTargets } from './support/room.ts'
import { withServer } from './support/server.ts'
import { ask, withChildren, withRawRelay, withReaders } from './support/sockets.ts'

const members = 1000
const changes = 500
const changesPerSecond = 250
const budget = 15_000

await withServer({}, async (server) => {
  const cookies = await signedInMembers(server.connection, members, changes)
  const sequences = Array.from({ length: changes }, (_, index) => index + 1)
  const targets = reactionTargets(server, cookies.slice(0, 50), sequences)
  const database = new pg.Client(server.connection)
  await database.connect()
  /** How often what changed was read. */
  const reads = async () => {
    const { rows } = await database.query<{ reads: number }>(
      `select idx_scan::integer as reads from pg_stat_user_indexes where indexrelname = 'messages_change'`,
    )
    return rows[0]?.reads ?? 0
  }
  await withRawRelay((relay) =>
    withChildren(['returning.ts'], async ([crowd]) => {
      if (!crowd) throw new Error('no crowd')
      await ask(crowd, { port: server.port, cookies })
      const [own, raw]: [number[], number[]] = [[], []]
      const before = await reads()
      let returned: Returned = { slowest: 0, failures: 0, requests: 0 }
      for (let round = 0; round < 3; round += 1) {
        await ask(crowd, 'cut')
        await load(targets, {
          connections: changes,
          seconds: changes / changesPerSecond,
          pace: changesPerSecond,
        })
        returned = await ask<Returned>(crowd, 'back')
        own.push(returned.slowest)
        const startedAt = performance.now()
        await withReaders({ port: relay.port, count: members, topics: [], cookies: [] }, async () => {
          raw.push(performance.now() - startedAt)
        })
      }
      const slowest = median(own)
      const { failures, requests } = returned
      const shared = requests / ((await reads()) - before)
      report({
        what: `${members} members back after ${changes} changes, caught up; answers that were errors; requests that share a read`,
        covo: `${(slowest / 1000).toFixed(1)} s; ${failures}; ${shared.toFixed(1)} of ${requests}`,
        reference: `${(median(raw) / 1000).toFixed(1)} s to open as many sockets to bare ws`,
        ratio: (slowest / median(raw)).toFixed(1),
        budget: `≤ ${budget / 1000} s; 0; > 1`,
        isMet: slowest <= budget && failures === 0 && shared > 1,
      })
    }),
  )
  await database.end()
})
