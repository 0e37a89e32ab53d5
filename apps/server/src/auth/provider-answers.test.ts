import { randomUUID } from 'node:crypto'
import { figure } from '@covo/testing/figure'
import {
  encode,
  endless,
  type Fault,
  type HostileProvider,
  hostileClient,
  html,
  json,
  redirectTo,
  signSymmetrically,
  silence,
  startHostileProvider,
} from '@covo/testing/hostile-provider'
import { openProviderPopup, returnToPopup } from '@covo/testing/provider-popup'
import { reservePorts } from '@covo/testing/reserve-ports'
import type { Visitor } from '@covo/testing/visitor'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runTestApp } from '../../test/test-app.ts'

// Each side has to know the other's address before it listens.
const port = await reservePorts(2)
const providerPort = port + 1
const app = runTestApp({
  port,
  provider: { ...hostileClient, issuer: `http://127.0.0.1:${providerPort}`, label: 'Ostile' },
})
let provider: HostileProvider

beforeAll(async () => {
  provider = await startHostileProvider(providerPort)
})

afterAll(() => provider.stop())

/** A visitor whose browser keeps everything that it receives, to be searched for secrets. */
function visitWatched(): Visitor & { seen: string[] } {
  const visitor = app.visit()
  const seen: string[] = []
  return {
    ...visitor,
    seen,
    fetch: async (path, init) => {
      const answer = await visitor.fetch(path, init)
      seen.push(path, JSON.stringify([...answer.headers]), await answer.clone().text(), visitor.cookie())
      expect(answer.status).toBeLessThan(500)
      return answer
    },
  }
}

type WatchedVisitor = ReturnType<typeof visitWatched>

const refused = new Set<string>()

/** The popup's last page and nothing else: no session, no member, no secret in the browser. */
async function expectRefusal(name: string, visitor: WatchedVisitor, end: URL, subject: string) {
  expect(`${end.origin}${end.pathname}`).toBe(`${app.origin}/provider-popup`)
  expect(end.searchParams.get('error')).toBeTruthy()
  expect((await visitor.fetch(`${end.pathname}${end.search}`)).status).toBe(200)
  expect(visitor.cookie()).not.toContain('session')
  expect((await visitor.fetch('/api/profiles/me')).status).toBe(401)
  const { rows } = await sql`
    select 1 from accounts join users on users.id = user_id where account_id like ${`%${subject}`} or email like ${`${subject}%`}
  `.execute(app.database)
  expect(rows).toEqual([])
  expectNoSecrets(visitor)
  refused.add(name)
}

function expectNoSecrets({ seen }: WatchedVisitor) {
  const received = seen.join('\n')
  expect([...provider.secrets].filter((secret) => secret !== '' && received.includes(secret))).toEqual([])
}

const now = () => Math.floor(Date.now() / 1000)

