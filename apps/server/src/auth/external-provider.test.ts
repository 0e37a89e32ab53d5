import { randomUUID } from 'node:crypto'
import { type OpenidProvider, signInAtProvider, startOpenidProvider } from '@covo/testing/openid-provider'
import { parseMail, waitForMails } from '@covo/testing/outbox'
import { openProviderPopup, returnToPopup } from '@covo/testing/provider-popup'
import { reservePorts } from '@covo/testing/reserve-ports'
import { type Visitor, visit } from '@covo/testing/visitor'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runTestApp } from '../../test/test-app.ts'

// Each side has to know the other's address before it listens.
const port = await reservePorts(4)
const providerPort = port + 2
const app = runTestApp({
  port,
  provider: {
    issuer: `http://127.0.0.1:${providerPort}`,
    clientId: 'covo',
    clientSecret: 'a secret between two programs on one machine',
    label: 'Esempio',
  },
})
let provider: OpenidProvider

beforeAll(async () => {
  provider = await startOpenidProvider({ clientOrigin: app.origin, port: providerPort })
})

afterAll(() => provider.stop())

async function signIn(visitor: Visitor, login: string): Promise<URL> {
  return await returnToPopup(
    visitor,
    await signInAtProvider(provider, await openProviderPopup(visitor), login),
  )
}

