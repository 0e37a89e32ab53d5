import { randomBytes } from 'node:crypto'
import {
  firstLoginProblem,
  firstRegistrationProblem,
  firstResetProblem,
  isObviousPassword,
  type LoginForm,
  looksLikeEmail,
  normaliseEmail,
  providerPopupPath,
  type RegistrationForm,
  type ResetForm,
} from '@covo/contract/auth/auth.rules'
import { cleanText } from '@covo/contract/text'
import { isAPIError } from 'better-auth/api'
import type { Database } from '../platform/database/database.ts'
import { AppError } from '../platform/http/app-error.ts'
import type { Viewer } from '../platform/http/router.ts'
import type { Limits } from '../platform/limits/limits.ts'
import { findSessionIds, findUserByEmail, findUserNames, isDisplayNameHeld } from './auth.store.ts'
import type { Authentication } from './authentication.ts'
import { isCommonPassword } from './common-passwords.ts'
import { defaultDisplayName } from './display-name.ts'
import { type ExternalProvider, providerId } from './external-provider.ts'

export type AuthService = ReturnType<typeof createAuthService>

type AuthDependencies = {
  database: Database
  authentication: Authentication
  /** Where members may sign in besides; null: nowhere. */
  provider: ExternalProvider | null
  limits: Limits
  /** Sends a member the token with which a new password can be set. */
  sendResetMail: (email: string, token: string) => Promise<void>
  /** A mail that was promised could not be sent. */
  reportMailFailure: (error: unknown) => void
  /** Tells the sockets of a session that it is over. */
  publishSessionEnded: (sessionId: string) => void
}

/** A member who just signed in, with the cookies to set. */
export type SignedIn = { uid: string; headers: Headers }

/** Milliseconds for which a reset link is good. */
const resetLinkLifetime = 3_600_000

