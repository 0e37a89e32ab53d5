/**
 * The cost of the newest page of a busy room: 32 connections request it again and again. Reference: a bare `node:http`
 * server for a fixed text of the same size. Budget: 0.45 times its answers a second (0.4 until
 * release 1.1).
 */
import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { visit } from '@covo/testing/visitor'
import { median } from './support/figures.ts'
import { load } from './support/load.ts'
import { signedInMembers } from './support/members.ts'
import { report } from './support/report.ts'
import { roomPath } from './support/room.ts'
import { withServer } from './support/server.ts'

const connections = 32
const budget = 0.45

await withServer({}, async (server) => {
  const cookies = await signedInMembers(server.connection, connections)
  const texts = Array.from({ length: 60 }, (_, index) => `Messaggio ${index}: ${'ciao a tutti '.repeat(5)}`)
  const [writer] = cookies.map((cookie) => visit(server.origin, { cookie }))
  for (const text of texts) await writer?.post(roomPath, { clientId: randomUUID(), text })
  const size = (await (await writer?.fetch(roomPath))?.text())?.length ?? 0
  const targets = cookies.map((cookie) => ({
    port: server.port,
    path: roomPath,
    headers: { Cookie: cookie },
  }))
  const reference = fork(join(import.meta.dirname, 'support/fixed-answer.ts'), [String(size)])
  try {
    const [referencePort] = (await once(reference, 'message')) as [number]
    const [own, fixed]: [number[], number[]] = [[], []]
    for (let round = 0; round < 3; round += 1) {
      own.push((await load(targets, { connections })).perSecond)
      fixed.push((await load({ port: referencePort, path: '/' }, { connections })).perSecond)
    }
    const ratio = median(own) / median(fixed)
    report({
      what: `answers a second with a room's last 50 messages, ${connections} connections`,
      covo: `${Math.round(median(own))}`,
      reference: `${Math.round(median(fixed))} of ${size} bytes by node:http`,
      ratio: ratio.toFixed(2),
      budget: `≥ ${budget} (before ≥ 0.4)`,
      isMet: ratio >= budget,
    })
  } finally {
    reference.kill()
  }
})
