import { setTimeout as delay } from 'node:timers/promises'
import {
  isObviousPassword,
  type LoginForm,
  parseEmail,
  parseLogin,
  parseRegistration,
  parseReset,
  providerPopupPath,
  type RegistrationForm,
  type ResetForm,
} from '@covo/contract/auth/auth.rules'
import { isAPIError } from 'better-auth/api'
import type { Database } from '../platform/database/database.ts'
import { createGate } from '../platform/gate.ts'
import { AppError } from '../platform/http/app-error.ts'
import { findSessionCookie } from '../platform/http/cookies.ts'
import { siteOf } from '../platform/http/network.ts'
import type { Viewer } from '../platform/http/router.ts'
import type { Limits } from '../platform/limits/limits.ts'
import { createSharedReads } from '../platform/shared-reads.ts'
import {
  endOldestSessions,
  findPasswordHash,
  findSettledPasswordHash,
  findUserByEmail,
  findUserNames,
  isDisplayNameHeld,
  replacePassword,
} from './auth.store.ts'
import { type Authentication, longestSessionLife } from './authentication.ts'
import { isCommonPassword } from './common-passwords.ts'
import { defaultDisplayName } from './display-name.ts'
import type { ExternalProvider } from './external-provider.ts'
import { providerId } from './external-provider-identity.ts'
import type { KnownBrowsers } from './known-browsers.ts'
import { hashesAtOnce, hashPassword } from './password-hashing.ts'
import { createResetToken, resetIdentifier } from './reset-token.ts'
import type { SessionCache } from './session-cache.ts'

export type AuthService = ReturnType<typeof createAuthService>

type AuthDependencies = {
  database: Database
  authentication: Authentication
  /** The name of the session's cookie. */
  sessionCookie: string
  /** Where members may sign in besides; null: nowhere. */
  provider: ExternalProvider | null
  sessions: SessionCache
  knownBrowsers: KnownBrowsers
  limits: Limits
  /** Sends a member the token with which a new password can be set. */
  sendResetMail: (email: string, token: string) => Promise<void>
  /** Does what leads to a mail that nobody waits for. */
  sendLater: (work: () => Promise<void>) => void
}

/** A member who just signed in, with the cookies to set. */
export type SignedIn = { uid: string; headers: Headers }

/** Milliseconds; see `untilBeat`. */
const beat = 32

