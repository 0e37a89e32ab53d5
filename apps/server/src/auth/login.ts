import { type LoginForm, parseLogin } from '@covo/contract/auth/auth.rules'
import type { EmailVerification } from '../environment.ts'
import { AppError } from '../platform/app-error.ts'
import type { Database } from '../platform/database/database.ts'
import type { Limits } from '../platform/limits/limits.ts'
import { findPasswordHash, findSettledPasswordHash, findSuspension } from './auth.store.ts'
import type { AuthRequest, SignInStep } from './auth-request.ts'
import type { Authentication } from './authentication.ts'
import { type CheckPendingDeletion, refusalOf } from './check-pending-deletion.ts'
import type { KnownBrowsers } from './known-browsers.ts'
import { libraryCode } from './library-error.ts'
import type { PasswordAttempts } from './password-attempts.ts'
import { padResponseTime } from './response-time.ts'
import type { SecondStep } from './second-factor.ts'
import type { Sessions } from './sessions.ts'
import { queueVerificationMail } from './verification-mail.ts'

type LoginDependencies = {
  database: Database
  limits: Limits
  authentication: Authentication
  sessions: Sessions
  knownBrowsers: KnownBrowsers
  passwordAttempts: PasswordAttempts
  secondStep: SecondStep
  emailVerification: EmailVerification
  checkPendingDeletion: CheckPendingDeletion
}

export function createLogin(dependencies: LoginDependencies) {
  const { database, authentication, sessions, knownBrowsers, passwordAttempts, secondStep } = dependencies
  const { emailVerification, checkPendingDeletion } = dependencies

  /** Signs in, or has a second factor asked for. An account that is to be deleted stays with `keepAccount`. */
  async function login(
    { keepAccount = false, ...form }: LoginForm & { keepAccount?: boolean | undefined },
    request: AuthRequest,
  ): Promise<SignInStep> {
    const startedAt = performance.now()
    const { value, problem } = parseLogin(form)
    if (problem) throw AppError.of(problem)
    const { email, password } = value
    const seconds = await passwordAttempts.take(email, request)
    if (seconds) throw new AppError('auth.too_many_attempts', { seconds })
    const { response, headers, passwordHash } = await signIn(email, password, startedAt)
    await passwordAttempts.giveBack(email, request)
    if (response.user.blockedAt) {
      await sessions.endSession(response.token)
      throw new AppError('auth.account_blocked')
    }
    if (
      emailVerification === 'required' &&
      response.user.verificationAskedAt &&
      !response.user.emailVerified
    ) {
      await sessions.endSession(response.token)
      // The right password, perhaps after the first mail got lost.
      await queueVerificationMail(dependencies, response.user.id, email)
      throw new AppError('account.email_unverified')
    }
    const { id: uid } = response.user
    const suspendedUntil = await findSuspension(database, uid)
    if (suspendedUntil) {
      await sessions.endSession(response.token)
      throw new AppError('auth.account_suspended', { until: suspendedUntil.toISOString() })
    }
    // With a second factor the account stays by its code, not by the password.
    const isChallenged = await secondStep.isOn(uid)
    const deletion = await checkPendingDeletion(uid, keepAccount && !isChallenged, request.headers)
    const refusal = refusalOf(deletion)
    if (refusal && !(isChallenged && keepAccount)) {
      await sessions.endSession(response.token)
      throw refusal
    }
    if (isChallenged) {
      await sessions.endSession(response.token)
      return { challenge: await challenge(uid, email, passwordHash) }
    }
    if (deletion.state === 'cancelled') request.record('deletion.cancelled', { uid })
    headers.append('Set-Cookie', knownBrowsers.cookieFor(email))
    const begun = { uid, token: response.token, method: 'password' } as const
    await sessions.replaceSession(request, begun, 'sign_in.succeeded')
    return { uid, headers }
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
      if ((await findSettledPasswordHash(database, email)) === passwordHash)
        return { ...signedIn, passwordHash }
      await sessions.endSession(signedIn.response.token)
    } catch (error) {
      if (!wrongCredentials.has(libraryCode(error) ?? '')) throw error
      await padResponseTime(startedAt)
    }
    throw new AppError('auth.invalid_credentials')
  }

  /** A reset ends the challenges that exist: one that is made just after it, with the old password, must end too. */
  async function challenge(uid: string, email: string, passwordHash: string | undefined): Promise<string> {
    const token = await secondStep.challenge(uid, 'password')
    if ((await findSettledPasswordHash(database, email)) === passwordHash) return token
    await secondStep.revoke(token)
    throw new AppError('auth.invalid_credentials')
  }

  return { login }
}

const wrongCredentials = new Set([
  'INVALID_EMAIL_OR_PASSWORD',
  'INVALID_EMAIL',
  'VALIDATION_ERROR',
  'PASSWORD_TOO_LONG',
])
