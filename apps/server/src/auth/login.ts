import { type LoginForm, parseLogin } from '@covo/contract/auth/auth.rules'
import { AppError } from '../platform/app-error.ts'
import type { Database } from '../platform/database/database.ts'
import { siteOf } from '../platform/http/network.ts'
import type { Limits } from '../platform/limits/limits.ts'
import { findPasswordHash, findSettledPasswordHash } from './auth.store.ts'
import type { AuthRequest, SignedIn } from './auth-request.ts'
import type { Authentication } from './authentication.ts'
import type { KnownBrowsers } from './known-browsers.ts'
import { libraryCode } from './library-error.ts'
import { padResponseTime } from './response-time.ts'
import type { Sessions } from './sessions.ts'

type LoginDependencies = {
  database: Database
  authentication: Authentication
  sessions: Sessions
  knownBrowsers: KnownBrowsers
  limits: Limits
}

export function createLogin(dependencies: LoginDependencies) {
  const { database, authentication, sessions, knownBrowsers, limits } = dependencies

  /**
   * Signs in. The attempt is counted before the password is checked and given back when it was right, so that parallel
   * guesses can't outrun the counter (CVE-2024-48872). The request's cookies may prove that the browser is known.
   */
  async function login(form: LoginForm, request: AuthRequest): Promise<SignedIn> {
    const startedAt = performance.now()
    const { value, problem } = parseLogin(form)
    if (problem) throw new AppError(problem.code)
    const { email, password } = value
    const accountAndSite = accountAndSiteOf(email, request.address)
    const seconds =
      (await limits.take('signInsPerAddress', request.address)) ||
      (await limits.take('wrongPasswordsPerAccountAndAddress', accountAndSite)) ||
      (await takeAttemptOfAccount(email, knownBrowsers.find(request.headers, email)))
    if (seconds) throw new AppError('auth.too_many_attempts', { seconds })
    const { response, headers } = await signIn(email, password, startedAt)
    await Promise.all([
      limits.giveBack('wrongPasswordsPerAccountAndAddress', accountAndSite),
      limits.giveBack('wrongPasswordsPerAccount', email),
    ])
    if (response.user.blockedAt) {
      await sessions.endSession(response.token)
      throw new AppError('auth.account_blocked')
    }
    headers.append('Set-Cookie', knownBrowsers.cookieFor(email))
    await sessions.replaceSession(request, response.user.id, 'sign_in.succeeded')
    return { uid: response.user.id, headers }
  }

  /**
   * Checks the password and begins a session.
   * @throws AppError `auth.invalid_credentials`, for a wrong password and for an absent account alike
   */
  async function signIn(email: string, password: string, startedAt: number) {
    const passwordHash = await findPasswordHash(database, email)
    try {
      const signedIn = await authentication.api.signInEmail({
        body: { email, password },
        returnHeaders: true,
      })
      // A reset ends the sessions that exist: one that begins just after it, with the old password, must end too.
      if ((await findSettledPasswordHash(database, email)) === passwordHash) return signedIn
      await sessions.endSession(signedIn.response.token)
    } catch (error) {
      if (!wrongCredentials.has(libraryCode(error) ?? '')) throw error
      await padResponseTime(startedAt)
    }
    throw new AppError('auth.invalid_credentials')
  }

  /**
   * Takes one of the account's attempts. Strangers can use all of them up; a browser in which somebody signed in to the
   * account before has some of its own for then. Answers the seconds to wait, or 0.
   */
  async function takeAttemptOfAccount(email: string, browser: string | null): Promise<number> {
    const seconds = await limits.take('wrongPasswordsPerAccount', email)
    return seconds && browser ? await limits.take('wrongPasswordsPerKnownBrowser', browser) : seconds
  }

  return { login }
}

/** The key of `wrongPasswordsPerAccountAndAddress`: a household counts as one, though its provider gave it thousands of networks. */
export function accountAndSiteOf(email: string, address: string): string {
  return `${email}|${siteOf(address)}`
}

const wrongCredentials = new Set([
  'INVALID_EMAIL_OR_PASSWORD',
  'INVALID_EMAIL',
  'VALIDATION_ERROR',
  'PASSWORD_TOO_LONG',
])
