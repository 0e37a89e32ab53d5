import { providerPopupPath } from '@covo/contract/auth/provider-popup'
import type { Database } from '../platform/database/database.ts'
import type { Limits } from '../platform/limits/limits.ts'
import type { Viewer } from '../platform/viewer.ts'
import { findSuspension } from './auth.store.ts'
import type { AuthRequest } from './auth-request.ts'
import type { CheckPendingDeletion } from './check-pending-deletion.ts'
import type { ExternalProvider } from './external-provider.ts'
import { providerId } from './external-provider-identity.ts'
import type { SecondStep } from './second-factor.ts'
import type { Sessions } from './sessions.ts'

type ProviderLoginDependencies = {
  database: Database
  /** The provider at which members may sign in; null: none. */
  provider: ExternalProvider | null
  sessions: Sessions
  secondStep: SecondStep
  limits: Limits
  checkPendingDeletion: CheckPendingDeletion
}

type Start = { attempt: string; keepAccount?: 'true' | undefined; confirm?: 'true' | undefined }

/** Where the popup goes next, with the cookies to set. */
type Redirect = { url: string; headers: Headers }

export function createProviderLogin(dependencies: ProviderLoginDependencies) {
  const { database, provider, sessions, secondStep, limits, checkPendingDeletion } = dependencies

  /**
   * Sends a popup to the provider, with the cookies that bind the answer to this browser, or to its last page where the
   * sign-in can't begin. `attempt` is in the address of the last page either way; so are the other parameters, which no page
   * can add to it on the way: the cookies seal the address.
   */
  async function startProviderLogin(
    { attempt, keepAccount, confirm }: Start,
    viewer: Viewer | undefined,
    request: AuthRequest,
  ): Promise<Redirect> {
    const url = popupPage({ attempt, ...(keepAccount && { keepAccount }), ...(confirm && { confirm }) })
    const confirms = confirm && viewer?.uid
    const isPossible = !confirm || confirms
    const start = isPossible && (await askProvider(url, request.address, confirms).catch(() => null))
    if (start) return start
    request.record('provider_sign_in.failed', { reason: 'unavailable' })
    return { url: popupPage({ attempt, error: 'unavailable' }), headers: new Headers() }
  }

  /** With `confirms` the sign-in has to be one of that member, made just now (`refuseIdentity`). */
  async function askProvider(
    callbackURL: string,
    address: string,
    confirms: string | undefined,
  ): Promise<Redirect | null> {
    if (!provider || (await limits.take('signInsPerAddress', address))) return null
    const connected = await provider.connect()
    if (!connected) return null
    const { headers, response } = await connected.api.signInSocial({
      body: {
        provider: providerId,
        callbackURL,
        errorCallbackURL: callbackURL,
        disableRedirect: true,
        // OpenID Connect Core 1.0, section 3.1.2.1: the provider asks again who they are, and says when it did.
        ...(confirms && { additionalData: { confirms }, additionalParams: { max_age: '0' } }),
      },
      returnHeaders: true,
    })
    return response.url ? { url: response.url, headers } : null
  }

  /**
   * Redeems the provider's answer: signs in, creating the account at the first time, and sends the popup to its last page.
   * A blocked or suspended member's session ends before its cookie is set. Where it confirms who the viewer is, no session
   * stays of it.
   */
  async function finishProviderLogin(
    answer: Request,
    viewer: Viewer | undefined,
    request: AuthRequest,
  ): Promise<Redirect> {
    const redeemed = await redeem(answer, request.address)
    const error = new URL(redeemed.url, 'http://localhost').searchParams.get('error')
    const begun = error === null ? await sessions.findBegun(redeemed.headers) : null
    if (!begun) {
      request.record('provider_sign_in.failed', { reason: error === null ? 'no session' : loggable(error) })
      return redeemed
    }
    const { user, session } = begun
    const { searchParams } = new URL(redeemed.url, 'http://localhost')
    const refuse = async (error: string, more: Record<string, string> = {}): Promise<Redirect> => {
      await sessions.endSession(session.token)
      request.record('provider_sign_in.failed', { reason: error })
      return {
        url: popupPage({ ...Object.fromEntries(searchParams), ...more, error }),
        headers: new Headers(),
      }
    }
    if (searchParams.has('confirm')) {
      if (viewer?.uid !== user.id) return await refuse('not_confirmed')
      await sessions.endSession(session.token)
      return await confirm(viewer, searchParams, request)
    }
    if (user.blockedAt) return await refuse('account_blocked')
    const suspendedUntil = await findSuspension(database, user.id)
    if (suspendedUntil) return await refuse('account_suspended', { until: suspendedUntil.toISOString() })
    // With a second factor the account stays by its code.
    const isChallenged = await secondStep.isOn(user.id)
    const keepsAccount = searchParams.get('keepAccount') === 'true'
    const deletion = await checkPendingDeletion(user.id, keepsAccount && !isChallenged, request.headers)
    if (deletion.state === 'erased') return await refuse('account_erased')
    if (deletion.state === 'pending' && !(isChallenged && keepsAccount))
      return await refuse('deletion_pending', { until: deletion.until.toISOString() })
    if (isChallenged) {
      await sessions.endSession(session.token)
      return await challenge(user.id, searchParams)
    }
    if (deletion.state === 'cancelled') request.record('deletion.cancelled', { uid: user.id })
    const begunSession = { uid: user.id, token: session.token, method: 'provider' } as const
    await sessions.replaceSession(request, begunSession, 'provider_sign_in.succeeded')
    return redeemed
  }

  /** The viewer signed in at the provider again: that confirms who they are, or a code does that is asked for now. */
  async function confirm(viewer: Viewer, page: URLSearchParams, request: AuthRequest): Promise<Redirect> {
    if (await secondStep.isOn(viewer.uid)) return await challenge(viewer.uid, page)
    const headers = await sessions.confirmSession(viewer)
    request.record('identity.confirmed', { uid: viewer.uid })
    return { url: popupPage(Object.fromEntries(page)), headers }
  }

  async function challenge(uid: string, page: URLSearchParams): Promise<Redirect> {
    // In the fragment, which a browser sends to nobody.
    const fragment = new URLSearchParams({ challenge: await secondStep.challenge(uid, 'provider') })
    return { url: `${popupPage(Object.fromEntries(page))}#${fragment}`, headers: new Headers() }
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
