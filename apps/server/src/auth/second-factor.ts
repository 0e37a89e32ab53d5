import { plainCode } from '@covo/contract/auth/codes.rules'
import { AppError } from '../platform/app-error.ts'
import type { Database, DatabaseTransaction } from '../platform/database/database.ts'
import { siteOf } from '../platform/http/network.ts'
import type { Limits } from '../platform/limits/limits.ts'
import { emailOrEmpty } from '../platform/placeholder-email.ts'
import { createToken, hashToken } from '../platform/random-token.ts'
import type { Newsroom, Publish } from '../platform/realtime/newsroom.ts'
import type { Viewer } from '../platform/viewer.ts'
import { accountChanged } from './account.news.ts'
import { findSuspension, findUserNames } from './auth.store.ts'
import type { AuthRequest, SignedIn } from './auth-request.ts'
import { type CheckPendingDeletion, refusalOf } from './check-pending-deletion.ts'
import type { RequireConfirmation } from './confirmation.ts'
import type { KnownBrowsers } from './known-browsers.ts'
import {
  base32Of,
  createRecoveryCodes,
  createSeed,
  hashRecoveryCode,
  otpAddress,
  stepOfCode,
} from './one-time-codes.ts'
import {
  countWrongCode,
  deleteChallenge,
  deleteSecondFactor,
  findChallenge,
  hasSecondFactor,
  insertChallenge,
  lockChallenge,
  lockSecondFactor,
  replaceRecoveryCodes,
  storeSeed,
  takeRecoveryCode,
  turnOn,
  updateLastStep,
} from './second-factor.store.ts'
import type { SecurityNotices } from './security-notices.ts'
import type { Sessions } from './sessions.ts'
import type { TotpEncryption } from './totp-encryption.ts'

export type SecondStep = ReturnType<typeof createSecondStep>

/** Checks the codes of second factors. */
export function createSecondStep({
  database,
  limits,
  totpEncryption,
}: {
  database: Database
  limits: Limits
  totpEncryption: TotpEncryption
}) {
  const keyOf = (uid: string, { address }: AuthRequest) => `${uid}|${siteOf(address)}`

  /** Whether it is the app's code, of a step that was not accepted before, or a recovery code, which is used up. */
  async function isRight(
    trx: DatabaseTransaction,
    publish: Publish,
    uid: string,
    typed: string,
  ): Promise<boolean> {
    const factor = await lockSecondFactor(trx, uid, true)
    if (!factor) return false
    const code = plainCode(typed)
    const step = stepOfCode(totpEncryption.decrypt(factor, uid), code, Date.now(), factor.lastStep)
    if (step === null) {
      const isTaken = await takeRecoveryCode(trx, uid, hashRecoveryCode(code))
      if (isTaken) publish(accountChanged(uid))
      return isTaken
    }
    await updateLastStep(trx, uid, step)
    return true
  }

  return {
    isOn: (uid: string) => hasSecondFactor(database, uid),
    isRight,

    /** Takes one of the account's tries. Answers the seconds to wait, or 0. Strangers get here by the password alone. */
    async take(uid: string, request: AuthRequest): Promise<number> {
      return (
        (await limits.take('secondFactorPerAccountAndAddress', keyOf(uid, request))) ||
        (await limits.take('secondFactorPerAccount', uid))
      )
    },

    /** The code was right. */
    async giveBack(uid: string, request: AuthRequest): Promise<void> {
      await Promise.all([
        limits.giveBack('secondFactorPerAccountAndAddress', keyOf(uid, request)),
        limits.giveBack('secondFactorPerAccount', uid),
      ])
    },

    /** Keeps a sign-in whose first step was right; answers the token by which its second one is taken. */
    async challenge(uid: string, method: 'password' | 'provider'): Promise<string> {
      const token = createToken()
      await insertChallenge(database, { tokenHash: hashToken(token), uid, method })
      return token
    },

    /** Takes the second step of a kept sign-in; a wrong code counts under the lock of its row. */
    async redeem(
      trx: DatabaseTransaction,
      publish: Publish,
      { tokenHash, uid, code }: { tokenHash: string; uid: string; code: string },
    ): Promise<'right' | 'wrong' | 'ended'> {
      if (!(await lockChallenge(trx, tokenHash, uid))) return 'ended'
      if (!(await isRight(trx, publish, uid, code))) {
        await countWrongCode(trx, tokenHash)
        return 'wrong'
      }
      await deleteChallenge(trx, tokenHash)
      return 'right'
    },

    /** A sign-in turned out to be none. */
    revoke: (token: string) => deleteChallenge(database, hashToken(token)),
  }
}

type SecondStepForm = { challenge: string; code: string; keepAccount?: boolean | undefined }

type SecondFactorDependencies = {
  database: Database
  sessions: Sessions
  secondStep: SecondStep
  totpEncryption: TotpEncryption
  knownBrowsers: KnownBrowsers
  limits: Limits
  newsroom: Newsroom
  notices: SecurityNotices
  requireConfirmation: RequireConfirmation
  checkPendingDeletion: CheckPendingDeletion
  instanceName: string
}

