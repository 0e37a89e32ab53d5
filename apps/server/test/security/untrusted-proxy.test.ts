import { describe, expect, it } from 'vitest'
import { runTestApp, type TestApp } from '../test-app.ts'

const publicOrigin = 'https://covo.example'
const warning = 'COVO_TRUSTED_PROXIES names no proxy'

async function askBehindProxy(app: TestApp, times: number): Promise<void> {
  for (let count = 0; count < times; count += 1)
    await app.visit().fetch('/health/live', { headers: { 'X-Forwarded-For': '203.0.113.1' } })
}

describe('an https origin without trusted proxies (S-19)', () => {
  const lines: string[] = []
  const app = runTestApp({ publicOrigin, onLogLine: (line) => lines.push(line) })

  it('warns at the first X-Forwarded-For, and then no more', async () => {
    await app.visit().fetch('/health/live')
    const warnings = () => lines.filter((line) => line.includes(warning))
    expect(warnings()).toEqual([])
    await askBehindProxy(app, 3)
    expect(warnings()).toHaveLength(1)
    expect(JSON.parse(warnings()[0] ?? '')).toMatchObject({ level: 'warn' })
    // The log ignores a visitor's value of that header.
    expect(warnings()[0]).not.toContain('203.0.113.1')
  })
})

describe.each([
  ['with trusted proxies', { publicOrigin, trustedProxies: '10.0.0.0/8' }],
  ['on plain http', { publicOrigin: null }],
])('%s (S-19)', (_what, options) => {
  const lines: string[] = []
  const app = runTestApp({ ...options, onLogLine: (line) => lines.push(line) })

  it('it says nothing', async () => {
    await askBehindProxy(app, 1)
    expect(lines.join('')).not.toContain(warning)
  })
})