describe('signing in at the provider', () => {
  it('asks with PKCE, state and nonce, creates the member named by the email, and keeps no token', async () => {
    const visitor = app.visit()
    const attempt = randomUUID()
    const start = await openProviderPopup(visitor, { attempt })
    expect(start.origin).toBe(provider.issuer)
    expect(Object.fromEntries(start.searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      code_challenge: expect.any(String),
      state: expect.any(String),
      nonce: expect.any(String),
    })

    const end = await returnToPopup(visitor, await signInAtProvider(provider, start, 'gaia.verdi@esempio.it'))
    expect(`${end.pathname}${end.search}`).toBe(`/provider-popup?attempt=${attempt}`)
    const profile = await (await visitor.fetch('/api/profiles/me')).json()
    expect(profile).toMatchObject({ displayName: 'gaia.verdi', email: 'gaia.verdi@esempio.it', photoURL: '' })
    expect(await visitor.read('/api/account')).toMatchObject({ emailVerified: true })
    const { rows } = await sql`
      select access_token, refresh_token, id_token from accounts where provider_id = 'external'
    `.execute(app.database)
    expect(rows).toEqual([{ access_token: null, refresh_token: null, id_token: null }])
  })

  it('is reported by mail from a second browser and system on', async () => {
    const email = 'due.macchine@esempio.it'
    const signInBy = async (agent: string) => {
      const visitor = app.visit()
      const back = await signInAtProvider(provider, await openProviderPopup(visitor), email)
      await visitor.fetch(`${back.pathname}${back.search}`, { headers: { 'user-agent': agent } })
    }
    const firefox = (system: string) => `Mozilla/5.0 (${system}; rv:140.0) Gecko/20100101 Firefox/140.0`
    await signInBy(firefox('X11; Linux x86_64'))
    await signInBy(firefox('X11; Linux x86_64'))
    await signInBy(firefox('Windows NT 10.0; Win64; x64'))
    const mails = await waitForMails(app.outbox, email)
    expect(mails).toHaveLength(1)
    expect((await parseMail(mails[0] ?? '')).text).toContain('Da: Firefox su Windows.')
  })

  it('begins at no other site’s bidding; the answer comes from one', async () => {
    const visitor = app.visit()
    const path = `/api/auth/provider?attempt=${randomUUID()}`
    const from = (site: string) => visitor.fetch(path, { headers: { 'sec-fetch-site': site } })
    for (const site of ['cross-site', 'same-site']) {
      const answer = await from(site)
      expect([answer.status, await answer.json()]).toMatchObject([403, { code: 'common.foreign_origin' }])
      expect(answer.headers.getSetCookie()).toEqual([])
    }
    for (const site of ['none', 'same-origin']) expect((await from(site)).status).toBe(302)
    const back = await signInAtProvider(provider, await openProviderPopup(visitor), 'chiamata')
    const headers = { 'sec-fetch-site': 'cross-site' }
    expect((await visitor.fetch(`${back.pathname}${back.search}`, { headers })).status).toBe(302)
    expect((await visitor.fetch('/api/profiles/me')).status).toBe(200)
  })

  it('stores nothing for a sign-in that only begins, however often (S-19)', async () => {
    const stored = async () => {
      const { rows } = await sql`
        select (select count(*) from verifications) as states, (select count(*) from rate_limits) as counters
      `.execute(app.database)
      return rows
    }
    const before = await stored()
    await Promise.all(Array.from({ length: 200 }, () => openProviderPopup(app.visit())))
    expect(await stored()).toEqual(before)
  })

  it('ends the session that the browser had, once there is the new one', async () => {
    const visitor = app.visit()
    await signIn(visitor, 'prima')
    const before = visit(app.origin, { cookie: visitor.cookie() })
    await returnToPopup(
      visitor,
      await signInAtProvider(provider, await openProviderPopup(visitor), 'ci.ripensa', { consent: false }),
    )
    expect((await before.fetch('/api/profiles/me')).status).toBe(200)
    await signIn(visitor, 'seconda')
    expect((await before.fetch('/api/profiles/me')).status).toBe(401)
    expect((await visitor.fetch('/api/profiles/me')).status).toBe(200)
  })

  it('registers a person without an email there, shows none and mails none', async () => {
    const uids = new Set<string>()
    for (let round = 0; round < 2; round += 1) {
      const visitor = app.visit()
      await signIn(visitor, 'muta')
      const profile = (await (await visitor.fetch('/api/profiles/me')).json()) as { uid: string }
      expect(profile).toMatchObject({ displayName: 'Utente Anonimo', email: '' })
      uids.add(profile.uid)
      const mail = await visitor.post('/api/settings/password-reset')
      expect([mail.status, await mail.json()]).toMatchObject([404, { code: 'settings.email_not_found' }])
    }
    expect(uids.size).toBe(1)
  })

  it('refuses a blocked member, and says so on the last page alone', async () => {
    const first = app.visit()
    await signIn(first, 'bloccata@esempio.it')
    const { uid } = (await (await first.fetch('/api/profiles/me')).json()) as { uid: string }
    await app.database
      .updateTable('users')
      .set({ blocked_at: sql<Date>`now()` })
      .where('id', '=', uid)
      .execute()
    const again = app.visit()
    const attempt = randomUUID()
    const end = await returnToPopup(
      again,
      await signInAtProvider(provider, await openProviderPopup(again, { attempt }), 'bloccata@esempio.it'),
    )
    expect(`${end.pathname}${end.search}`).toBe(`/provider-popup?attempt=${attempt}&error=account_blocked`)
    expect(again.cookie()).not.toContain('session_token')
    const sessions = await app.database
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', uid)
      .execute()
    // The one from before: ending it is the operator's command's.
    expect(sessions).toHaveLength(1)
    // Each server caches a session until its end.
    const unseen = visit(await app.startAnother(), { cookie: first.cookie() })
    expect((await unseen.fetch('/api/profiles/me')).status).toBe(401)
  })

  it('says so when the consent is refused', async () => {
    const visitor = app.visit()
    const end = await returnToPopup(
      visitor,
      await signInAtProvider(provider, await openProviderPopup(visitor), 'ci.ripensa@esempio.it', {
        consent: false,
      }),
    )
    expect(end.searchParams.get('error')).toBe('access_denied')
    expect((await visitor.fetch('/api/profiles/me')).status).toBe(401)
  })
})

describe('a provider that can’t be reached', () => {
  const away = runTestApp({
    port: port + 1,
    provider: {
      issuer: `http://127.0.0.1:${providerPort + 1}`,
      clientId: 'covo',
      clientSecret: 'a secret between two programs on one machine',
      label: 'Assente',
    },
  })

  it('ends the popup at once, and is asked again when it is back', async () => {
    const refused = await openProviderPopup(away.visit())
    expect(refused.searchParams.get('error')).toBe('unavailable')
    const back = await startOpenidProvider({ clientOrigin: away.origin, port: providerPort + 1 })
    expect((await openProviderPopup(away.visit())).origin).toBe(back.issuer)
    await back.stop()
  })
})

describe('without a provider', () => {
  const plain = runTestApp()

  it('leads to the popup’s end', async () => {
    expect((await openProviderPopup(plain.visit())).searchParams.get('error')).toBe('unavailable')
  })
})