/** A fault in what the provider answers to the server; the browser does nothing wrong. */
const faults: Record<string, Fault | (() => Fault)> = {
  'another issuer’s ID token': { claims: { iss: 'https://male.example' } },
  'an ID token without issuer': { claims: { iss: undefined } },
  'an ID token of another client': { claims: { aud: 'un-altro' } },
  'an ID token without audience': { claims: { aud: undefined } },
  'an ID token for two audiences': { claims: { aud: ['covo', 'un-altro'] } },
  'an ID token made for another party': { claims: { azp: 'un-altro' } },
  'no nonce': { claims: { nonce: undefined } },
  'a wrong nonce': { claims: { nonce: 'un-altro' } },
  'an ID token that is over': () => ({ claims: { iat: now() - 400, exp: now() - 90 } }),
  'an ID token without end': { claims: { exp: undefined } },
  'an ID token of the future': () => ({ claims: { iat: now() + 600, exp: now() + 900 } }),
  'an ID token without date': { claims: { iat: undefined } },
  'an ID token of yesterday': () => ({ claims: { iat: now() - 86_400 } }),
  'an ID token not valid yet': () => ({ claims: { nbf: now() + 600 } }),
  'no signature, by alg none': {
    header: { alg: 'none' },
    forge: ({ header, claims }) => `${encode(header)}.${encode(claims)}.`,
  },
  'a signature with the client’s secret': {
    header: { alg: 'HS256' },
    forge: ({ header, claims }) => signSymmetrically(header, claims, hostileClient.clientSecret),
  },
  'a signature with the public key as secret': {
    header: { alg: 'HS256' },
    forge: ({ header, claims }) => signSymmetrically(header, claims, provider.publicKey),
  },
  'a key that nobody knows': { header: { kid: 'ignota' } },
  'another key’s signature': { forge: ({ header, claims }) => provider.signAsStranger(header, claims) },
  'a key named by address': () => ({
    header: { jku: `${provider.issuer}/jwks-of-a-stranger` },
    forge: ({ header, claims }) => provider.signAsStranger(header, claims),
  }),
  'a certificate named by address': () => ({
    header: { x5u: `${provider.issuer}/jwks-of-a-stranger`, kid: undefined },
    forge: ({ header, claims }) => provider.signAsStranger(header, claims),
  }),
  'an extension that must be understood': { header: { crit: ['male'], male: true } },
  'claims changed after signing': {
    forge: ({ header, claims }) => {
      const [start, , end] = provider.sign(header, claims).split('.')
      return [start, encode({ ...claims, email: 'altra@esempio.it' }), end].join('.')
    },
  },
  'no ID token': { forge: () => undefined },
  'an empty ID token': { forge: () => '' },
  'an ID token that is none': { forge: () => ({ sub: 'io' }) },
  'an encrypted ID token': { header: { alg: 'dir', enc: 'A256GCM' }, forge: () => 'e30.e30.e30.e30.e30' },
  'no subject': { claims: { sub: undefined } },
  'an empty subject': { claims: { sub: '' } },
  'an object as subject': { claims: { sub: { id: 1 } } },
  'a very long subject': { claims: { sub: 'x'.repeat(10_000) } },
  'a subject with a null character': { claims: { sub: 'a\u0000b' } },
  'a list of emails': { claims: { email: ['una@esempio.it', 'altra@esempio.it'] } },
  'an object as email': { claims: { email: { toString: 'una@esempio.it' } } },
  'details about somebody else': {
    claims: { email: undefined },
    userinfo: json({ sub: 'un-altro', email: 'altro@esempio.it', email_verified: true }),
  },
  'details that fail': { claims: { email: undefined }, userinfo: json({}, 500) },
  'details that never come': { claims: { email: undefined }, userinfo: silence },
  'details as a page': { claims: { email: undefined }, userinfo: html },
  'details without end': { claims: { email: undefined }, userinfo: endless },
  'a code that is refused': { token: json({ error: 'invalid_grant' }, 400) },
  'an error with status 200': { token: json({ error: 'invalid_grant' }) },
  'tokens that fail': { token: json({}, 503) },
  'tokens that never come': { token: silence },
  'tokens as a page': { token: html },
  'tokens without end': { token: endless },
  'tokens elsewhere': () => ({ token: redirectTo(`${provider.issuer}/userinfo`) }),
  'no access token': () => ({ token: json({ id_token: 'e30.e30.e30' }) }),
}

describe.concurrent('a provider that lies', () => {
  it.each(Object.keys(faults))('is refused: %s (S-10)', async (name) => {
    const visitor = visitWatched()
    const subject = randomUUID()
    const fault = faults[name] ?? {}
    const start = await openProviderPopup(visitor)
    const back = provider.authorize(start, subject, typeof fault === 'function' ? fault() : fault)
    const end = await returnToPopup(visitor, back)
    expect(end.searchParams.get('attempt')).toBeTruthy()
    await expectRefusal(name, visitor, end, subject)
  })
})

