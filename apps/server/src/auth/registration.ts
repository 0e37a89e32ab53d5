import { parseRegistration, type RegistrationForm } from '@covo/contract/auth/auth.rules'
import type { EmailVerification, RegistrationMode } from '../environment.ts'
import { AppError } from '../platform/app-error.ts'
import type { Database } from '../platform/database/database.ts'
import { siteOf } from '../platform/http/network.ts'
import { createKeyedSemaphore } from '../platform/keyed-semaphore.ts'
import type { Limits } from '../platform/limits/limits.ts'
import { findUserByEmail, isDisplayNameHeld, isEmailHeld } from './auth.store.ts'
import type { AuthRequest, SignedIn } from './auth-request.ts'
import type { Authentication } from './authentication.ts'
import type { BlockedAddresses } from './blocked-addresses.ts'
import { isCommonPassword } from './common-passwords.ts'
import { deviceOf } from './device.ts'
import { defaultDisplayName } from './display-name.ts'
import { giveInviteBack, isInvite, takeInvite } from './invites.ts'
import type { KnownBrowsers } from './known-browsers.ts'
import { noteDevice } from './known-devices.ts'
import { libraryCode } from './library-error.ts'
import { hashesAtOnce } from './password-hashing.ts'
import type { Sessions } from './sessions.ts'
import { queueVerificationMail } from './verification-mail.ts'

type RegistrationDependencies = {
  database: Database
  authentication: Authentication
  sessions: Sessions
  knownBrowsers: KnownBrowsers
  limits: Limits
  blockedAddresses: BlockedAddresses
  emailVerification: EmailVerification
  registrationMode: RegistrationMode
}

/** Whether somebody who registered has to confirm their address before they can sign in. */
type Registered = SignedIn & { awaitsConfirmation: boolean }

export function createRegistration(dependencies: RegistrationDependencies) {
  const { database, authentication, sessions, knownBrowsers, limits } = dependencies
  const { blockedAddresses, emailVerification, registrationMode } = dependencies
  /**
   * The library hashes a new member's password inside a transaction, which holds one of the pool's connections. Two more
   * than there are threads: these have work while the others wait for the database.
   */
  const registrations = createKeyedSemaphore({
    perKey: hashesAtOnce + 2,
    queuedPerKey: 100,
    total: hashesAtOnce + 2,
  })

  /** Creates the account, by an invite where one is needed, and signs it in, unless its address has to be confirmed before. */
  async function register(
    { invite, ...form }: RegistrationForm & { invite: string },
    request: AuthRequest,
  ): Promise<Registered> {
    if (registrationMode === 'closed') throw new AppError('auth.registration_closed')
    const { value, problem } = parseRegistration(form)
    if (problem) throw AppError.of(problem)
    const { email, username, password } = value
    if (await isCommonPassword(password)) throw new AppError('auth.password_weak')
    const seconds = await limits.take('registrationsPerAddress', request.address)
    if (seconds) throw new AppError('common.rate_limited', { seconds })

    // Before any answer shows which addresses are registered.
    if (registrationMode === 'invite' && !(await isInvite(database, invite)))
      throw new AppError('auth.invite_invalid')
    if (username && (await isDisplayNameHeld(database, username))) throw new AppError('auth.username_taken')
    if (await blockedAddresses.has(database, email)) throw new AppError('auth.account_blocked')
    if (await isEmailHeld(database, email)) throw new AppError('auth.email_taken')
    if (registrationMode === 'invite' && !(await takeInvite(database, invite)))
      throw new AppError('auth.invite_invalid')
    const { headers, response } = await registrations
      .run(siteOf(request.address), () =>
        authentication.api.signUpEmail({
          body: {
            email,
            password,
            name: username || defaultDisplayName(email),
            displayNameChosen: username !== '',
            ...(emailVerification !== 'off' && { verificationAskedAt: new Date() }),
          },
          returnHeaders: true,
        }),
      )
      .catch(async (error: unknown) => {
        if (registrationMode === 'invite') await giveInviteBack(database, invite)
        throw await registrationFailure(database, error, email, username)
      })
    const uid = response.user.id
    if (emailVerification === 'limited')
      await queueVerificationMail(dependencies, uid, email).catch(ignoreTooMany)
    if (emailVerification === 'required') {
      await noteDevice(database, uid, deviceOf(request.headers))
      if (response.token) await sessions.endSession(response.token)
      request.record('registered', { uid })
      await queueVerificationMail(dependencies, uid, email)
      return { uid, headers: new Headers(), awaitsConfirmation: true }
    }
    headers.append('Set-Cookie', knownBrowsers.cookieFor(email))
    await sessions.replaceSession(
      request,
      { uid, token: response.token ?? '', method: 'password' },
      'registered',
    )
    return { uid, headers, awaitsConfirmation: false }
  }

  return { register }
}

/** The library reports only that the row was refused; the rows show which constraint decided the race. */
async function registrationFailure(
  database: Database,
  error: unknown,
  email: string,
  username: string,
): Promise<unknown> {
  const code = libraryCode(error)
  if (code === 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL') return new AppError('auth.email_taken')
  if (code === 'VALIDATION_ERROR' || code === 'INVALID_EMAIL') return new AppError('auth.email_invalid')
  if (code !== 'FAILED_TO_CREATE_USER') return error
  if (await findUserByEmail(database, email)) return new AppError('auth.email_taken')
  if (username && (await isDisplayNameHeld(database, username))) return new AppError('auth.username_taken')
  return error
}

/** An address that need not be confirmed to sign in gets its link another time, by a press on the page of the account. */
function ignoreTooMany(error: unknown): void {
  if (!(error instanceof AppError && error.code === 'account.too_many_mails')) throw error
}
