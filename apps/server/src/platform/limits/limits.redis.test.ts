import { figure } from '@covo/testing/figure'
import { openLine } from '@covo/testing/line'
import { sendMessage } from '@covo/testing/member-actions'
import { type Member, type Visitor, visit } from '@covo/testing/visitor'
import { waitUntil } from '@covo/testing/wait-until'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runTestApp } from '../../../test/test-app.ts'

const redisUrl = process.env.COVO_TEST_REDIS_URL
const target = new URL(redisUrl ?? 'redis://127.0.0.1')
const line = await openLine({ host: target.hostname, port: Number(target.port || 6379) })
await line.cut()

function send(visitor: Visitor): Promise<Response> {
  return sendMessage(visitor, 'generale', 'svelta')
}

describe.skipIf(!redisUrl)('messages and searches, counted in Redis', () => {
  const through = new URL(target)
  through.host = `127.0.0.1:${line.port}`
  const logged: string[] = []
  const app = runTestApp({
    redisUrl: through.href,
    onLogLine: (text) => logged.push(text),
    limits: { messageBurst: { points: 30, seconds: 120 } },
  })
  let origins: string[]

  beforeAll(async () => {
    origins = [app.origin, await app.startAnother()]
  })
  afterAll(() => line.cut())

  /** How many of so many messages, sent at once to the servers in turn, are taken. */
  async function taken(member: Member, count: number): Promise<number> {
    const doors = origins.map((origin) => visit(origin, { cookie: member.cookie() }))
    const answers = await Promise.all(
      Array.from({ length: count }, (_, index) => send(doors[index % doors.length] ?? member)),
    )
    expect(answers.every(({ status }) => status === 201 || status === 429)).toBe(true)
    return answers.filter(({ status }) => status === 201).length
  }

  async function waitForLog(text: string, count: number): Promise<void> {
    await waitUntil(() => logged.filter((one) => one.includes(text)).length >= count)
  }

  it('starts without Redis, says so, and counts in each process until it comes (S-19)', async () => {
    expect(logged.filter((one) => one.includes('the Redis of COVO_REDIS_URL is away'))).toHaveLength(2)
    expect(await taken(await app.as('anna'), 100)).toBe(60)
    await line.restore()
    await waitForLog('the Redis of COVO_REDIS_URL is back', 2)
  })

  it('takes exactly thirty messages of one member at two servers (S-19)', async () => {
    const allowed = await taken(await app.as('bruno'), 100)
    figure('S-19', `100 messages at once to 2 servers with Redis: ${allowed} taken`)
    expect(allowed).toBe(30)
    expect(await taken(await app.as('bruno'), 2)).toBe(0)
  })

  it('takes messages while Redis hangs, and while it is gone, and counts for all again when it is back (S-19)', async () => {
    const carla = await app.as('carla')
    line.hold()
    expect(await taken(carla, 10)).toBe(10)
    await line.cut()
    await waitForLog('the Redis of COVO_REDIS_URL is away', 4)
    expect(await taken(carla, 10)).toBe(10)
    await line.restore()
    await waitForLog('the Redis of COVO_REDIS_URL is back', 4)
    const dario = await app.as('dario')
    const allowed = await taken(dario, 60)
    figure(
      'S-19',
      `while Redis hung and was gone 20 of 20 messages taken, and when it was back ${allowed} of 60`,
    )
    expect(allowed).toBe(30)
  })
})