export function createSecondFactor(dependencies: SecondFactorDependencies) {
  const { database, sessions, secondStep, totpEncryption, knownBrowsers, limits, newsroom, notices } =
    dependencies
  const { requireConfirmation } = dependencies

  async function takeChange(viewer: Viewer): Promise<void> {
    await requireConfirmation(viewer)
    const seconds = await limits.take('secondFactorChanges', viewer.uid)
    if (seconds) throw new AppError('common.rate_limited', { seconds })
  }

  /** A seed for an app; nothing is on before a code of it. */
  async function beginSecondFactor(viewer: Viewer): Promise<{ secret: string; uri: string }> {
    await takeChange(viewer)
    const seed = createSeed()
    if (!(await storeSeed(database, viewer.uid, totpEncryption.encrypt(seed, viewer.uid))))
      throw new AppError('account.second_factor_on')
    const names = await findUserNames(database, viewer.uid)
    const account = emailOrEmpty(names?.email) || (names?.displayName ?? '')
    const secret = base32Of(seed)
    return { secret, uri: otpAddress(dependencies.instanceName, account, secret) }
  }

  /** Turns the second factor on by a code of its app; answers the recovery codes, which are shown once. */
  async function turnOnSecondFactor(code: string, viewer: Viewer, request: AuthRequest): Promise<string[]> {
    await requireConfirmation(viewer)
    const { uid } = viewer
    if (await secondStep.isOn(uid)) throw new AppError('account.second_factor_on')
    const seconds = await secondStep.take(uid, request)
    if (seconds) throw new AppError('auth.too_many_attempts', { seconds })
    const codes = createRecoveryCodes()
    await newsroom.transact(async (trx, publish) => {
      await notices.notifyAndMail(trx, publish, 'factor_on', uid, request)
      const factor = await lockSecondFactor(trx, uid, false)
      if (!factor) throw new AppError('auth.challenge_expired')
      const step = stepOfCode(
        totpEncryption.decrypt(factor, uid),
        plainCode(code),
        Date.now(),
        factor.lastStep,
      )
      if (step === null) throw new AppError('auth.second_factor_wrong')
      await turnOn(trx, uid, step)
      await replaceRecoveryCodes(trx, uid, codes.map(hashRecoveryCode))
      publish(accountChanged(uid))
    })
    await secondStep.giveBack(uid, request)
    request.record('second_factor.changed', { reason: 'factor_on' })
    return codes
  }

  async function turnOffSecondFactor(viewer: Viewer, request: AuthRequest): Promise<void> {
    await requireConfirmation(viewer)
    const wasOn = await newsroom.transact(async (trx, publish) => {
      const isDeleted = await deleteSecondFactor(trx, viewer.uid)
      if (!isDeleted) return false
      await notices.notifyAndMail(trx, publish, 'factor_off', viewer.uid, request)
      publish(accountChanged(viewer.uid))
      return true
    })
    if (wasOn) request.record('second_factor.changed', { reason: 'factor_off' })
  }

  /** New recovery codes, which end the old ones. */
  async function renewRecoveryCodes(viewer: Viewer, request: AuthRequest): Promise<string[]> {
    await takeChange(viewer)
    const codes = createRecoveryCodes()
    await newsroom.transact(async (trx, publish) => {
      await notices.notifyAndMail(trx, publish, 'recovery_codes_renewed', viewer.uid, request)
      if (!(await lockSecondFactor(trx, viewer.uid, true))) throw new AppError('account.second_factor_off')
      await replaceRecoveryCodes(trx, viewer.uid, codes.map(hashRecoveryCode))
      publish(accountChanged(viewer.uid))
    })
    request.record('second_factor.changed', { reason: 'recovery_codes_renewed' })
    return codes
  }

  /**
   * Takes the second step of a sign-in. A try is counted before the code is looked at, and of a challenge under its row's
   * lock, so that parallel tries can't outrun either. An account that is to be deleted stays with `keepAccount`.
   */
  async function takeSecondStep(
    { challenge: token, code, keepAccount = false }: SecondStepForm,
    request: AuthRequest,
  ): Promise<SignedIn> {
    const tokenHash = hashToken(token)
    const challenge = await findChallenge(database, tokenHash)
    if (!challenge) throw new AppError('auth.challenge_expired')
    const { uid, method, email, blockedAt } = challenge
    const seconds = await secondStep.take(uid, request)
    if (seconds) throw new AppError('auth.too_many_attempts', { seconds })
    if (blockedAt) throw new AppError('auth.account_blocked')
    const suspendedUntil = await findSuspension(database, uid)
    if (suspendedUntil) throw new AppError('auth.account_suspended', { until: suspendedUntil.toISOString() })
    const session = await newsroom.transact(async (trx, publish) => {
      const outcome = await secondStep.redeem(trx, publish, { tokenHash, uid, code })
      if (outcome === 'ended') throw new AppError('auth.challenge_expired')
      return outcome === 'right' ? await sessions.insertSession(trx, uid) : null
    })
    if (!session) throw new AppError('auth.second_factor_wrong')
    await secondStep.giveBack(uid, request)
    const { headers, token: sessionToken } = session
    const deletion = await dependencies.checkPendingDeletion(uid, keepAccount, request.headers)
    const refusal = refusalOf(deletion)
    if (refusal) {
      await sessions.endSession(sessionToken)
      throw refusal
    }
    if (deletion.state === 'cancelled') request.record('deletion.cancelled', { uid })
    headers.append('Set-Cookie', knownBrowsers.cookieFor(email))
    const event = method === 'password' ? 'sign_in.succeeded' : 'provider_sign_in.succeeded'
    await sessions.replaceSession(request, { uid, token: sessionToken, method }, event)
    return { uid, headers }
  }

  return { beginSecondFactor, turnOnSecondFactor, turnOffSecondFactor, renewRecoveryCodes, takeSecondStep }
}
