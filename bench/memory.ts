/**
 * The memory of the server and its embedded database together with a thousand idle members connected, each of whom
 * watches the room. What processes share is divided among them (PSS, proc(5)). Reference: a bare `ws` server with as many
 * idle sockets. Budget: 150 MB; 250 MB of all that `npm start` starts, npm included. `npm run soak -- memory` looks again after an
 * hour of 50 messages a second, every minute of the last ten: budget 1.15 times as much (1.05 until release 1.1).
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { median } from './support/figures.ts'
import { load } from './support/load.ts'
import { signedInMembers } from './support/members.ts'
import { report } from './support/report.ts'
import { roomTopic, sendTargets } from './support/room.ts'
import { familyOf, withServer } from './support/server.ts'
import { withRawRelay, withReaders } from './support/sockets.ts'

const members = 1000
const budget = 150
const budgetOfAll = 250
const soakMinutes = 60
/** Milliseconds between two looks: after the first, connections to the database that nobody uses are closed. */
const pause = 12_000

/** MB (of 1024 kB). */
function memoryOf(pids: number[]): number {
  const sizes = pids.map(
    (pid) => /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1],
  )
  return sizes.reduce((sum, size) => sum + Number(size), 0) / 1024
}

/** MB of npm itself, which stays beside a server that `npm start` has started. */
async function memoryOfNpm(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'covo-bench-'))
  const child = spawn('npm', ['start'], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...process.env, PORT: '0', COVO_DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  const closed = once(child, 'close')
  const kill = () => process.kill(-(child.pid ?? 0), 'SIGTERM')
  process.on('exit', kill)
  try {
    // Read to the end: a server whose output nobody reads may not stop.
    const lines = createInterface(child.stdout)
    await new Promise<void>((resolve, reject) => {
      lines.on('line', (line) => line.includes('http://') && resolve())
      lines.on('close', () => reject(new Error('npm start ended')))
    })
    await delay(pause)
    return memoryOf([child.pid ?? 0])
  } finally {
    process.off('exit', kill)
    kill()
    await closed
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  }
}

const npm = await memoryOfNpm()
await withServer({}, async (server) => {
  const cookies = await signedInMembers(server.connection, members)
  await withRawRelay(async (relay) =>
    withReaders({ port: server.port, count: members, topics: [roomTopic], cookies }, () =>
      withReaders({ port: relay.port, count: members, topics: [], cookies: [] }, async () => {
        const [own, database, raw]: [number[], number[], number[]] = [[], [], []]
        for (let round = 0; round < 3; round += 1) {
          await delay(pause)
          const family = familyOf(server.pid)
          own.push(memoryOf(family))
          database.push(memoryOf(family.filter((pid) => pid !== server.pid)))
          raw.push(memoryOf([relay.pid]))
        }
        const total = median(own)
        report({
          what: `memory of server and database, ${members} idle members connected`,
          covo: `${Math.round(total)} MB, ${Math.round(median(database))} of it the database`,
          reference: `${Math.round(median(raw))} MB, bare ws`,
          ratio: (total / median(raw)).toFixed(2),
          budget: `≤ ${budget} MB`,
          isMet: total <= budget,
        })
        report({
          what: 'all of `npm start`, with npm itself',
          covo: `${Math.round(total + npm)} MB, ${Math.round(npm)} of it npm`,
          reference: '-',
          ratio: '-',
          budget: `≤ ${budgetOfAll} MB`,
          isMet: total + npm <= budgetOfAll,
        })
        if (process.env.COVO_SOAK !== 'memory') return
        const busy: number[] = []
        const writing = load(sendTargets(server, cookies.slice(0, 50)), {
          connections: 50,
          seconds: soakMinutes * 60,
          pace: 50,
        })
        await delay((soakMinutes - 10) * 60_000)
        for (let minute = 0; minute < 10; minute += 1) {
          busy.push(memoryOf(familyOf(server.pid)))
          await delay(60_000)
        }
        await writing
        const growth = median(busy) / total
        report({
          what: `the same after ${soakMinutes} minutes of 50 messages a second`,
          covo: `${Math.round(median(busy))} MB, ${Math.round(Math.max(...busy))} at most`,
          reference: `${Math.round(total)} MB before`,
          ratio: growth.toFixed(2),
          budget: '≤ 1.15 (before ≤ 1.05)',
          isMet: growth <= 1.15,
        })
      }),
    ),
  )
})
