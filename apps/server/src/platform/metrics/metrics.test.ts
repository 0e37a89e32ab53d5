import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { sendMessage } from '@covo/testing/member-actions'
import { describe, expect, it } from 'vitest'
import { runTestApp } from '../../../test/test-app.ts'
import { version } from '../version.ts'

const token = 'a token for the scraper: 32 letters'
const app = runTestApp({ metricsToken: token, limits: { messageBurst: { points: 2, seconds: 3600 } } })
const alerts = resolve(import.meta.dirname, '../../../../../deploy/alerts.yml')

async function scrape(from = app): Promise<string> {
  const answer = await from.visit().fetch('/metrics', { headers: { authorization: `Bearer ${token}` } })
  expect(answer.status).toBe(200)
  return await answer.text()
}

describe('the metrics', () => {
  it('count requests by route, sockets and connections, for the bearer of the token', async () => {
    const anna = await app.as('anna')
    await app.live(anna).receive('live.welcome')
    await anna.fetch('/api/profiles/me')
    const text = await scrape()
    expect(text).toMatch(
      /^covo_http_request_seconds_count\{route="GET \/api\/profiles\/me",status="200"\} 1$/m,
    )
    expect(text).toMatch(/^covo_sockets 1$/m)
    expect(text).toMatch(/^covo_database_connections\{state="waiting"\} 0$/m)
    expect(text).toContain('nodejs_eventloop_lag_p99_seconds')
    expect(text).not.toContain(anna.uid)
  })

  it('count stored and refused messages, mails, closes and queues, and name the release', async () => {
    const bruno = await app.as('bruno')
    for (let count = 0; count < 3; count += 1) await sendMessage(bruno, 'generale', 'ciao')
    // Clients choose among thousands of codes.
    for (const code of [1000, 3999]) {
      const tab = app.live(bruno)
      await tab.receive('live.welcome')
      tab.socket.close(code)
      await tab.closed()
    }
    await bruno.post('/api/auth/reset-mail', { email: 'bruno@example.org' })
    await expect.poll(() => scrape()).toMatch(/^covo_socket_closes_total\{code="other"\} 1$/m)
    const text = await scrape()
    for (const line of [
      `covo_build_info{version="${version}",node="${process.versions.node}"} 1`,
      'covo_messages_stored_total 2',
      'covo_limit_refusals_total{limit="messageBurst"} 1',
      'covo_limit_refusals_total{limit="eventsCreated"} 0',
      'covo_socket_closes_total{code="1000"} 1',
      'covo_mails_total{outcome="failed"} 0',
      'covo_jobs_total{outcome="given_up"} 0',
      'covo_queue_length{queue="mails"} 0',
      'covo_queue_length{queue="requests"} 0',
      'covo_queue_length{queue="passwords"} 0',
    ])
      expect(text.split('\n')).toContain(line)
    expect(Number(/^covo_sweep_age_seconds (\S+)$/m.exec(text)?.[1])).toBeLessThan(3600)
    // There is none to be up or down.
    expect(text).not.toContain('covo_redis_up')
  })

  it('label requests outside the API’s routes with one of four names', async () => {
    for (const path of [
      '/',
      '/favicon.ico',
      '/app/home',
      '/.env',
      '/health/live',
      '/health/ready',
      '/metrics',
    ])
      await app.visit().fetch(path)
    await app.visit().fetch(`/api/${randomUUID()}`)
    const named = (await scrape()).matchAll(/^covo_http_request_seconds_count\{route="([^"]+)"/gm)
    const others = new Set([...named].map(([, route]) => route).filter((route) => !route?.includes(' /api/')))
    expect([...others].toSorted()).toEqual(['/health/live', '/health/ready', '/metrics', 'other', 'pages'])
  })

  it('have every name that an alert asks for', async () => {
    const known = await scrape()
    const asked = (await readFile(alerts, 'utf8')).match(/\b(?:covo|nodejs|process)_\w+/g) ?? []
    expect(asked.length).toBeGreaterThan(5)
    for (const name of asked.filter((one) => one !== 'covo_redis_up')) expect(known, name).toContain(name)
  })

  it.each(['', 'Bearer', 'Bearer wrong', `bearer ${token}x`, token])(
    'are not there for «%s»',
    async (given) => {
      const answer = await app.visit().fetch('/metrics', { headers: { authorization: given } })
      expect(await answer.text()).not.toContain('covo_')
      expect(answer.status).toBe(404)
    },
  )
})

describe('without a token', () => {
  const closed = runTestApp()

  it('there are none', async () => {
    const answer = await closed.visit().fetch('/metrics', { headers: { authorization: 'Bearer null' } })
    expect(await answer.text()).not.toContain('covo_')
  })
})