export function createAuthService(dependencies: AuthDependencies) {
  const { database, authentication, provider, sessions, knownBrowsers, limits } = dependencies
  const { sendResetMail, sendLater, sessionCookie } = dependencies
  /**
   * The library hashes a new member's password inside a transaction, which holds one of the pool's connections. Two more
   * than there are threads: these have work while the others are at the database.
   */
  const registrations = createGate({ places: hashesAtOnce + 2, total: hashesAtOnce + 2, waiting: 100 })

  /** Creates the account and signs it in. */
  async function register(form: RegistrationForm, address: string): Promise<SignedIn> {
    const { value, problem } = parseRegistration(form)
    if (problem) throw new AppError(problem.code)
    const { email, username, password } = value
    if (await isCommonPassword(password)) throw new AppError('auth.password_weak')
    const seconds = await limits.take('registrationsPerAddress', address)
    if (seconds) throw new AppError('common.rate_limited', { seconds })
    if (username && (await isDisplayNameHeld(database, username))) throw new AppError('auth.username_taken')
    try {
      const { headers, response } = await registrations.pass(siteOf(address), () =>
        authentication.api.signUpEmail({
          body: {
            email,
            password,
            name: username || defaultDisplayName(email),
            displayNameChosen: username !== '',
          },
          returnHeaders: true,
        }),
      )
      headers.append('Set-Cookie', knownBrowsers.cookieFor(email))
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
   * parallel guesses can't outrun the counter (CVE-2024-48872). `requestHeaders` may tell that the browser is known.
   */
  async function login(form: LoginForm, address: string, requestHeaders: Headers): Promise<SignedIn> {
    const startedAt = performance.now()
    const { value, problem } = parseLogin(form)
    if (problem) throw new AppError(problem.code)
    const { email, password } = value
    const accountAndSite = accountAndSiteOf(email, address)
    const seconds =
      (await limits.take('signInsPerAddress', address)) ||
      (await limits.take('wrongPasswordsPerAccountAndAddress', accountAndSite)) ||
      (await takeAttemptOfAccount(email, knownBrowsers.find(requestHeaders, email)))
    if (seconds) throw new AppError('auth.too_many_attempts', { seconds })
    const passwordHash = await findPasswordHash(database, email)
    try {
      const { headers, response } = await authentication.api.signInEmail({
        body: { email, password },
        returnHeaders: true,
      })
      // A reset ends the sessions that are there: one that begins just after it, with the old password, must not stay.
      if ((await findSettledPasswordHash(database, email)) !== passwordHash) {
        await (await authentication.$context).internalAdapter.deleteSession(response.token)
        throw new AppError('auth.invalid_credentials')
      }
      await Promise.all([
        limits.giveBack('wrongPasswordsPerAccountAndAddress', accountAndSite),
        limits.giveBack('wrongPasswordsPerAccount', email),
      ])
      if (response.user.blockedAt) {
        await (await authentication.$context).internalAdapter.deleteSession(response.token)
        throw new AppError('auth.account_blocked')
      }
      headers.append('Set-Cookie', knownBrowsers.cookieFor(email))
      await endOldestSessions(database, response.user.id)
      return { uid: response.user.id, headers }
    } catch (error) {
      if (!wrongCredentials.has(libraryCode(error) ?? '')) throw error
      await untilBeat(startedAt)
      throw new AppError('auth.invalid_credentials')
    }
  }

  /**
   * Takes one of the account's attempts. Strangers can use all of them up; a browser in which somebody signed in to the
   * account before has some of its own for then. Answers the seconds to wait, or 0.
   */
  async function takeAttemptOfAccount(email: string, browser: string | null): Promise<number> {
    const seconds = await limits.take('wrongPasswordsPerAccount', email)
    return seconds && browser ? await limits.take('wrongPasswordsPerKnownBrowser', browser) : seconds
  }

  /**
   * Where a popup goes to sign in at the provider, with the cookies that bind the answer to this browser; null when that
   * can't begin. `attempt` comes back in the address of the page that ends it.
   */
  async function startProviderLogin(
    attempt: string,
    address: string,
  ): Promise<{ url: string; headers: Headers } | null> {
    if (!provider || (await limits.take('signInsPerAddress', address))) return null
    const connected = await provider.connect()
    if (!connected) return null
    const end = `${providerPopupPath}?${new URLSearchParams({ attempt })}`
    const { headers, response } = await connected.api.signInSocial({
      body: { provider: providerId, callbackURL: end, errorCallbackURL: end, disableRedirect: true },
      returnHeaders: true,
    })
    return response.url ? { url: response.url, headers } : null
  }

  /** The provider's answer: signs in, creating the account at the first time, and sends the popup to its last page; null when it failed. */
  async function finishProviderLogin(request: Request, address: string): Promise<Response | null> {
    // Each answer costs the provider a request of ours.
    if (!provider || (await limits.take('signInsPerAddress', address))) return null
    const connected = await provider.connect()
    const answer = await connected?.handler(request)
    // Whatever else went wrong, the popup has to end on its last page.
    return answer?.status === 302 ? answer : null
  }

  /** Ends the session that the cookie names, wherever it is used. Answers the headers that remove the cookie. */
  async function logout(requestHeaders: Headers): Promise<Headers> {
    const { headers } = await authentication.api.signOut({ headers: requestHeaders, returnHeaders: true })
    // The library keeps to itself that the database did not delete it.
    const cookie = sessionCookieOf(requestHeaders)
    if (cookie && (await readStoredSession(cookie, true))?.response) throw new AppError('common.unavailable')
    await sessions.catchUp()
    return headers
  }

  async function readStoredSession(cookie: string, disableRefresh: boolean) {
    return await sessionOrNull(
      authentication.api.getSession({
        headers: new Headers({ cookie }),
        query: { disableRefresh },
        returnHeaders: true,
      }),
    )
  }

  /** Nothing else that a client sends says who it is. */
  function sessionCookieOf(headers: Headers): string | null {
    return findSessionCookie(headers.get('cookie'), sessionCookie)
  }

  /**
   * A sign-in at the provider by somebody who is blocked goes no further than this: `answer` holds the cookies that it would
   * set. Others lose the oldest of too many sessions.
   */
  async function endSessionIfBlocked(answer: Headers): Promise<boolean> {
    const cookie = findSessionCookie(answer.getSetCookie().join('; '), sessionCookie)
    const found = cookie ? await readStoredSession(cookie, true) : null
    if (!found?.response) return false
    if (!found.response.user.blockedAt) {
      await endOldestSessions(database, found.response.user.id)
      return false
    }
    await (await authentication.$context).internalAdapter.deleteSession(found.response.session.token)
    return true
  }

  async function findSession(cookie: string, disableRefresh: boolean) {
    const found = await readStoredSession(cookie, disableRefresh)
    if (!found?.response) return null
    const { user, session } = found.response
    // Blocking deletes the sessions; one that began at the same instant counts as none.
    if (user.blockedAt) return null
    if (session.createdAt.getTime() + longestSessionLife * 1000 <= Date.now()) return null
    return { viewer: { uid: user.id, sessionId: session.id }, headers: found.headers }
  }

  /** Requests that come at once with a cookie that the cache doesn't know share one look at the table. */
  const findSharedSession = createSharedReads((cookie: string) => findSession(cookie, false))
  const peekSharedSession = createSharedReads((cookie: string) => findSession(cookie, true))

  /** Who the cookie belongs to, with the headers that prolong it when it is due; null without a valid session. */
  async function readSession(requestHeaders: Headers): Promise<{ viewer: Viewer; headers: Headers } | null> {
    const cookie = sessionCookieOf(requestHeaders)
    if (cookie === null) return null
    const known = sessions.find(cookie)
    if (known) return { viewer: known, headers: new Headers() }
    const found = await findSharedSession(cookie)
    if (found) sessions.remember(cookie, found.viewer)
    return found
  }

  /** Who the cookie belongs to, where its answer can't set one: a page's first paint, a socket. */
  async function peekSession(requestHeaders: Headers): Promise<Viewer | null> {
    const cookie = sessionCookieOf(requestHeaders)
    if (cookie === null) return null
    const known = sessions.find(cookie)
    if (known) return known
    const found = await peekSharedSession(cookie)
    if (found) sessions.remember(cookie, found.viewer)
    return found?.viewer ?? null
  }

  /** Mails a member a link to set a new password; rejects with the mail server's words. The token is stored hashed. */
  async function sendPasswordReset(uid: string, email: string): Promise<void> {
    await sendResetMail(email, await createResetToken(authentication, uid))
  }

  /**
   * Mails the link to whoever has the address. Nothing in the answer, nor the time that it takes, tells whether somebody
   * has it: the mail goes out afterwards, and unknown addresses count as known ones do. What the asker's own limit refuses
   * takes nothing from the address of mail; each point that is taken from that sends a link which works for as long as
   * the limit counts, so that nobody is refused without a link in the mailbox.
   */
  async function requestPasswordReset(typedEmail: string, address: string): Promise<void> {
    const startedAt = performance.now()
    const { value: email, problem } = parseEmail(typedEmail)
    if (problem) throw new AppError(problem.code)
    const seconds =
      (await limits.take('resetMailsPerAddress', address)) ||
      (await limits.take('resetMailsPerAddressOfMail', email))
    if (seconds) throw new AppError('auth.too_many_reset_mails', { seconds })
    const user = await findUserByEmail(database, email)
    if (user) sendLater(() => sendPasswordReset(user.id, user.email))
    await untilBeat(startedAt)
  }

  /**
   * Sets a new password; the token works once, and every session and other link of the account ends with it. Whoever reads
   * the account's mail isn't guessing: sign-ins that wrong passwords had closed are open again, and the browser is known.
   */
  async function resetPassword(token: string, form: ResetForm, address: string): Promise<SignedIn> {
    const { value: password, problem } = parseReset(form)
    if (problem) throw new AppError(problem.code)
    const { internalAdapter } = await authentication.$context
    const link = await internalAdapter.findVerificationValue(resetIdentifier(token))
    const user = link && (await findUserNames(database, link.value))
    if (!user || link.expiresAt < new Date()) throw new AppError('auth.reset_link_invalid')
    const isObvious = isObviousPassword({ email: user.email, username: user.displayName, password })
    if (isObvious || (await isCommonPassword(password))) throw new AppError('auth.password_weak')
    const passwordHash = await hashPassword(password)
    // Before the password changes: a failure after that would be answered although the link did its work.
    await limits.forget('wrongPasswordsPerAccount', user.email)
    await limits.forget('wrongPasswordsPerAccountAndAddress', accountAndSiteOf(user.email, address))
    const uid = link.value
    if (!(await replacePassword(database, { uid, linkId: link.id, passwordHash })))
      throw new AppError('auth.reset_link_invalid')
    await sessions.catchUp()
    return { uid, headers: new Headers({ 'Set-Cookie': knownBrowsers.cookieFor(user.email) }) }
  }

  return {
    register,
    login,
    startProviderLogin,
    finishProviderLogin,
    logout,
    readSession,
    peekSession,
    endSessionIfBlocked,
    sendPasswordReset,
    requestPasswordReset,
    resetPassword,
  }
}

/**
 * Waits until a multiple of the beat has passed. An account costs a query and a mail that its absence doesn't: answers
 * that must not tell the one from the other (CVE-2026-44306) come on the beat, which hides a millisecond or two.
 */
async function untilBeat(startedAt: number): Promise<void> {
  await delay(beat - ((performance.now() - startedAt) % beat))
}

/** For one account a household counts as one, though its provider gave it thousands of networks. */
function accountAndSiteOf(email: string, address: string): string {
  return `${email}|${siteOf(address)}`
}

const wrongCredentials = new Set([
  'INVALID_EMAIL_OR_PASSWORD',
  'INVALID_EMAIL',
  'VALIDATION_ERROR',
  'PASSWORD_TOO_LONG',
])

/** The library tells alike that a session ended while it was prolonged (401), and that the database didn't answer. */
async function sessionOrNull<Session>(reading: Promise<Session>): Promise<Session | null> {
  try {
    return await reading
  } catch (error) {
    if (!isAPIError(error) || libraryCode(error) !== 'FAILED_TO_GET_SESSION') throw error
    if (error.statusCode === 401) return null
    throw new AppError('common.unavailable')
  }
}

function libraryCode(error: unknown): string | undefined {
  return isAPIError(error) ? (error.body as { code?: string } | undefined)?.code : undefined
}
