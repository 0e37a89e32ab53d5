import { figure } from '@covo/testing/figure'
import { register } from '@covo/testing/visitor'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { runTestApp } from '../../test/test-app.ts'

/** To the database: many more than registrations may hold. */
const connections = 16
const app = runTestApp({ trustedProxies: '127.0.0.1, ::1', connections })
const onesta = { name: 'Onesta', email: 'onesta@esempio.it', password: 'Tana-rossa1' }

function post(path: string, body: unknown, from: string): Promise<Response> {
  return app.visit().post(path, body, { 'x-forwarded-for': from })
}

function guess(index: number, from: string): Promise<Response> {
  return post('/api/auth/login', { email: `mai${index}@esempio.it`, password: 'indovinata' }, from)
}

function signIn(from: string): Promise<Response> {
  return post('/api/auth/login', onesta, from)
}

it('lets an honest sign-in by, while one site with many networks sends 250 (S-14)', async () => {
  await register(app.origin, onesta)
  let isOver = false
  const startedAt = performance.now()
  const crowd = Promise.all(
    Array.from({ length: 250 }, (_, index) => guess(index, `2001:db8:bad:${(index % 16).toString(16)}::1`)),
  ).finally(() => {
    isOver = true
  })
  const honest: number[] = []
  while (!isOver) {
    const before = performance.now()
    expect((await signIn('198.51.100.1')).status).toBe(200)
    honest.push(performance.now() - before)
  }
  expect(new Set((await crowd).map(({ status }) => status))).toEqual(new Set([401]))
  const all = performance.now() - startedAt
  const slowest = Math.max(...honest)
  figure(
    'S-14',
    `250 sign-ins of one site in ${all.toFixed(0)} ms: ${honest.length} honest ones meanwhile, the slowest in ${slowest.toFixed(0)} ms`,
  )
  expect(slowest).toBeLessThan(all / 3)
})

it('refuses sign-ins while the queue is full, with Retry-After, and then works (S-14)', async () => {
  const answers = await Promise.all(
    Array.from({ length: 600 }, (_, index) => guess(index, `203.0.113.${index % 200}`)),
  )
  const refused = answers.filter(({ status }) => status === 503)
  figure('S-14', `600 sign-ins of 200 sites at once: ${refused.length} refused`)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.length + answers.filter(({ status }) => status === 401).length).toBe(600)
  expect(refused[0]?.headers.get('retry-after')).toBe('5')
  expect(await refused[0]?.json()).toMatchObject({ code: 'common.unavailable' })
  expect((await signIn('198.51.100.2')).status).toBe(200)
})

it('registers so many at once that the others have connections to the database left', async () => {
  let isOver = false
  const registrations = Promise.all(
    Array.from({ length: 60 }, (_, index) =>
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
