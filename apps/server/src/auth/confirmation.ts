import { AppError } from '../platform/app-error.ts'
import type { Database, DatabaseTransaction } from '../platform/database/database.ts'
import { hashToken } from '../platform/mail/mailed-token.ts'
import type { Newsroom, Publish } from '../platform/realtime/newsroom.ts'
import type { Viewer } from '../platform/viewer.ts'
import { findOwnPassword, isSessionConfirmed } from './auth.store.ts'
import type { AuthRequest, SignedIn } from './auth-request.ts'
import type { PasswordAttempts } from './password-attempts.ts'
import { verifyPassword } from './password-hashing.ts'
import { findChallenge } from './second-factor.store.ts'
import type { SecondStep } from './second-factor.ts'
import type { Sessions } from './sessions.ts'

/** Refuses with `account.confirmation_needed` unless the member of the session showed within so many minutes who they are. */
export type RequireConfirmation = (viewer: Viewer, minutes?: number) => Promise<void>

type ConfirmationDependencies = {
  database: Database
  newsroom: Newsroom
  sessions: Sessions
  passwordAttempts: PasswordAttempts
  secondStep: SecondStep
}

export function createConfirmation({
  database,
  newsroom,
  sessions,
  passwordAttempts,
  secondStep,
}: ConfirmationDependencies) {
  const requireConfirmation: RequireConfirmation = async ({ sessionId }, minutes) => {
    if (!(await isSessionConfirmed(database, sessionId, minutes)))
      throw new AppError('account.confirmation_needed')
  }

  type Shown = { password: string; code: string; challenge: string }

  /**
   * The member shows by all that a sign-in asks for who they are; a wrong password counts as one of a sign-in, a wrong code as
   * one of its second step. A challenge is that of a sign-in at the provider just now, which lacks the code.
   */
  async function confirmIdentity(
    { password, code, challenge }: Shown,
    viewer: Viewer,
    request: AuthRequest,
  ): Promise<SignedIn> {
    if (challenge) await redeemChallenge(challenge, code, viewer, request)
    else await requirePassword(password, code, viewer, request)
    const headers = await sessions.confirmSession(viewer)
    request.record('identity.confirmed')
    return { uid: viewer.uid, headers }
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

  async function redeemChallenge(
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
