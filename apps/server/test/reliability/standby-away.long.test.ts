import { anna } from '@covo/testing/cast'
import { sendMessage } from '@covo/testing/member-actions'
import { register } from '@covo/testing/visitor'
import { expect, it } from 'vitest'
import { openExternalDatabase } from './external-database.ts'

const metricsToken = 'a token for the scraper, 32 letters'
/** Messages that are sent before anybody knows that the standby is away: more than a server has connections. */
const sentAtOnce = 30
/** Milliseconds: a bound for what hangs. */
const hangTimeoutMs = 60_000

it('refuses changes while no standby answers, goes on reading, frees its connections, and heals (R-23)', {
  timeout: 180_000,
}, async () => {
  const { query, startServer } = await openExternalDatabase()
  const { origin } = await startServer({ COVO_METRICS_TOKEN: metricsToken })
  const member = await register(origin, anna)
  await sendMessage(member, 'generale', 'prima')

  /** As whose name no standby comes, so that each commit waits. */
  async function expectStandby(name: string): Promise<void> {
    await query(`alter system set synchronous_standby_names = '${name}'`)
    await query('select pg_reload_conf()')
  }
  async function countWaiting(): Promise<number> {
    const waiting = await query(`select pid from pg_stat_activity where wait_event = 'SyncRep'`)
    return waiting.length
  }
  async function readGauge(): Promise<string | undefined> {
    const answer = await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })
    return /^covo_database_standby_away (\d)$/m.exec(await answer.text())?.[1]
  }
  async function readReadiness(): Promise<unknown> {
    const answer = await fetch(`${origin}/health/ready`)
    return { code: answer.status, ...((await answer.json()) as object) }
  }
  const send = (text: string) =>
    member.post('/api/chat/generale/messages', { clientId: crypto.randomUUID(), text })

  await expectStandby('nobody')
  const hanging = Array.from({ length: sentAtOnce }, (_, number) => send(`durante ${number}`))
  await expect
    .poll(readReadiness, { timeout: hangTimeoutMs })
    .toEqual({ code: 503, status: 'unavailable', database: 'ok', writable: false, standby: 'away' })
  expect(await readGauge()).toBe('1')
  // PostgreSQL reads the setting a moment later: the first may not have waited.
  const late = (await Promise.all(hanging)).map(({ status }) => status).filter((status) => status !== 201)
  expect(late.length).toBeGreaterThan(0)
  expect(late).toEqual(late.map(() => 503))

  const refused = await send('più tardi')
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '5'])
  expect((await member.fetch('/api/chat/generale/messages')).status).toBe(200)
  // What waits is the server's own trial, and at most its next one.
  await expect.poll(countWaiting, { timeout: hangTimeoutMs }).toBeLessThanOrEqual(2)

  await expectStandby('')
  await expect.poll(readReadiness, { timeout: hangTimeoutMs }).toMatchObject({ code: 200, status: 'ok' })
  expect(await readGauge()).toBe('0')
  expect((await send('dopo')).status).toBe(201)
})
