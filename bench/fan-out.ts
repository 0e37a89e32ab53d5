/**
 * One room with a thousand readers. Reference: a bare `ws` server that sends each message as one frame to each of as many
 * readers, and stores nothing. Saturated, senders send again as soon as they are answered: 99 of 100 deliveries take less than 250 ms,
 * each 0.8 µs of the server's processor time and 220 bytes at most (until release 1.1: 12 times the deliveries a second). Not
 * saturated, at a pace: budget 1.3 times (1.25) the server's processor time for each delivery. The database's, a process of its own,
 * is not counted.
 */
import { median } from './support/figures.ts'
import { load } from './support/load.ts'
import { signedInMembers } from './support/members.ts'
import { report } from './support/report.ts'
import { message, roomTopic, sendTargets } from './support/room.ts'
import { processorSeconds, withServer } from './support/server.ts'
import { sendRaw, withRawRelay, withReaders } from './support/sockets.ts'

const readers = 1000
const seconds = 4
const senders = 40
/** Messages a second that both can deliver with the machine half idle. */
const pace = 10

type Figures = Record<
  'deliveriesPerSecond' | 'p99' | 'microsecondsEach' | 'saturatedEach' | 'bytesEach',
  number[]
>
const figures = (): Figures => ({
  deliveriesPerSecond: [],
  p99: [],
  microsecondsEach: [],
  saturatedEach: [],
  bytesEach: [],
})

await withServer({}, async (server) => {
  const cookies = await signedInMembers(server.connection, 100)
  await withRawRelay(async (relay) =>
    withReaders({ port: server.port, count: readers, topics: [roomTopic], cookies }, async (hearCovo) =>
      withReaders({ port: relay.port, count: readers, topics: [], cookies: [] }, async (hearRaw) => {
        const targets = sendTargets(server, cookies)
        const [covo, raw] = [figures(), figures()]
        const covoLoad = (options: { pace?: number }) => () =>
          load(targets, { connections: senders, seconds, ...options })
        const rawLoad = (options: { pace?: number }) => () =>
          sendRaw(relay.port, message, { senders, seconds, ...options })
        const measured = [
          [covo, hearCovo, server.pid, covoLoad],
          [raw, hearRaw, relay.pid, rawLoad],
        ] as const
        // First: after a saturated round the server works for seconds at what that has left, its search index for one.
        for (let round = 0; round < 3; round += 1)
          for (const [own, receive, pid, send] of measured) {
            const before = processorSeconds(pid)
            const paced = await receive(send({ pace }))
            own.microsecondsEach.push(((processorSeconds(pid) - before) * 1e6) / paced.deliveries)
          }
        for (let round = 0; round < 3; round += 1)
          for (const [own, receive, pid, send] of measured) {
            const before = processorSeconds(pid)
            const saturated = await receive(send({}))
            own.saturatedEach.push(((processorSeconds(pid) - before) * 1e6) / saturated.deliveries)
            own.bytesEach.push(saturated.bytes / saturated.deliveries)
            own.deliveriesPerSecond.push(saturated.deliveries / seconds)
            own.p99.push(saturated.p99)
          }
        const ratio = median(covo.deliveriesPerSecond) / median(raw.deliveriesPerSecond)
        const p99 = median(covo.p99)
        report({
          what: `deliveries a second to ${readers} readers, saturated; 99 of 100 within`,
          covo: `${Math.round(median(covo.deliveriesPerSecond))}; ${Math.round(p99)} ms`,
          reference: `${Math.round(median(raw.deliveriesPerSecond))} by bare ws; ${Math.round(median(raw.p99))} ms`,
          ratio: ratio.toFixed(2),
          budget: '≥ 12; < 250 ms',
          isMet: ratio >= 12 && p99 < 250,
        })
        const [each, bytes] = [median(covo.saturatedEach), median(covo.bytesEach)]
        report({
          what: 'processor time and bytes of a delivery, saturated',
          covo: `${each.toFixed(2)} µs; ${Math.round(bytes)}`,
          reference: `${median(raw.saturatedEach).toFixed(2)} µs; ${Math.round(median(raw.bytesEach))} by bare ws`,
          ratio: (each / median(raw.saturatedEach)).toFixed(2),
          budget: '≤ 0.8 µs; ≤ 220',
          isMet: each <= 0.8 && bytes <= 220,
        })
        const cost = median(covo.microsecondsEach) / median(raw.microsecondsEach)
        report({
          what: `processor time of a delivery, ${pace} messages a second`,
          covo: `${median(covo.microsecondsEach).toFixed(1)} µs`,
          reference: `${median(raw.microsecondsEach).toFixed(1)} µs by bare ws`,
          ratio: cost.toFixed(2),
          budget: '≤ 1.3 (before ≤ 1.25)',
          isMet: cost <= 1.3,
        })
      }),
    ),
  )
})
