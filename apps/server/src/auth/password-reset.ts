import { isObviousPassword, parseEmail, parseReset, type ResetForm } from '@covo/contract/auth/auth.rules'
import type { EmailVerification } from '../environment.ts'
import { AppError } from '../platform/app-error.ts'
import type { Database } from '../platform/database/database.ts'
import { addJob } from '../platform/jobs/jobs.store.ts'
import type { Limits } from '../platform/limits/limits.ts'
import type { Newsroom } from '../platform/realtime/newsroom.ts'
import { findSettledEmail, findUserByEmail, findUserNames, replacePassword } from './auth.store.ts'
import type { AuthRequest, SignedIn } from './auth-request.ts'
import type { Authentication } from './authentication.ts'
import { isCommonPassword } from './common-passwords.ts'
import { deviceOf } from './device.ts'
import type { KnownBrowsers } from './known-browsers.ts'
import { noteDevice } from './known-devices.ts'
import { accountAndSiteOf } from './password-attempts.ts'
import { hashPassword } from './password-hashing.ts'
import { createResetToken, isMailed, resetIdentifier } from './reset-token.ts'
import { padResponseTime } from './response-time.ts'
import type { SecurityNotices } from './security-notices.ts'
import type { SessionCache } from './session-cache.ts'

type PasswordResetDependencies = {
  database: Database
  authentication: Authentication
  sessionCache: SessionCache
  knownBrowsers: KnownBrowsers
  limits: Limits
  newsroom: Newsroom
  notices: SecurityNotices
  emailVerification: EmailVerification
  /** Mails a member the token with which a new password can be set. */
  sendResetMail: (email: string, token: string) => Promise<void>
}

export function createPasswordReset(dependencies: PasswordResetDependencies) {
  const { database, authentication, sessionCache, knownBrowsers, limits, newsroom, notices } = dependencies
  const { emailVerification, sendResetMail } = dependencies

  /** Mails a member a link to set a new password; rejects with the mail server's words. The token is stored hashed. */
  async function sendPasswordReset(uid: string, email: string): Promise<void> {
    const token = await createResetToken(authentication, uid, 'mail')
    // A change of the address ends the links that are there: a reader of the old mailbox must not get another.
    if ((await findSettledEmail(database, uid)) === email) await sendResetMail(email, token)
  }

  /**
   * Mails the link to the member with the address. Neither the answer nor its time reveals whether there is one: the mail
   * goes out afterwards, and unknown addresses count as known ones do. A request that the caller's own limit refuses takes
   * nothing from the recipient's; each point that is taken from the recipient's sends a link which works for as long as the
   * limit counts, so that nobody is refused without a link in the mailbox.
   */
  async function requestPasswordReset(typedEmail: string, request: AuthRequest): Promise<void> {
    const startedAt = performance.now()
    const { value: email, problem } = parseEmail(typedEmail)
    if (problem) throw AppError.of(problem)
    const seconds =
      (await limits.take('resetMailsPerAddress', request.address)) ||
      (await limits.take('resetMailsPerRecipient', email))
    if (seconds) throw new AppError('auth.too_many_reset_mails', { seconds })
    const user = await findUserByEmail(database, email)
    // For an unknown address too: the answers take as long.
    await addJob(database, 'auth.reset-password', { uid: user?.id ?? null })
    request.record('password_reset.requested')
    await padResponseTime(startedAt)
  }

  /** The mail's link and its recipient; refuses one that is not there, was used or is too old. */
  async function findLink(token: string) {
    const { internalAdapter } = await authentication.$context
    const link = await internalAdapter.findVerificationValue(resetIdentifier(token))
    const user = link && (await findUserNames(database, link.value))
    if (!user || link.expiresAt < new Date()) throw new AppError('auth.reset_link_invalid')
    return { link, user }
  }

  /** Refuses a link by which no password can be set. It says what setting one would, and does nothing. */
  async function checkResetLink(token: string): Promise<void> {
    await findLink(token)
  }

  /**
   * Sets a new password; the token works once, and every session and other link of the account ends with it. A token that was
   * mailed confirms the address. A reader of the account's mail isn't guessing: sign-ins that wrong passwords had closed are open again, and the browser is known, no other.
   */
  async function resetPassword(token: string, form: ResetForm, request: AuthRequest): Promise<SignedIn> {
    const { value: password, problem } = parseReset(form)
    if (problem) throw AppError.of(problem)
    const { link, user } = await findLink(token)
    const isObvious = isObviousPassword({ email: user.email, username: user.displayName, password })
    if (isObvious || (await isCommonPassword(password))) throw new AppError('auth.password_weak')
    const passwordHash = await hashPassword(password)
    // Before the password changes: a failure after that would be answered although the link did its work.
    await limits.forget('wrongPasswordsPerAccount', user.email)
    await limits.forget('wrongPasswordsPerAccountAndAddress', accountAndSiteOf(user.email, request.address))
    const uid = link.value
    const confirmsEmail = isMailed(token)
    const claimsEmail = confirmsEmail && emailVerification !== 'off'
    const reset = { uid, linkId: link.id, passwordHash, confirmsEmail, claimsEmail }
    await newsroom.transact(async (trx, publish) => {
      if (!(await replacePassword(trx, reset))) throw new AppError('auth.reset_link_invalid')
      await notices.notify(trx, publish, 'password_changed', uid, request)
    })
    await sessionCache.catchUp()
    await noteDevice(database, uid, deviceOf(request.headers))
    request.record('password_reset.done', { uid })
    return { uid, headers: new Headers({ 'Set-Cookie': knownBrowsers.cookieFor(user.email) }) }
  }

  return { sendPasswordReset, requestPasswordReset, checkResetLink, resetPassword }
}
