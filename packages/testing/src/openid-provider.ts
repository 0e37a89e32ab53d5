import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'
import { visit } from './visitor.ts'

export type OpenidProvider = {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  stop(): Promise<void>
}

type OpenidProviderOptions = {
  /** The server that people come from. */
  clientOrigin: string
  /** 0: any free one. */
  port?: number
}

/**
 * A real OpenID provider on this machine, for tests and the demo: it signs anybody in who names themselves, with any
 * password. The name is the account; with an '@' it is the email, and it is unverified when it begins with "dubbia"; who is called "muta" has none.
 */
export async function startOpenidProvider({
  clientOrigin,
  port = 0,
}: OpenidProviderOptions): Promise<OpenidProvider> {
  const clientId = 'covo'
  const clientSecret = 'a secret between two programs on one machine'
  const server = createServer()
  await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [`${clientOrigin}/api/auth/callback/external`],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    // The claims stand in the ID token too, where a client reads them that asks for nothing more.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () =>
        id.startsWith('muta')
          ? { sub: id }
          : {
              sub: id,
              email: id.includes('@') ? id : `${id}@esempio.it`,
              email_verified: !id.startsWith('dubbia'),
            },
    }),
    cookies: { keys: ['the keys of a provider that guards nothing'] },
    features: { devInteractions: { enabled: true } },
  })
  server.on('request', provider.callback())
  return { issuer, clientId, clientSecret, stop: () => close(server) }
}

/**
 * Signs in at the provider as a browser does, from the page that the server redirects to; answers the address that the
 * provider redirects back to.
 *
 * @param consent whether the member allows the server to see their claims
 */
export async function signInAtProvider(
  { issuer }: Pick<OpenidProvider, 'issuer'>,
  start: URL,
  login: string,
  { password = 'una qualsiasi', consent = true }: { password?: string; consent?: boolean } = {},
): Promise<URL> {
  const browser = visit(issuer)
  const submit = (path: string, form: Record<string, string>) =>
    browser.fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
    })
  let answer = await browser.fetch(`${start.pathname}${start.search}`)
  for (let step = 0; step < 12; step += 1) {
    const next = new URL(answer.headers.get('location') ?? '', issuer)
    if (next.origin !== issuer) return next
    if (!next.pathname.startsWith('/interaction/'))
      answer = await browser.fetch(`${next.pathname}${next.search}`)
    else {
      const page = await (await browser.fetch(next.pathname)).text()
      const isLogin = page.includes('name="login"')
      if (isLogin) answer = await submit(next.pathname, { prompt: 'login', login, password })
      else if (consent) answer = await submit(next.pathname, { prompt: 'consent' })
      else answer = await browser.fetch(`${next.pathname}/abort`)
    }
  }
  throw new Error('the provider does not redirect back')
}

function close(server: Server): Promise<void> {
  return new Promise((done) => {
    server.close(() => done())
    server.closeAllConnections()
  })
}
