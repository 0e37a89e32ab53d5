import type { PasskeyAssertion } from '@covo/contract/auth/passkeys.routes'
import { AppError } from '../platform/app-error.ts'
import type { Database, DatabaseTransaction } from '../platform/database/database.ts'
import type { Limits } from '../platform/limits/limits.ts'
import { hashToken } from '../platform/random-token.ts'
import type { Newsroom, Publish } from '../platform/realtime/newsroom.ts'
import type { Viewer } from '../platform/viewer.ts'
import { findOwnPassword, isSessionConfirmed } from './auth.store.ts'
import type { AuthRequest, SignedIn } from './auth-request.ts'
import type { PasskeyCheck } from './passkeys.ts'
import type { PasswordAttempts } from './password-attempts.ts'
import { verifyPassword } from './password-hashing.ts'
import { findChallenge } from './second-factor.store.ts'
import type { SecondStep } from './second-factor.ts'
import type { Sessions } from './sessions.ts'

/** Refuses with `account.confirmation_needed` unless the member of the session showed within so many minutes who they are. */
export type RequireConfirmation = (viewer: Viewer, minutes?: number) => Promise<void>

type ConfirmationDependencies = {
  database: Database
  limits: Limits
  newsroom: Newsroom
  sessions: Sessions
  passwordAttempts: PasswordAttempts
  secondStep: SecondStep
  passkeyCheck: PasskeyCheck
}

export function createConfirmation({
  database,
  limits,
  newsroom,
  sessions,
  passwordAttempts,
  secondStep,
  passkeyCheck,
}: ConfirmationDependencies) {
  const requireConfirmation: RequireConfirmation = async ({ sessionId }, minutes) => {
    if (!(await isSessionConfirmed(database, sessionId, minutes)))
      throw new AppError('account.confirmation_needed')
  }

  type Shown = {
    password: string
    code: string
    challenge: string
    passkey?: PasskeyAssertion | undefined
  }

  /**
   * The member confirms their identity by all that a sign-in asks for; a wrong password counts as one of a sign-in, a wrong code
   * as one of its second step. A challenge is that of a sign-in at the provider just now, which lacks the code. A
   * passkey is enough alone.
   */
  async function confirmIdentity(
    { password, code, challenge, passkey }: Shown,
    viewer: Viewer,
    request: AuthRequest,
  ): Promise<SignedIn> {
    if (passkey) await requirePasskey(passkey, viewer, request)
    else if (challenge) await redeemSignInChallenge(challenge, code, viewer, request)
    else await requirePassword(password, code, viewer, request)
    const headers = await sessions.confirmSession(viewer, passkey !== undefined)
    request.record('identity.confirmed')
    return { uid: viewer.uid, headers }
  }

  async function requirePasskey(
    answer: PasskeyAssertion,
    viewer: Viewer,
    request: AuthRequest,
  ): Promise<void> {
    const seconds = await limits.take('signInsPerAddress', request.address)
    if (seconds) throw new AppError('auth.too_many_attempts', { seconds })
    const use = await passkeyCheck.check(answer)
    const isOwn = use?.uid === viewer.uid
    if (!isOwn || !(await database.transaction().execute((trx) => passkeyCheck.redeem(trx, use))))
      throw new AppError('account.confirmation_failed')
  }

  async function requirePassword(
    password: string,
    code: string,
    viewer: Viewer,
    request: AuthRequest,
  ): Promise<void> {
    const own = await findOwnPassword(database, viewer.uid)
    if (!own) throw new AppError('account.confirmation_failed')
    const seconds = await passwordAttempts.take(own.email, request)
    if (seconds) throw new AppError('auth.too_many_attempts', { seconds })
    if (!(await verifyPassword({ hash: own.passwordHash, password })))
      throw new AppError('account.confirmation_failed')
    await passwordAttempts.giveBack(own.email, request)
    if (await secondStep.isOn(viewer.uid))
      await requireCode(viewer, request, (trx, publish) => secondStep.isRight(trx, publish, viewer.uid, code))
  }

  async function redeemSignInChallenge(
    challenge: string,
    code: string,
    viewer: Viewer,
    request: AuthRequest,
  ): Promise<void> {
    const { uid } = viewer
    const tokenHash = hashToken(challenge)
    if ((await findChallenge(database, tokenHash))?.uid !== uid)
      throw new AppError('account.confirmation_failed')
    await requireCode(
      viewer,
      request,
      async (trx, publish) => (await secondStep.redeem(trx, publish, { tokenHash, uid, code })) === 'right',
    )
  }

  async function requireCode(
    { uid }: Viewer,
    request: AuthRequest,
    isRight: (trx: DatabaseTransaction, publish: Publish) => Promise<boolean>,
  ): Promise<void> {
    const seconds = await secondStep.take(uid, request)
    if (seconds) throw new AppError('auth.too_many_attempts', { seconds })
    if (!(await newsroom.transact(isRight))) throw new AppError('account.confirmation_failed')
    await secondStep.giveBack(uid, request)
  }

  return { requireConfirmation, confirmIdentity }
}
