import { readdirSync } from 'node:fs'
import { register } from '@covo/testing/visitor'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { runTestApp } from '../../test/test-app.ts'
import { hashesAtOnce } from './password-hashing.ts'

/** Those of libuv, which read files. */
const threadsOfFiles = 4
const threadsAtStart = countThreads()
/** To the database: many more than registrations may hold. */
const connections = 16
const app = runTestApp({ trustedProxies: '127.0.0.1, ::1', connections })
const honest = { name: 'Onesta', email: 'onesta@esempio.it', password: 'Tana-rossa1' }

beforeAll(async () => {
  await register(app.origin, honest)
})

/** Of this process, where Linux counts them. */
function countThreads(): number {
  return process.platform === 'linux' ? readdirSync('/proc/self/task').length : 0
}

async function post(path: string, body: unknown, from: string): Promise<Response> {
  return await app.visit().post(path, body, { 'x-forwarded-for': from })
}

function guess(index: number, from: string): Promise<Response> {
  return post('/api/auth/login', { email: `mai${index}@esempio.it`, password: 'indovinata' }, from)
}

it('answers an honest sign-in before most of a crowd that one site with many networks sent before it (S-14)', async () => {
  let answered = 0
  const { promise: first, resolve } = Promise.withResolvers<void>()
  const crowd = Array.from({ length: 30 }, async (_, index) => {
    const { status } = await guess(index, `2001:db8:bad:${(index % 16).toString(16)}::1`)
    answered += 1
    resolve()
    return status
  })
  await first
  expect((await post('/api/auth/login', honest, '198.51.100.1')).status).toBe(200)
  // Of a site eight are in work at once: they were before it.
  expect(answered).toBeLessThan(20)
  expect(new Set(await Promise.all(crowd))).toEqual(new Set([401]))
})

it('hashes on a few threads, whatever comes at once, and refuses with Retry-After while their queue is full (S-14)', async () => {
  let isOver = false
  const sent = Promise.all(
    Array.from({ length: 60 }, (_, index) => guess(index, `203.0.113.${index}`)),
  ).finally(() => {
    isOver = true
  })
  let threads = 0
  while (!isOver) {
    threads = Math.max(threads, countThreads())
    await new Promise((next) => setImmediate(next))
  }
  const answers = await sent
  // Each thread hashes one password, in 19 MiB.
  expect(threads - threadsAtStart).toBeLessThanOrEqual(hashesAtOnce + threadsOfFiles)
  const [refused] = answers.filter(({ status }) => status === 503)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401, 503]))
  expect(refused?.headers.get('retry-after')).toBe('5')
  expect(await refused?.json()).toMatchObject({ code: 'common.unavailable' })
  expect((await post('/api/auth/login', honest, '198.51.100.2')).status).toBe(200)
})

it('registers so many at once that the others have connections to the database left', async () => {
  let isOver = false
  const registrations = Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      post(
        '/api/auth/register',
        {
          email: `nuova${index}@esempio.it`,
          username: '',
          password: 'Tana-rossa1',
          passwordConfirmation: 'Tana-rossa1',
        },
        `203.0.113.${index}`,
      ),
    ),
  ).finally(() => {
    isOver = true
  })
  let most = 0
  while (!isOver) {
    const { rows } = await sql<{ count: number }>`
      select count(*) from pg_stat_activity
      where datname = current_database() and state = 'idle in transaction'
    `.execute(app.database)
    most = Math.max(most, rows[0]?.count ?? 0)
  }
  expect(new Set((await registrations).map(({ status }) => status))).toEqual(new Set([201]))
  expect(most).toBeGreaterThan(0)
  // A registration that is over may still hold one for a moment, to settle its session.
  expect(most).toBeLessThan(connections - 4)
})
