import { randomUUID } from 'node:crypto'
import { figure } from '@covo/testing/figure'
import { type HostileProvider, hostileClient, startHostileProvider } from '@covo/testing/hostile-provider'
import { redirectTricks } from '@covo/testing/redirect-tricks'
import { reservePorts } from '@covo/testing/reserve-ports'
import type { Visitor } from '@covo/testing/visitor'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runTestApp } from '../../test/test-app.ts'

// Each side has to know the other's address before it listens.
const port = await reservePorts(2)
const app = runTestApp({
  port,
  provider: { ...hostileClient, issuer: `http://127.0.0.1:${port + 1}`, label: 'Ostile' },
})
let provider: HostileProvider

beforeAll(async () => {
  provider = await startHostileProvider(port + 1)
})

afterAll(() => provider.stop())

/** The names under which programs, the library of ours among them, take the address to go on to. */
const names = ['returnTo', 'callbackURL', 'errorCallbackURL', 'newUserCallbackURL', 'redirect_uri', 'next']
const everywhere = (trick: string) => names.map((name) => [name, trick] as [string, string])

function headers(trick: string): Record<string, string> {
  // Characters that can't stand in a header don't reach the server.
  const value = trick.replaceAll(/[^\x21-\x7e]/g, '') || 'male.example'
  return {
    'x-forwarded-host': value,
    'x-forwarded-proto': value,
    'x-original-url': value,
    forwarded: `host=${value}`,
    referer: value,
    host: 'male.example',
  }
}

/** Where it leads; null where the door refuses the address itself, as it does each with a null character. */
async function follow(visitor: Visitor, url: URL, trick: string): Promise<URL | null> {
  const answer = await visitor.fetch(`${url.pathname}${url.search}`, { headers: headers(trick) })
  if (trick.includes('\u0000')) {
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null])
    return null
  }
  expect(answer.status).toBe(302)
  return new URL(answer.headers.get('location') ?? '', app.origin)
}

let foreign = 0

function expectOwnEnd(end: URL | null) {
  if (end?.origin !== app.origin || end?.pathname !== '/provider-popup') foreign += 1
  expect(`${end?.origin}${end?.pathname}`).toBe(`${app.origin}/provider-popup`)
}

describe('the way to the provider and back', () => {
  it.each(redirectTricks)('leads nowhere else by %j (S-11)', async (trick) => {
    const visitor = app.visit()
    const begun = new URL(`/api/auth/provider`, app.origin)
    begun.search = new URLSearchParams([['attempt', randomUUID()], ...everywhere(trick)]).toString()
    const start = await follow(visitor, begun, trick)
    if (!start) return
    if (start.origin !== provider.issuer) foreign += 1
    expect(start.origin).toBe(provider.issuer)
    expect(start.searchParams.get('redirect_uri')).toBe(`${app.origin}/api/auth/callback/external`)

    const back = provider.authorize(start, randomUUID())
    for (const [name, value] of everywhere(trick)) back.searchParams.append(name, value)
    const end = await follow(visitor, back, trick)
    expectOwnEnd(end)
    expect(end?.searchParams.has('error')).toBe(false)

    // Without a state it goes to the page for errors, and what the provider writes there is its own.
    const lost = new URL(back)
    lost.searchParams.delete('state')
    lost.searchParams.set('error', trick)
    lost.searchParams.set('error_description', trick)
    expectOwnEnd(await follow(visitor, lost, trick))

    const attempt = await visitor.fetch(`/api/auth/provider?${new URLSearchParams({ attempt: trick })}`)
    expect([attempt.status, attempt.headers.get('location')]).toEqual([400, null])
  })

  it('counted', () => {
    figure(
      'S-11',
      `${redirectTricks.length} redirect tricks at the provider's routes: foreign redirects ${foreign}`,
    )
    expect(foreign).toBe(0)
  })
})
