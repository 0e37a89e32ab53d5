import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLog } from './log.ts'
import { createSecurityLog, type SecurityEvent } from './security-log.ts'

const minute = 60_000

describe('the security log', () => {
  let lines: { event: SecurityEvent; address?: string; repeated?: number }[]
  let securityLog: ReturnType<typeof createSecurityLog>
  const refuse = (address: string, event: SecurityEvent = 'origin.refused') =>
    securityLog.write(event, { address, route: 'POST /api/auth/logout' })

  beforeEach(() => {
    vi.useFakeTimers()
    lines = []
    securityLog = createSecurityLog(createLog('info', { write: (line) => lines.push(JSON.parse(line)) }))
  })

  afterEach(() => {
    securityLog.stop()
    vi.useRealTimers()
  })

  it('writes five equal events of a minute, counts the others, and writes again in the next', () => {
    for (let count = 0; count < 1000; count += 1) refuse('192.0.2.1')
    refuse('192.0.2.2')
    expect(lines).toHaveLength(6)
    vi.advanceTimersByTime(minute)
    expect(lines.slice(6)).toMatchObject([{ event: 'origin.refused', address: '192.0.2.1', repeated: 995 }])
    refuse('192.0.2.1')
    expect(lines).toHaveLength(8)
  })

  it('writes a bounded number of lines, however many networks they come from', () => {
    for (let network = 0; network < 100_000; network += 1)
      refuse(`2001:${(network >> 16).toString(16)}:${(network & 65_535).toString(16)}:1::/64`)
    vi.advanceTimersByTime(minute)
    expect(lines.length).toBeLessThan(610)
    expect(lines.reduce((sum, { repeated = 1 }) => sum + repeated, 0)).toBe(100_000)
  })

  it('lets no site with many networks hide the events of others', () => {
    for (let network = 0; network < 60_000; network += 1) refuse(`2001:db8:0:${network.toString(16)}::/64`)
    expect(lines).toHaveLength(50 + 5)
    refuse('192.0.2.1', 'sign_in.failed')
    expect(lines.at(-1)).toMatchObject({ event: 'sign_in.failed', address: '192.0.2.1' })
    vi.advanceTimersByTime(minute)
    expect(lines.at(-1)).toMatchObject({ address: '2001:db8:0::/48', repeated: 60_000 - 55 })
  })

  it('writes every success', () => {
    for (let count = 0; count < 100; count += 1) refuse('192.0.2.1', 'sign_in.succeeded')
    expect(lines).toHaveLength(100)
  })

  it('writes the counts that are left when it stops', () => {
    for (let count = 0; count < 7; count += 1) refuse('192.0.2.1')
    securityLog.stop()
    expect(lines.at(-1)).toMatchObject({ repeated: 2 })
  })
})
