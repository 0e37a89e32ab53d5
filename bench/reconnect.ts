/**
 * Two thousand members lose their lines at once, miss a hundred messages and come back at once. Reference: as many sockets
 * that are opened to a bare `ws` server. Budget: all have caught up within 1.5 s (15 s until release 1.1), which costs 2 s of the
 * processor time of the server and its database, and no answer is an error.
 */
import { median } from './support/figures.ts'
import { load } from './support/load.ts'
import { signedInMembers } from './support/members.ts'
import { report } from './support/report.ts'
import type { Returned } from './support/returning.ts'
import { sendTargets } from './support/room.ts'
import { familyOf, processorSeconds, withServer } from './support/server.ts'
import { ask, withChildren, withRawRelay, withReaders } from './support/sockets.ts'

const members = 2000
const budget = { ms: 1500, processorSeconds: 2 }

await withServer({}, async (server) => {
  const cookies = await signedInMembers(server.connection, members)
  const writers = sendTargets(server, cookies.slice(0, 10))
  await withRawRelay((relay) =>
    withChildren(['returning.ts'], async ([crowd]) => {
      if (!crowd) throw new Error('no crowd')
      await ask(crowd, { port: server.port, cookies })
      const [own, processor, raw]: [number[], number[], number[]] = [[], [], []]
      const processorTime = () => familyOf(server.pid).reduce((sum, pid) => sum + processorSeconds(pid), 0)
      let failures = 0
      for (let round = 0; round < 3; round += 1) {
        await ask(crowd, 'cut')
        await load(writers, { connections: writers.length, seconds: 2, pace: 50 })
        const before = processorTime()
        const returned = await ask<Returned>(crowd, 'back')
        processor.push(processorTime() - before)
        own.push(returned.slowest)
        failures = returned.failures
        const startedAt = performance.now()
        await withReaders({ port: relay.port, count: members, topics: [], cookies: [] }, async () => {
          raw.push(performance.now() - startedAt)
        })
      }
      const [slowest, taken] = [median(own), median(processor)]
      report({
        what: `${members} members cut at once, back and caught up; processor time; answers that were errors`,
        covo: `${(slowest / 1000).toFixed(1)} s; ${taken.toFixed(1)} s; ${failures}`,
        reference: `${(median(raw) / 1000).toFixed(1)} s to open as many sockets to bare ws`,
        ratio: (slowest / median(raw)).toFixed(1),
        budget: `≤ ${budget.ms / 1000} s (before ≤ 15); ≤ ${budget.processorSeconds} s; 0`,
        isMet: slowest <= budget.ms && taken <= budget.processorSeconds && failures === 0,
      })
    }),
  )
})
