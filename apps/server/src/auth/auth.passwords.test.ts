import { readdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { figure } from '@covo/testing/figure'
import { sendMessage } from '@covo/testing/member-actions'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { rawHead, sendRaw } from '../../test/security/raw-http.ts'
import { runTestApp } from '../../test/test-app.ts'
import { readCommonPasswords } from './common-passwords.ts'

const plenty = { points: 1_000_000, seconds: 1 }
const app = runTestApp({
  limits: {
    registrationsPerAddress: plenty,
    signInsPerAddress: plenty,
    wrongPasswordsPerAccount: plenty,
    wrongPasswordsPerAccountAndAddress: plenty,
    messageBurst: plenty,
    messagesSustained: plenty,
  },
})

async function codeFor(
  password: string,
  email = 'scontata@esempio.it',
  visitor = app.visit(),
): Promise<string> {
  const answer = await visitor.api.api.auth.register.$post({
    json: { email, username: '', password, passwordConfirmation: password },
  })
  return answer.status === 201 ? 'created' : (await answer.json()).code
}

it('refuses each of the 10,000 passwords that everybody tries, in any case (S-14)', async () => {
  const common = await readCommonPasswords()
  expect(common).toHaveLength(10_000)
  const visitor = app.visit()
  let refused = 0
  for (let start = 0; start < common.length; start += 100) {
    const codes = await Promise.all(
      common
        .slice(start, start + 100)
        .map((password, index) =>
          codeFor(index % 2 ? password : password.toUpperCase(), 'scontata@esempio.it', visitor),
        ),
    )
    refused += codes.filter((code) => code === 'auth.password_weak').length
  }
  figure('S-14', `${refused} of ${common.length} common passwords refused`)
  expect(refused).toBe(common.length)
})

it.each(['scontata@esempio.it', 'SCONTATA@esempio.it', 'scontata'])(
  'refuses what the account itself says: %s',
  async (password) => {
    expect(await codeFor(password)).toBe('auth.password_weak')
  },
)

async function login(email: string, password: string, visitor = app.visit()): Promise<number> {
  return (await visitor.api.api.auth.login.$post({ json: { email, password } })).status
}

describe('lengths (S-14)', () => {
  it.each([
    [5, 'auth.password_too_short'],
    [6, 'created'],
    [256, 'created'],
    [257, 'auth.password_too_long'],
    [1000, 'auth.password_too_long'],
  ])('of %i characters: %s', async (length, result) => {
    const email = `lunga${length}@esempio.it`
    const password = 'Covo-9è-'.repeat(125).slice(0, length)
    expect(await codeFor(password, email)).toBe(result)
    expect(await login(email, password)).toBe(result === 'created' ? 200 : 401)
  })

  it.each([72, 128, 254])('distinguishes passwords that share their first %i bytes', async (bytes) => {
    const email = `uguale${bytes}@esempio.it`
    const shared = 'a'.repeat(bytes)
    expect(await codeFor(`${shared}1`, email)).toBe('created')
    expect(await login(email, `${shared}2`)).toBe(401)
    expect(await login(email, shared)).toBe(401)
    expect(await login(email, `${shared}1`)).toBe(200)
  })

  it('refuses a megabyte without hashing it', async () => {
    await codeFor('Tana-rossa1', 'grande@esempio.it')
    const attempt = async () => expect(await login('grande@esempio.it', 'x'.repeat(2 ** 20))).toBe(413)
    const processorTime = async (work: () => Promise<unknown>) => {
      const before = process.cpuUsage()
      for (let round = 0; round < 15; round += 1) await work()
      const { user, system } = process.cpuUsage(before)
      return (user + system) / 15_000
    }
    await attempt()
    const hashed = await processorTime(() => login('grande@esempio.it', 'indovinata'))
    const refused = await processorTime(attempt)
    figure(
      'S-14',
      `1 MB refused with ${refused.toFixed(1)} ms of processor time on both ends, a password that is hashed takes ${hashed.toFixed(1)} ms`,
    )
    // The refusal comes before the password does: there is nothing that could be hashed.
    const head = rawHead(app.origin, 'POST', '/api/auth/login', [
      ['Content-Type', 'application/json'],
      ['Content-Length', String(2 ** 20)],
    ])
    expect((await sendRaw(app.origin, head)).status).toBe(413)
  })
})

it('keeps passwords as Argon2id with at least 19 MiB and two passes (S-14)', async () => {
  await codeFor('Tana-rossa1', 'cifrata@esempio.it')
  const { rows } = await sql<{ password: string }>`select password from accounts`.execute(app.database)
  expect(rows.length).toBeGreaterThan(0)
  for (const { password } of rows) {
    const [, memory, passes] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$/.exec(password) ?? []
    expect(Number(memory)).toBeGreaterThanOrEqual(19_456)
    expect(Number(passes)).toBeGreaterThanOrEqual(2)
  }
  figure('S-14', `stored: ${rows[0]?.password.split('$').slice(1, 4).join(' ')}`)
})

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
    let peak = before
    const { times, all } = await duringLogins(100, async () => {
      peak = Math.max(peak, process.memoryUsage.rss())
      expect((await visitor.fetch(`/assets/${asset}`)).status).toBe(200)
    })
    figure(
      'S-14',
      `100 parallel logins: ${((peak - before) / 2 ** 20).toFixed(0)} MiB more, all ${all.toFixed(0)} ms, a file in ${times.length} ${quantile(times, 1).toFixed(0)} ms at most`,
    )
    // Node's four threads take four hashes at most, of 19 MiB each; a hundred at once would take 1.9 GiB.
    expect(peak - before).toBeLessThan(300 * 2 ** 20)
    // Behind all waiting hashes a file is served about as often as somebody is signed in.
    expect(times.length).toBeGreaterThan(300)
  })
})
