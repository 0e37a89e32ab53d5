/**
 * From `npm start` to the first page, of a Covo that was set up and started before: with its embedded database, which is
 * started too, and with one that runs already. Reference: a bare `node:http` server. Budget: 2 s.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { median } from './support/figures.ts'
import { report } from './support/report.ts'
import { urlOf, withDatabase } from './support/server.ts'

const root = join(import.meta.dirname, '..')
const port = 3290
const budget = 2000

/** Milliseconds until `/` is answered; ends what was started. */
async function startTime(command: string[], settings: Record<string, string>): Promise<number> {
  const [file = '', ...words] = command
  const startedAt = performance.now()
  const child = spawn(file, words, {
    cwd: root,
    env: { ...process.env, PORT: String(port), ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  })
  const exit = once(child, 'exit')
  const kill = () => process.kill(-(child.pid ?? 0), 'SIGTERM')
  process.on('exit', kill)
  try {
    while (!(await answers())) {
      if (child.exitCode !== null) throw new Error(`${command.join(' ')} ended`)
      if (performance.now() - startedAt > 60_000) throw new Error(`${command.join(' ')} did not start`)
      await delay(5)
    }
    return performance.now() - startedAt
  } finally {
    process.off('exit', kill)
    kill()
    await exit
    // npm ends before the server that it started.
    while (await answers()) await delay(50)
  }
}

function answers(): Promise<boolean> {
  return new Promise((resolve) => {
    const asked = request({ port, host: '127.0.0.1', path: '/', agent: false }, (answer) => {
      answer.resume()
      answer.on('close', () => resolve(answer.statusCode === 200))
    })
    asked.on('error', () => resolve(false))
    asked.end()
  })
}

const folder = await mkdtemp(join(tmpdir(), 'covo-bench-'))
try {
  await withDatabase(async (connection) => {
    const npm = ['npm', 'start']
    const bare = [process.execPath, join(root, 'bench/support/fixed-answer.ts'), '1000', String(port)]
    const embedded = { COVO_DATA_DIR: join(folder, 'embedded') }
    const external = { COVO_DATA_DIR: join(folder, 'external'), COVO_DATABASE_URL: urlOf(connection) }
    await startTime(npm, embedded)
    await startTime(npm, external)
    const times: [number[], number[], number[]] = [[], [], []]
    for (let round = 0; round < 3; round += 1) {
      times[0].push(await startTime(npm, embedded))
      times[1].push(await startTime(npm, external))
      times[2].push(await startTime(bare, {}))
    }
    const [own, beside, reference] = times.map(median) as [number, number, number]
    const seconds = (time: number) => `${(time / 1000).toFixed(2)} s`
    for (const [what, time] of [
      ['from `npm start` to the first page, with its embedded database', own],
      ['the same, with a database that runs already', beside],
    ] as const)
      report({
        what,
        covo: seconds(time),
        reference: `${seconds(reference)}, bare node:http`,
        ratio: (time / reference).toFixed(1),
        budget: `≤ ${seconds(budget)}`,
        isMet: time <= budget,
      })
  })
} finally {
  await rm(folder, { recursive: true, force: true })
}
