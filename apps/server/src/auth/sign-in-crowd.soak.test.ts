import { readdirSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { figure } from '@covo/testing/figure'
import { sendMessage } from '@covo/testing/member-actions'
import { describe, expect, it } from 'vitest'
import { runTestApp } from '../../test/test-app.ts'
import { hashesAtOnce } from './password-hashing.ts'

const plenty = { points: 1_000_000, seconds: 1 }
/** Those of libuv, which read files. */
const threadsOfFiles = 4
const threadsAtStart = countThreads()
const app = runTestApp({
  limits: {
    signInsPerAddress: plenty,
    wrongPasswordsPerAccount: plenty,
    wrongPasswordsPerAccountAndAddress: plenty,
    messageBurst: plenty,
    messagesSustained: plenty,
  },
})

async function login(email: string, password: string): Promise<number> {
  return (await app.visit().post('/api/auth/login', { email, password })).status
}

/** Of this process, as Linux counts them. */
function countThreads(): number {
  return readdirSync('/proc/self/task').length
}

async function millisecondsOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

function quantile(times: number[], share: number): number {
  return times.toSorted((one, other) => one - other)[Math.floor(share * (times.length - 1))] ?? Number.NaN
}

describe('a crowd that signs in (S-14)', () => {
  /** How long each call of `work` took while `count` sign-ins went on at once, and how long those took together. */
  async function duringLogins(count: number, work: () => Promise<unknown>) {
    await app.as('anna')
    const times: number[] = []
    let isOver = false
    const busy = millisecondsOf(async () => {
      await Promise.all(Array.from({ length: count }, () => login('anna@esempio.it', 'indovinata')))
      isOver = true
    })
    while (!isOver) times.push(await millisecondsOf(work))
    return { times, all: await busy }
  }

  it('lets others write meanwhile', async () => {
    const bruno = await app.as('bruno')
    const send = () => sendMessage(bruno, 'generale', 'intanto')
    const quiet: number[] = []
    for (let round = 0; round < 100; round += 1) quiet.push(await millisecondsOf(send))
    const waves = []
    for (let round = 0; round < 5; round += 1) waves.push(await duringLogins(20, send))
    const times = waves.flatMap((wave) => wave.times)
    figure(
      'S-14',
      `20 parallel logins: p99 of ${times.length} chat sends ${quantile(times, 0.99).toFixed(0)} ms (quiet: ${quantile(quiet, 0.99).toFixed(0)} ms), the sign-ins ${quantile(
        waves.map(({ all }) => all),
        0.5,
      ).toFixed(0)} ms`,
    )
    expect(quantile(times, 0.9)).toBeLessThan(
      quantile(
        waves.map(({ all }) => all),
        0.5,
      ) / 2,
    )
  })

  it('takes bounded memory, and leaves files to be served', async () => {
    const assets = resolve(import.meta.dirname, '../../../web/dist/assets')
    const [asset] = await readdir(assets)
    const visitor = app.visit()
    const before = process.memoryUsage.rss()
    let [peak, threads] = [before, 0]
    const { times, all } = await duringLogins(100, async () => {
      peak = Math.max(peak, process.memoryUsage.rss())
      threads = Math.max(threads, countThreads())
      expect((await visitor.fetch(`/assets/${asset}`)).status).toBe(200)
    })
    figure(
      'S-14',
      `100 parallel logins: ${((peak - before) / 2 ** 20).toFixed(0)} MiB more, all ${all.toFixed(0)} ms, a file in ${times.length} ${quantile(times, 1).toFixed(0)} ms at most`,
    )
    // Each thread hashes one password, in 19 MiB; a hundred at once would take 1.9 GiB.
    expect(threads - threadsAtStart).toBeLessThanOrEqual(hashesAtOnce + threadsOfFiles)
    expect(peak - before).toBeLessThan(300 * 2 ** 20)
    // Behind all waiting hashes a file is served about as often as somebody is signed in.
    expect(times.length).toBeGreaterThan(300)
  })
})