export function createAuthService(dependencies: AuthDependencies) {
  const { database, authentication, provider, limits } = dependencies
  const { sendResetMail, reportMailFailure, publishSessionEnded } = dependencies

  /** Creates the account and signs it in. */
  async function register(form: RegistrationForm, address: string): Promise<SignedIn> {
    const problem = firstRegistrationProblem(form)
    if (problem) throw new AppError(problem)
    if (await isCommonPassword(form.password)) throw new AppError('auth.password_weak')
    const seconds = await limits.take('registrationsPerAddress', address)
    if (seconds) throw new AppError('common.rate_limited', { seconds })

    const email = normaliseEmail(form.email)
    const username = cleanText(form.username)
    if (username && (await isDisplayNameHeld(database, username))) throw new AppError('auth.username_taken')
    try {
      const { headers, response } = await authentication.api.signUpEmail({
        body: {
          email,
          password: form.password,
          name: username || defaultDisplayName(email),
          displayNameChosen: username !== '',
        },
        returnHeaders: true,
      })
      return { uid: response.user.id, headers }
    } catch (error) {
      throw await registrationFailure(error, email, username)
    }
  }

  /** The library says only that the row was refused; which constraint decided the race is read off the rows. */
  async function registrationFailure(error: unknown, email: string, username: string): Promise<unknown> {
    const code = libraryCode(error)
    if (code === 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL') return new AppError('auth.email_taken')
    if (code === 'VALIDATION_ERROR' || code === 'INVALID_EMAIL') return new AppError('auth.email_invalid')
    if (code !== 'FAILED_TO_CREATE_USER') return error
    if (await findUserByEmail(database, email)) return new AppError('auth.email_taken')
    if (username && (await isDisplayNameHeld(database, username))) return new AppError('auth.username_taken')
    return error
  }

  /**
   * Signs in. The attempt is counted before the password is looked at and given back when it was right, so that
   * parallel guesses can't outrun the counter (CVE-2024-48872).
   */
  async function login(form: LoginForm, address: string): Promise<SignedIn> {
    const problem = firstLoginProblem(form)
    if (problem) throw new AppError(problem)
    const email = normaliseEmail(form.email)
    const attempts = [
      ['wrongPasswordsPerAccountAndAddress', `${email}|${address}`],
      ['wrongPasswordsPerAccount', email],
    ] as const
    for (const [name, key] of [['signInsPerAddress', address] as const, ...attempts]) {
      const seconds = await limits.take(name, key)
      if (seconds) throw new AppError('auth.too_many_attempts', { seconds })
    }
    try {
      const { headers, response } = await authentication.api.signInEmail({
        body: { email, password: form.password },
        returnHeaders: true,
      })
      await Promise.all(attempts.map(([name, key]) => limits.giveBack(name, key)))
      return { uid: response.user.id, headers }
    } catch (error) {
      if (wrongCredentials.has(libraryCode(error) ?? '')) throw new AppError('auth.invalid_credentials')
      throw error
    }
  }

  /**
   * Where a popup goes to sign in at the provider, with the cookies that bind the answer to this browser; null when that
   * can't begin. `attempt` comes back in the address of the page that ends it.
   */
  async function startProviderLogin(attempt: string): Promise<{ url: string; headers: Headers } | null> {
    const connected = await provider?.connect()
    if (!connected) return null
    const end = `${providerPopupPath}?${new URLSearchParams({ attempt })}`
    const { headers, response } = await connected.api.signInSocial({
      body: { provider: providerId, callbackURL: end, errorCallbackURL: end, disableRedirect: true },
      returnHeaders: true,
    })
    return response.url ? { url: response.url, headers } : null
  }

  /** The provider's answer: signs in, creating the account at the first time, and sends the popup to its last page. */
  async function finishProviderLogin(request: Request): Promise<Response | null> {
    const connected = await provider?.connect()
    return connected ? await connected.handler(request) : null
  }

  /** Ends the session that the cookie names, wherever it is used. Answers the headers that remove the cookie. */
  async function logout(requestHeaders: Headers): Promise<Headers> {
    const session = await readSession(requestHeaders)
    const { headers } = await authentication.api.signOut({ headers: requestHeaders, returnHeaders: true })
    if (session) publishSessionEnded(session.viewer.sessionId)
    return headers
  }

  /** Who the cookie belongs to, with the headers that prolong it when it is due; null without a valid session. */
  async function readSession(requestHeaders: Headers): Promise<{ viewer: Viewer; headers: Headers } | null> {
    if (!requestHeaders.has('cookie')) return null
    const { headers, response } = await authentication.api.getSession({
      headers: requestHeaders,
      returnHeaders: true,
    })
    if (!response) return null
    return { viewer: { uid: response.user.id, sessionId: response.session.id }, headers }
  }

  /** Who the cookie belongs to, where its answer can't set one: a page's first paint, a socket. */
  async function peekSession(requestHeaders: Headers): Promise<Viewer | null> {
    if (!requestHeaders.has('cookie')) return null
    const found = await authentication.api.getSession({
      headers: requestHeaders,
      query: { disableRefresh: true },
    })
    return found ? { uid: found.user.id, sessionId: found.session.id } : null
  }

  /** Mails a member a link to set a new password; rejects with the mail server's words. The token is stored hashed. */
  async function sendPasswordReset(uid: string, email: string): Promise<void> {
    const token = randomBytes(24).toString('base64url')
    const { internalAdapter } = await authentication.$context
    await internalAdapter.createVerificationValue({
      identifier: resetIdentifier(token),
      value: uid,
      expiresAt: new Date(Date.now() + resetLinkLifetime),
    })
    await sendResetMail(email, token)
  }

  /**
   * Mails the link to whoever has the address. Nothing in the answer, nor the time that it takes, tells whether somebody
   * has it: the mail goes out afterwards, and unknown addresses count as known ones do.
   */
  async function requestPasswordReset(typedEmail: string, address: string): Promise<void> {
    if (!looksLikeEmail(typedEmail)) throw new AppError('auth.email_invalid')
    const email = normaliseEmail(typedEmail)
    const seconds =
      (await limits.take('resetMailsPerAddressOfMail', email)) ||
      (await limits.take('resetMailsPerAddress', address))
    if (seconds) throw new AppError('auth.too_many_reset_mails', { seconds })
    const user = await findUserByEmail(database, email)
    if (user) sendPasswordReset(user.id, user.email).catch(reportMailFailure)
  }

  /** Sets a new password; the token works once, and every session of the account ends. */
  async function resetPassword(token: string, form: ResetForm): Promise<void> {
    const problem = firstResetProblem(form)
    if (problem) throw new AppError(problem)
    const { internalAdapter } = await authentication.$context
    const verification = await internalAdapter.findVerificationValue(resetIdentifier(token))
    const user = verification && (await findUserNames(database, verification.value))
    if (!user || verification.expiresAt < new Date()) throw new AppError('auth.reset_link_invalid')
    const { password } = form
    const isObvious = isObviousPassword({ email: user.email, username: user.displayName, password })
    if (isObvious || (await isCommonPassword(password))) throw new AppError('auth.password_weak')
    const sessionIds = await findSessionIds(database, verification.value)
    try {
      await authentication.api.resetPassword({ body: { token, newPassword: password } })
    } catch (error) {
      if (libraryCode(error) === 'INVALID_TOKEN') throw new AppError('auth.reset_link_invalid')
      throw error
    }
    for (const id of sessionIds) publishSessionEnded(id)
  }

  return {
    register,
    login,
    startProviderLogin,
    finishProviderLogin,
    logout,
    readSession,
    peekSession,
    sendPasswordReset,
    requestPasswordReset,
    resetPassword,
  }
}

function resetIdentifier(token: string): string {
  return `reset-password:${token}`
}

const wrongCredentials = new Set([
  'INVALID_EMAIL_OR_PASSWORD',
  'INVALID_EMAIL',
  'VALIDATION_ERROR',
  'PASSWORD_TOO_LONG',
])

function libraryCode(error: unknown): string | undefined {
  return isAPIError(error) ? (error.body as { code?: string } | undefined)?.code : undefined
}
