import {
  isObviousPassword,
  normalisePassword,
  type PasswordChangeForm,
  parsePasswordChange,
  parseReset,
} from '@covo/contract/auth/auth.rules'
import { AppError } from '../platform/app-error.ts'
import type { Database } from '../platform/database/database.ts'
import type { Limits } from '../platform/limits/limits.ts'
import type { Newsroom } from '../platform/realtime/newsroom.ts'
import type { Viewer } from '../platform/viewer.ts'
import { changePassword, findOwnPassword, findUserNames } from './auth.store.ts'
import type { AuthRequest, SignedIn } from './auth-request.ts'
import { isCommonPassword } from './common-passwords.ts'
import type { RequireConfirmation } from './confirmation.ts'
import type { PasswordAttempts } from './password-attempts.ts'
import { hashPassword, verifyPassword } from './password-hashing.ts'
import type { SecondStep } from './second-factor.ts'
import type { SecurityNotices } from './security-notices.ts'
import type { Sessions } from './sessions.ts'

type OwnPasswordDependencies = {
  database: Database
  sessions: Sessions
  passwordAttempts: PasswordAttempts
  limits: Limits
  newsroom: Newsroom
  notices: SecurityNotices
  secondStep: SecondStep
  requireConfirmation: RequireConfirmation
}

export function createOwnPassword(dependencies: OwnPasswordDependencies) {
  const { database, sessions, passwordAttempts, limits, newsroom, notices, secondStep } = dependencies
  const { requireConfirmation } = dependencies

  /**
   * Changes the password by the present one, which counts as a confirmation where there is no second factor; a wrong one counts
   * as one of a sign-in. Links that would set another die. Answers the headers with the session's new cookie: a thief of the old
   * one is out too.
   */
  async function changeOwnPassword(
    { endOthers, ...form }: PasswordChangeForm & { endOthers: boolean },
    viewer: Viewer,
    request: AuthRequest,
  ): Promise<SignedIn> {
    const { value: currentPassword, problem } = parsePasswordChange(form)
    if (problem) throw AppError.of(problem)
    const own = await findOwnPassword(database, viewer.uid)
    if (!own) throw new AppError('account.no_password')
    if (await secondStep.isOn(viewer.uid)) await requireConfirmation(viewer)
    const seconds =
      (await passwordAttempts.take(own.email, request)) || (await limits.take('passwordChanges', viewer.uid))
    if (seconds) throw new AppError('auth.too_many_attempts', { seconds })
    if (!(await verifyPassword({ hash: own.passwordHash, password: currentPassword })))
      throw new AppError('account.current_password_wrong')
    await passwordAttempts.giveBack(own.email, request)
    const password = await acceptedPassword(form, viewer.uid)
    if (password === normalisePassword(currentPassword)) throw new AppError('account.password_unchanged')
    const passwordHash = await hashPassword(password)
    const change = { ...viewer, passwordHash, replacedHash: own.passwordHash, endOthers }
    await newsroom.transact(async (trx, publish) => {
      // Changed at the same instant by somebody else: the present one is no more.
      if (!(await changePassword(trx, change))) throw new AppError('account.current_password_wrong')
      await notices.notifyAndMail(trx, publish, 'password_changed', viewer.uid, request)
    })
    const headers = await sessions.confirmSession(viewer)
    request.record('password.changed')
    return { uid: viewer.uid, headers }
  }

  async function acceptedPassword(form: PasswordChangeForm, uid: string): Promise<string> {
    const { value: password, problem } = parseReset(form)
    if (problem) throw AppError.of(problem)
    const user = await findUserNames(database, uid)
    const isObvious = user && isObviousPassword({ email: user.email, username: user.displayName, password })
    if (isObvious || (await isCommonPassword(password))) throw new AppError('auth.password_weak')
    return password
  }

  return { changeOwnPassword }
}
