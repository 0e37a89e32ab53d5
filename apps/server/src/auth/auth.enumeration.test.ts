import { register } from '@covo/testing/visitor'
import { Piscina } from 'piscina'
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { runTestApp } from '../../test/test-app.ts'

const app = runTestApp()

/**
 * A registration answers that an email is taken, in words that the specification quotes: there, and only there, an account
 * shows. Elsewhere an answer reveals none, and costs what it costs for an account (CVE-2026-44306).
 * `auth.enumeration.soak.test.ts` compares the times.
 */
const emails = { known: 'socia@esempio.it', unknown: 'mai--@esempio.it' }

beforeAll(async () => {
  await register(app.origin, { name: 'Socia', email: emails.known, password: 'Tana-rossa1' })
})

/** The parts of an answer that any client sees, without its date and its id, which differ from any other's. */
async function shownBy(answer: Response): Promise<unknown[]> {
  const headers = [...answer.headers].filter(([name]) => name !== 'date' && name !== 'x-request-id')
  return [answer.status, headers, (await answer.text()).replace(/"requestId":"[^"]*"/, '')]
}

describe.each([
  { path: '/api/auth/login', body: { password: 'indovinata' }, status: 401, hashes: 1 },
  { path: '/api/auth/reset-mail', body: {}, status: 204, hashes: 0 },
])('$path', ({ path, body, status, hashes }) => {
  it('answers alike for an existing and an absent account, and hashes as often (S-13)', async () => {
    const hashing = vi.spyOn(Piscina.prototype, 'run')
    onTestFinished(() => hashing.mockRestore())
    const shown: unknown[][] = []
    const counted: number[] = []
    // Each from an address of its own: limits count them.
    for (const [index, email] of Object.values(emails).entries()) {
      hashing.mockClear()
      shown.push(await shownBy(await app.visit(`127.0.0.${2 + index}`).post(path, { email, ...body })))
      counted.push(hashing.mock.calls.length)
    }
    expect(shown[0]).toEqual(shown[1])
    expect(shown[0]?.[0]).toBe(status)
    expect(counted).toEqual([hashes, hashes])
  })
})
