import { figure } from '@covo/testing/figure'
import {
  endless,
  type HostileProvider,
  hostileClient,
  html,
  json,
  type Reply,
  redirectTo,
  silence,
  startHostileProvider,
} from '@covo/testing/hostile-provider'
import { openProviderPopup, returnToPopup } from '@covo/testing/provider-popup'
import { reservePorts } from '@covo/testing/reserve-ports'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runTestApp } from '../../test/test-app.ts'

function runWithProvider(port: number) {
  const app = runTestApp({
    port,
    provider: { ...hostileClient, issuer: `http://127.0.0.1:${port + 1}`, label: 'Ostile' },
  })
  const running: { provider: HostileProvider | null } = { provider: null }
  beforeAll(async () => {
    running.provider = await startHostileProvider(port + 1)
  })
  afterAll(() => running.provider?.stop())
  return {
    app,
    provider() {
      if (!running.provider) throw new Error('the provider runs only while tests do')
      return running.provider
    },
  }
}

// Each side has to know the other's address before it listens.
const port = await reservePorts(6)

describe('a provider whose description can’t be used', () => {
  const { app, provider } = runWithProvider(port)
  const changed = (changes: Record<string, unknown>) => () =>
    json({ ...provider().description(), ...changes })
  const faults: Record<string, () => Reply> = {
    'is missing': () => json({}, 404),
    fails: () => json({}, 500),
    'never comes': () => silence,
    'is a page': () => html,
    'is elsewhere': () => redirectTo(`${provider().issuer}/userinfo`),
    'is without end': () => endless,
    'is null': () => json(null),
    'is another issuer’s': changed({ issuer: 'https://male.example' }),
    'names no issuer': changed({ issuer: undefined }),
    'names no keys': changed({ jwks_uri: undefined }),
    'names no place for codes': changed({ token_endpoint: undefined }),
    'sends people to a script': changed({ authorization_endpoint: 'javascript:alert(1)' }),
    'reads files': changed({ jwks_uri: 'file:///etc/passwd' }),
  }

  it.each(Object.keys(faults))('%s: the popup ends (S-10)', async (name) => {
    provider().discovery = faults[name]?.() ?? null
    const visitor = app.visit()
    const end = await openProviderPopup(visitor)
    expect(`${end.origin}${end.pathname}`).toBe(`${app.origin}/provider-popup`)
    expect(end.searchParams.get('error')).toBe('unavailable')
    expect(end.searchParams.get('attempt')).toBeTruthy()
    expect(visitor.cookie()).toBe('')
  })

  it('is asked again, and signs in (S-10)', async () => {
    provider().discovery = null
    const visitor = app.visit()
    const end = await returnToPopup(
      visitor,
      provider().authorize(await openProviderPopup(visitor), 'tornata'),
    )
    expect(end.searchParams.has('error')).toBe(false)
    expect((await visitor.fetch('/api/profiles/me')).status).toBe(200)
    // Requests that are under way when the client hangs up count too.
    expect(provider().busiestConnection).toBeLessThan(8 * 1024 * 1024)
    figure(
      'S-10',
      `${Object.keys(faults).length} unusable descriptions: all end the popup, then it works again`,
    )
  })
})

describe('a provider whose keys can’t be used', () => {
  const { app, provider } = runWithProvider(port + 2)
  const faults: Record<string, () => Reply> = {
    fail: () => json({}, 500),
    'never come': () => silence,
    'are a page': () => html,
    'are elsewhere': () => redirectTo(`${provider().issuer}/jwks-of-a-stranger`),
    'are without end': () => endless,
    'are no keys': () => json({ keys: 'nessuna' }),
  }

  it.each(Object.keys(faults))('%s: the sign-in ends (S-10)', async (name) => {
    provider().jwks = faults[name]?.() ?? null
    const visitor = app.visit()
    const end = await returnToPopup(
      visitor,
      provider().authorize(await openProviderPopup(visitor), 'senza-chiavi'),
    )
    expect(end.searchParams.get('error')).toBe('unable_to_get_user_info')
    expect(visitor.cookie()).not.toContain('session')
  })

  it('is asked again, and signs in (S-10)', async () => {
    provider().jwks = null
    const visitor = app.visit()
    const end = await returnToPopup(
      visitor,
      provider().authorize(await openProviderPopup(visitor), 'senza-chiavi'),
    )
    expect(end.searchParams.has('error')).toBe(false)
    expect((await visitor.fetch('/api/profiles/me')).status).toBe(200)
    expect(provider().asked).not.toContain('/jwks-of-a-stranger')
    figure(
      'S-10',
      `${Object.keys(faults).length} unusable key sets: all end the sign-in, then it works again`,
    )
  })
})

describe('a provider with a slash at its end', () => {
  const { app, provider } = runWithProvider(port + 4)

  it('is the one that was configured without', async () => {
    provider().discovery = json({ ...provider().description(), issuer: `${provider().issuer}/` })
    const visitor = app.visit()
    const back = provider().authorize(await openProviderPopup(visitor), 'barrata', {
      claims: { iss: `${provider().issuer}/` },
    })
    expect((await returnToPopup(visitor, back)).searchParams.has('error')).toBe(false)
  })
})