describe('an answer that a browser brings', () => {
  type Bring = (visitor: Visitor, subject: string) => Promise<URL>

  /** An attacker's change of the answer; the provider is honest. */
  const tricks: Record<string, Bring> = {
    'without state': async (visitor, subject) => {
      const back = provider.authorize(await openProviderPopup(visitor), subject)
      back.searchParams.delete('state')
      return await returnToPopup(visitor, back)
    },
    'with another browser’s state and code': async (visitor, subject) => {
      await openProviderPopup(visitor)
      return await returnToPopup(visitor, provider.authorize(await openProviderPopup(app.visit()), subject))
    },
    'with another browser’s code': async (visitor, subject) => {
      const back = provider.authorize(await openProviderPopup(visitor), subject)
      const theirs = provider.authorize(await openProviderPopup(app.visit()), subject)
      back.searchParams.set('code', theirs.searchParams.get('code') ?? '')
      return await returnToPopup(visitor, back)
    },
    'with the state of an earlier sign-in of its own': async (visitor, subject) => {
      const earlier = await openProviderPopup(visitor)
      const back = provider.authorize(await openProviderPopup(visitor), subject)
      back.searchParams.set('state', earlier.searchParams.get('state') ?? '')
      return await returnToPopup(visitor, back)
    },
    'without its cookies': async (visitor, subject) =>
      await returnToPopup(visitor, provider.authorize(await openProviderPopup(app.visit()), subject)),
    'a second time': async (visitor, subject) => {
      const other = app.visit()
      const [start, state] = [await openProviderPopup(other), other.cookie()]
      const back = provider.authorize(start, subject, { claims: { nonce: undefined } })
      await returnToPopup(other, back)
      const answer = await visitor.fetch(`${back.pathname}${back.search}`, { headers: { cookie: state } })
      return new URL(answer.headers.get('location') ?? '', app.origin)
    },
    'with an error': async (visitor, subject) => {
      const back = provider.authorize(await openProviderPopup(visitor), subject)
      back.searchParams.delete('code')
      back.searchParams.set('error', 'server_error')
      back.searchParams.set('error_description', '<script>alert(1)</script>')
      return await returnToPopup(visitor, back)
    },
    'with a code and an error': async (visitor, subject) => {
      const back = provider.authorize(await openProviderPopup(visitor), subject)
      back.searchParams.set('error', 'access_denied')
      return await returnToPopup(visitor, back)
    },
    'with two codes': async (visitor, subject) => {
      const back = provider.authorize(await openProviderPopup(visitor), subject)
      back.searchParams.append('code', 'altro')
      return await returnToPopup(visitor, back)
    },
    'with two states': async (visitor, subject) => {
      const back = provider.authorize(await openProviderPopup(visitor), subject)
      back.searchParams.append('state', 'altro')
      return await returnToPopup(visitor, back)
    },
    'of the implicit flow': async (visitor, subject) => {
      const back = provider.authorize(await openProviderPopup(visitor), subject)
      back.searchParams.delete('code')
      back.searchParams.set('id_token', provider.sign({ alg: 'RS256' }, { sub: subject }))
      back.searchParams.set('access_token', 'gettone')
      return await returnToPopup(visitor, back)
    },
    'with another issuer’s name': async (visitor, subject) => {
      const back = provider.authorize(await openProviderPopup(visitor), subject)
      back.searchParams.set('iss', 'https://male.example')
      return await returnToPopup(visitor, back)
    },
    'with a very long code': async (visitor, subject) => {
      const back = provider.authorize(await openProviderPopup(visitor), subject)
      back.searchParams.set('code', 'x'.repeat(10_000))
      return await returnToPopup(visitor, back)
    },
  }

  it.each(Object.keys(tricks))('is refused %s (S-10)', async (name) => {
    const visitor = visitWatched()
    const subject = randomUUID()
    const end = await tricks[name]?.(visitor, subject)
    if (!end) throw new Error('no trick')
    await expectRefusal(name, visitor, end, subject)
  })

  it('posted as a form is not even taken', async () => {
    const visitor = app.visit()
    const back = provider.authorize(await openProviderPopup(visitor), 'postina')
    const answer = await visitor.fetch(back.pathname, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: back.search.slice(1),
    })
    expect(answer.status).toBe(415)
    expect(visitor.cookie()).not.toContain('session')
  })
})

it('takes in people of an honest provider, asks for a code with PKCE only, and shows the browser no token (S-10)', async () => {
  const visitor = visitWatched()
  const start = await openProviderPopup(visitor)
  expect([...start.searchParams.keys()].sort()).toEqual([
    'client_id',
    'code_challenge',
    'code_challenge_method',
    'nonce',
    'redirect_uri',
    'response_type',
    'scope',
    'state',
  ])
  expect(Object.fromEntries(start.searchParams)).toMatchObject({
    response_type: 'code',
    code_challenge_method: 'S256',
    scope: 'openid email',
    redirect_uri: `${app.origin}/api/auth/callback/external`,
  })
  const end = await returnToPopup(visitor, provider.authorize(start, 'onesta'))
  expect(end.searchParams.has('error')).toBe(false)
  expect(await (await visitor.fetch('/api/profiles/me')).json()).toMatchObject({ email: 'onesta@esempio.it' })
  expectNoSecrets(visitor)

  const { rows } = await sql`select display_name from users`.execute(app.database)
  expect(rows).toEqual([{ display_name: 'onesta' }])
  expect(provider.asked).not.toContain('/jwks-of-a-stranger')
  // Requests that are under way when the client hangs up count too.
  expect(provider.busiestConnection).toBeLessThan(8 * 1024 * 1024)
  figure(
    'S-10',
    `${refused.size} hostile answers: ${refused.size} refused, members made 0, tokens in the browser 0`,
  )
  expect(refused.size).toBe(Object.keys(faults).length + 13)
})
