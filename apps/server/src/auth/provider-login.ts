import { providerPopupPath } from '@covo/contract/auth/provider-popup'
import type { Limits } from '../platform/limits/limits.ts'
import type { AuthRequest } from './auth-request.ts'
import type { ExternalProvider } from './external-provider.ts'
import { providerId } from './external-provider-identity.ts'
import type { Sessions } from './sessions.ts'

type ProviderLoginDependencies = {
  /** The provider at which members may sign in; null: none. */
  provider: ExternalProvider | null
  sessions: Sessions
  limits: Limits
}

/** Where the popup goes next, with the cookies to set. */
type Redirect = { url: string; headers: Headers }

export function createProviderLogin({ provider, sessions, limits }: ProviderLoginDependencies) {
  /**
   * Sends a popup to the provider, with the cookies that bind the answer to this browser, or to its last page where the
   * sign-in can't begin. `attempt` is in the address of the last page either way.
   */
  async function startProviderLogin(attempt: string, request: AuthRequest): Promise<Redirect> {
    const url = popupPage({ attempt })
    const start = await askProvider(url, request.address).catch(() => null)
    if (start) return start
    request.record('provider_sign_in.failed', { reason: 'unavailable' })
    return { url: popupPage({ attempt, error: 'unavailable' }), headers: new Headers() }
  }

  async function askProvider(callbackURL: string, address: string): Promise<Redirect | null> {
    if (!provider || (await limits.take('signInsPerAddress', address))) return null
    const connected = await provider.connect()
    if (!connected) return null
    const { headers, response } = await connected.api.signInSocial({
      body: { provider: providerId, callbackURL, errorCallbackURL: callbackURL, disableRedirect: true },
      returnHeaders: true,
    })
    return response.url ? { url: response.url, headers } : null
  }

  /**
   * Redeems the provider's answer: signs in, creating the account at the first time, and sends the popup to its last page.
   * A blocked member's session ends before its cookie is set.
   */
  async function finishProviderLogin(answer: Request, request: AuthRequest): Promise<Redirect> {
    const redeemed = await redeem(answer, request.address)
    const error = new URL(redeemed.url, 'http://localhost').searchParams.get('error')
    const begun = error === null ? await sessions.findBegun(redeemed.headers) : null
    if (!begun) {
      request.record('provider_sign_in.failed', { reason: error === null ? 'no session' : loggable(error) })
      return redeemed
    }
    const { user, session } = begun
    if (user.blockedAt) {
      await sessions.endSession(session.token)
      request.record('provider_sign_in.failed', { reason: 'account_blocked' })
      const { searchParams } = new URL(redeemed.url, 'http://localhost')
      return {
        url: popupPage({ ...Object.fromEntries(searchParams), error: 'account_blocked' }),
        headers: new Headers(),
      }
    }
    await sessions.replaceSession(request, user.id, 'provider_sign_in.succeeded')
    return redeemed
  }

  async function redeem(answer: Request, address: string): Promise<Redirect> {
    const unavailable = { url: popupPage({ error: 'unavailable' }), headers: new Headers() }
    // Each answer costs the provider a request of ours.
    if (!provider || (await limits.take('signInsPerAddress', address))) return unavailable
    const connected = await provider.connect()
    const response = await connected?.handler(answer)
    const url = response?.headers.get('location')
    // After any other failure too the popup has to end on its last page.
    return response?.status === 302 && url ? { url, headers: response.headers } : unavailable
  }

  return { startProviderLogin, finishProviderLogin }
}

/** The page that ends the popup, which reads these parameters. */
function popupPage(parameters: Record<string, string>): string {
  return `${providerPopupPath}?${new URLSearchParams(parameters)}`
}

/** The provider may write anything into its error. */
function loggable(error: string): string {
  return /^[a-z_]{1,40}$/i.test(error) ? error : 'other'
}
