import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

type Address = { email: string; primary: boolean; verified: boolean }
/** `emails`: null where the program may not see them. */
type Person = { id: unknown; emails: Address[] | null; publicEmail?: string }

export type Github = {
  /** Serves both the site and its interface for programs. */
  readonly origin: string
  /** The people who can sign in, by login. */
  readonly people: Map<string, Person>
  stop(): Promise<void>
}

export const githubClient = { clientId: 'Iv1.covo', clientSecret: 'il segreto tra il covo e github' }

/**
 * GitHub as programs see it that sign people in (docs.github.com, "Authorizing OAuth apps"): OAuth 2.0 with PKCE, no
 * ID token, errors with status 200, a user-agent demanded. The address's `login` names who signs in.
 */
export async function startGithub(port: number): Promise<Github> {
  const people = new Map<string, Person>()
  const codes = new Map<string, { person: Person; challenge: string; redirect: string }>()
  const tokens = new Map<string, Person>()

  async function token(request: IncomingMessage): Promise<object> {
    const form = new URLSearchParams(Buffer.concat(await request.toArray()).toString())
    const code = form.get('code') ?? ''
    const grant = codes.get(code)
    codes.delete(code)
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (form.get('client_secret') !== githubClient.clientSecret)
      return { error: 'incorrect_client_credentials' }
    if (!grant || grant.challenge !== challenge || grant.redirect !== form.get('redirect_uri'))
      return { error: 'bad_verification_code' }
    const accessToken = `gho_${randomUUID()}`
    tokens.set(accessToken, grant.person)
    return { access_token: accessToken, token_type: 'bearer', scope: 'user:email' }
  }

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', origin)
    const answer = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (url.pathname === '/login/oauth/authorize') {
      const person = people.get(url.searchParams.get('login') ?? '')
      const redirect = url.searchParams.get('redirect_uri') ?? ''
      if (!person || url.searchParams.get('code_challenge_method') !== 'S256') return answer(404, {})
      const code = randomUUID()
      codes.set(code, { person, redirect, challenge: url.searchParams.get('code_challenge') ?? '' })
      const back = new URL(redirect)
      back.search = new URLSearchParams({ code, state: url.searchParams.get('state') ?? '' }).toString()
      return response.writeHead(302, { location: back.href }).end()
    }
    if (url.pathname === '/login/oauth/access_token') {
      // Without the header it answers a form.
      const isJson = request.headers.accept === 'application/json'
      return answer(200, isJson ? await token(request) : 'error=no_json')
    }
    if (!request.headers['user-agent']) return answer(403, { message: 'Request forbidden' })
    const person = tokens.get(request.headers.authorization?.replace('Bearer ', '') ?? '')
    if (!person) return answer(401, { message: 'Bad credentials' })
    if (url.pathname === '/user')
      return answer(200, {
        id: person.id,
        login: 'x',
        name: 'Nome Civile',
        email: person.publicEmail ?? null,
      })
    if (url.pathname === '/user/emails' && person.emails) return answer(200, person.emails)
    return answer(404, { message: 'Not Found' })
  })
  await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    people,
    stop: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}
