import { createHash, createHmac, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export const hostileClient = { clientId: 'covo', clientSecret: 'il segreto tra il covo e il suo provider' }

/** An answer of an endpoint, written as it stands. */
export type Reply = (response: ServerResponse) => void

type Claims = Record<string, unknown>

/** The faults of a sign-in; everything else is as an honest provider has it. */
export type Fault = {
  /** Over the honest claims of the ID token; undefined takes one away. */
  claims?: Claims
  header?: Claims
  /** Makes the ID token; the honest one is signed with the provider's key. */
  forge?: (token: { header: Claims; claims: Claims }) => unknown
  token?: Reply
  userinfo?: Reply
}

export type HostileProvider = {
  readonly issuer: string
  /** The endpoints' answers, in place of the honest ones. */
  discovery: Reply | null
  jwks: Reply | null
  /** The discovery document as an honest provider has it. */
  description(): Record<string, unknown>
  /** The honest key, which everybody may know. */
  readonly publicKey: string
  /** Signs with a key that the provider doesn't publish, under the honest key's name. */
  signAsStranger(header: Claims, claims: Claims): string
  sign(header: Claims, claims: Claims): string
  /** Says yes to a request for authorization and answers where it sends the browser back to. */
  authorize(start: URL, subject: string, fault?: Fault): URL
  /** Everything that only the provider and its client may know so far. */
  readonly secrets: ReadonlySet<string>
  /** Paths that were asked for, in order. */
  readonly asked: readonly string[]
  /** Bytes that went through the busiest connection. */
  readonly busiestConnection: number
  stop(): Promise<void>
}

export const json =
  (value: unknown, status = 200): Reply =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))

export const html: Reply = (response) =>
  response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><h1>In manutenzione</h1>')

export const redirectTo =
  (location: string): Reply =>
  (response) =>
    response.writeHead(307, { location }).end()

/** Takes the request and never answers it. */
export const silence: Reply = () => undefined

/** One header after the other, and then bytes for as long as somebody listens, and 64 MB at most. */
export const endless: Reply = (response) => {
  const chunk = Buffer.alloc(64 * 1024, ' ')
  let sent = 0
  response.writeHead(200, { 'content-type': 'application/json' })
  const write = () => {
    while (!response.destroyed && sent < 64 * 1024 * 1024) {
      sent += chunk.byteLength
      if (!response.write(chunk)) return void response.once('drain', write)
    }
    response.end()
  }
  write()
}

/** An OpenID provider that lies on demand, each sign-in in its own way; an honest one without faults. */
export async function startHostileProvider(port: number): Promise<HostileProvider> {
  const own = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const strange = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const kid = 'la-chiave'
  const secrets = new Set<string>([hostileClient.clientSecret])
  const asked: string[] = []
  const grants = new Map<string, { start: URLSearchParams; subject: string; fault: Fault }>()
  let busiestConnection = 0

  const signWith = (key: typeof own) => (header: Claims, claims: Claims) => {
    const input = `${encode(header)}.${encode(claims)}`
    return `${input}.${sign('sha256', Buffer.from(input), key.privateKey).toString('base64url')}`
  }

  const description = () => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    userinfo_endpoint: `${issuer}/userinfo`,
    id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
  })
  const keySet = (key: typeof own) => ({
    keys: [{ ...key.publicKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' }],
  })

  function secret<Value>(value: Value): Value {
    if (typeof value === 'string') {
      secrets.add(value)
      for (const part of value.split('.')) if (part.length > 40) secrets.add(part)
    }
    return value
  }

  async function answerToken(request: IncomingMessage): Promise<Reply> {
    const form = new URLSearchParams(Buffer.concat(await request.toArray()).toString())
    const grant = grants.get(form.get('code') ?? '')
    const verifier = secret(form.get('code_verifier') ?? '')
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    // RFC 6749, section 4.1.2: a code works once, for the client and the browser that it was made for.
    if (
      !grant ||
      !grants.delete(form.get('code') ?? '') ||
      grant.start.get('code_challenge') !== challenge ||
      grant.start.get('redirect_uri') !== form.get('redirect_uri') ||
      form.get('client_id') !== hostileClient.clientId ||
      form.get('client_secret') !== hostileClient.clientSecret
    )
      return json({ error: 'invalid_grant' }, 400)

    const { start, subject, fault } = grant
    const now = Math.floor(Date.now() / 1000)
    const claims: Claims = {
      iss: issuer,
      aud: hostileClient.clientId,
      sub: subject,
      nonce: start.get('nonce'),
      iat: now,
      exp: now + 300,
      email: `${subject}@esempio.it`,
      email_verified: true,
      ...fault.claims,
    }
    const header = { alg: 'RS256', typ: 'JWT', kid, ...fault.header }
    const accessToken = secret(randomUUID() + randomUUID())
    grants.set(accessToken, grant)
    if (fault.token) return fault.token
    return json({
      access_token: accessToken,
      refresh_token: secret(randomUUID() + randomUUID()),
      token_type: 'Bearer',
      expires_in: 300,
      id_token: secret(fault.forge ? fault.forge({ header, claims }) : signWith(own)(header, claims)),
    })
  }

  function answerUserinfo(request: IncomingMessage): Reply {
    const grant = grants.get(request.headers.authorization?.replace('Bearer ', '') ?? '')
    if (!grant) return json({ error: 'invalid_token' }, 401)
    return grant.fault.userinfo ?? json({ sub: grant.subject })
  }

  async function answer(request: IncomingMessage): Promise<Reply> {
    const path = request.url?.split('?')[0] ?? ''
    asked.push(path)
    if (path === '/.well-known/openid-configuration') return provider.discovery ?? json(description())
    if (path === '/jwks') return provider.jwks ?? json(keySet(own))
    if (path === '/jwks-of-a-stranger') return json(keySet(strange))
    if (path === '/token') return await answerToken(request)
    if (path === '/userinfo') return answerUserinfo(request)
    return json({}, 404)
  }

  const server = createServer(async (request, response) => {
    response.on('error', () => undefined)
    const { socket } = request
    response.on('close', () => {
      busiestConnection = Math.max(busiestConnection, socket.bytesWritten)
    })
    const reply = await answer(request)
    reply(response)
  })
  await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const provider: HostileProvider = {
    issuer,
    discovery: null,
    jwks: null,
    description,
    publicKey: own.publicKey.export({ format: 'pem', type: 'spki' }).toString(),
    sign: signWith(own),
    signAsStranger: signWith(strange),
    authorize(start, subject, fault = {}) {
      const code = randomUUID()
      grants.set(code, { start: start.searchParams, subject, fault })
      const back = new URL(start.searchParams.get('redirect_uri') ?? '')
      back.search = new URLSearchParams({ code, state: start.searchParams.get('state') ?? '' }).toString()
      return back
    },
    secrets,
    asked,
    get busiestConnection() {
      return busiestConnection
    },
    stop: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
  return provider
}

/** A token that is signed with a secret in the place of a key pair (RFC 7518, section 3.2). */
export function signSymmetrically(header: Claims, claims: Claims, key: string): string {
  const input = `${encode(header)}.${encode(claims)}`
  return `${input}.${createHmac('sha256', key).update(input).digest('base64url')}`
}

/** A part of a token. */
export function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
