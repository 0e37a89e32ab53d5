import type { Account } from '@covo/contract/account/account.routes'
import type { PasskeyAssertion, PasskeyRegistration } from '@covo/contract/auth/passkeys.routes'
import type { EmailVerification } from '../environment.ts'
import { AppError } from '../platform/app-error.ts'
import type { Database, DatabaseTransaction } from '../platform/database/database.ts'
import type { Limits } from '../platform/limits/limits.ts'
import { emailOrEmpty } from '../platform/placeholder-email.ts'
import { hashToken } from '../platform/random-token.ts'
import type { Newsroom } from '../platform/realtime/newsroom.ts'
import type { Viewer } from '../platform/viewer.ts'
import { accountChanged } from './account.news.ts'
import { findLiveSessionIds, findSuspension, findUserNames } from './auth.store.ts'
import type { AuthRequest, SignedIn } from './auth-request.ts'
import { type CheckPendingDeletion, refusalOf } from './check-pending-deletion.ts'
import type { RequireConfirmation } from './confirmation.ts'
import type { ExternalProvider } from './external-provider.ts'
import { providerId } from './external-provider-identity.ts'
import type { KnownBrowsers } from './known-browsers.ts'
import { challengeLifeMs, type PasskeyChallenges } from './passkey-challenges.ts'
import {
  canSignIn,
  deletePasskey,
  findCredential,
  findPasskeyMember,
  findPasskeys,
  insertPasskey,
  isSessionByTwoFactors,
  lockPasskeysOf,
  noteUse,
  redeemChallenge,
  renamePasskey,
} from './passkeys.store.ts'
import type { SecurityNotices } from './security-notices.ts'
import type { Sessions } from './sessions.ts'
import { queueVerificationMail } from './verification-mail.ts'
import { algorithms, checkAssertion, checkRegistration, type RelyingParty } from './webauthn.ts'

/** The most passkeys of a member. */
const maximumPasskeys = 10

/** The use of a passkey that was checked, and is still to be redeemed. */
type PasskeyUse = { id: string; uid: string; counter: number; isBackedUp: boolean; challengeHash: string }

export type PasskeyCheck = ReturnType<typeof createPasskeyCheck>

type CheckDependencies = { database: Database; party: RelyingParty; challenges: PasskeyChallenges }

/** Checks the answers of passkeys. */
export function createPasskeyCheck({ database, party, challenges }: CheckDependencies) {
  return {
    /** The use of the passkey that answered, with its member; null where something is wrong. It stores nothing. */
    async check(answer: PasskeyAssertion): Promise<PasskeyUse | null> {
      const stored = await findCredential(database, answer.id)
      // The authenticator names the member too: a passkey that answers for another is not taken.
      if (!stored || answer.response.userHandle !== handleOf(stored.uid)) return null
      let challengeHash = ''
      const checked = await checkAssertion(answer, stored, {
        party,
        isGoodChallenge(challenge) {
          challengeHash = hashToken(challenge)
          return challenges.isGood(challenge, 'sign-in')
        },
      })
      return checked && { ...checked, id: stored.id, uid: stored.uid, challengeHash }
    },

    /**
     * Takes a use that was checked, under the lock of the member's row, which a reset of the password takes too. False where
     * its challenge was used, the passkey is gone, or its counter went on: of two equal uses one is taken.
     */
    async redeem(trx: DatabaseTransaction, use: PasskeyUse): Promise<boolean> {
      await lockPasskeysOf(trx, use.uid, true)
      return (await redeemChallenge(trx, use.challengeHash)) && (await noteUse(trx, use))
    },
  }
}

/** The bytes by which authenticators know a member. */
function handleOf(uid: string): string {
  return Buffer.from(uid.replaceAll('-', ''), 'hex').toString('base64url')
}

type PasskeyDependencies = CheckDependencies & {
  sessions: Sessions
  passkeyCheck: PasskeyCheck
  knownBrowsers: KnownBrowsers
  limits: Limits
  newsroom: Newsroom
  notices: SecurityNotices
  requireConfirmation: RequireConfirmation
  checkPendingDeletion: CheckPendingDeletion
  /** The provider at which members may sign in; null: none. */
  provider: ExternalProvider | null
  emailVerification: EmailVerification
  instanceName: string
}

export function createPasskeys(dependencies: PasskeyDependencies) {
  const { database, party, challenges, sessions, passkeyCheck, knownBrowsers, limits, newsroom } =
    dependencies
  const { notices, requireConfirmation, checkPendingDeletion, provider, emailVerification } = dependencies

  /** The member's passkeys, the oldest first. */
  async function listPasskeys(uid: string): Promise<Account['passkeys']> {
    const passkeys = await findPasskeys(database, uid)
    return passkeys.map(({ id, name, createdAt }) => ({ id, name, createdAt: createdAt.toISOString() }))
  }

  /** Whether the session began with a second factor, or a passkey confirmed it last. */
  const isByTwoFactors = ({ sessionId }: Viewer) => isSessionByTwoFactors(database, sessionId)

  /** The options with which a browser requests a passkey's answer, for a sign-in or a confirmation. */
  function askPasskey() {
    return {
      challenge: challenges.make('sign-in'),
      rpId: party.id,
      timeout: challengeLifeMs,
      userVerification: 'required' as const,
    }
  }

  /** Signs in by a passkey, which stands for the password and the second factor. */
  async function signInByPasskey(
    { response, keepAccount = false }: { response: PasskeyAssertion; keepAccount?: boolean | undefined },
    request: AuthRequest,
  ): Promise<SignedIn> {
    const seconds = await limits.take('signInsPerAddress', request.address)
    if (seconds) throw new AppError('auth.too_many_attempts', { seconds })
    const use = await passkeyCheck.check(response)
    const member = use && (await findPasskeyMember(database, use.uid))
    if (!member) throw new AppError('auth.passkey_refused')
    const { uid } = use
    if (member.blockedAt) throw new AppError('auth.account_blocked')
    if (emailVerification === 'required' && member.askedAt && !member.emailVerified) {
      await queueVerificationMail(dependencies, uid, member.email)
      throw new AppError('account.email_unverified')
    }
    const session = await database
      .transaction()
      .execute(async (trx) =>
        (await passkeyCheck.redeem(trx, use)) ? await sessions.insertSession(trx, uid) : null,
      )
    if (!session) throw new AppError('auth.passkey_refused')
    const { headers, token } = session
    const deletion = await refuseClosedAccount(uid, keepAccount, token, request.headers)
    if (deletion.state === 'cancelled') request.record('deletion.cancelled', { uid })
    headers.append('Set-Cookie', knownBrowsers.cookieFor(member.email))
    await sessions.replaceSession(request, { uid, token, method: 'passkey' }, 'sign_in.succeeded')
    return { uid, headers }
  }

  /** Ends the session that has begun where its account may not be signed in to, and throws why. */
  async function refuseClosedAccount(uid: string, keepAccount: boolean, token: string, headers: Headers) {
    const suspendedUntil = await findSuspension(database, uid)
    if (suspendedUntil) {
      await sessions.endSession(token)
      throw new AppError('auth.account_suspended', { until: suspendedUntil.toISOString() })
    }
    const deletion = await checkPendingDeletion(uid, keepAccount, headers)
    const refusal = refusalOf(deletion)
    if (refusal) {
      await sessions.endSession(token)
      throw refusal
    }
    return deletion
  }

  /** The options with which a browser requests a new passkey of the member. */
  async function beginPasskey(viewer: Viewer) {
    await requireConfirmation(viewer)
    const { uid } = viewer
    const passkeys = await findPasskeys(database, uid)
    if (passkeys.length >= maximumPasskeys) throw new AppError('account.passkeys_full')
    const names = await findUserNames(database, uid)
    const displayName = names?.displayName ?? ''
    return {
      challenge: challenges.make({ newOf: uid }),
      rp: { id: party.id, name: dependencies.instanceName },
      user: { id: handleOf(uid), name: emailOrEmpty(names?.email) || displayName, displayName },
      pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key' as const, alg })),
      timeout: challengeLifeMs,
      attestation: 'none' as const,
      authenticatorSelection: {
        residentKey: 'required' as const,
        requireResidentKey: true as const,
        userVerification: 'required' as const,
      },
      excludeCredentials: passkeys.map(({ credentialId, transports }) => ({
        id: credentialId,
        type: 'public-key' as const,
        transports,
      })),
    }
  }

  /** Adds a passkey, and mails the member. */
  async function addPasskey(
    response: PasskeyRegistration,
    viewer: Viewer,
    request: AuthRequest,
  ): Promise<void> {
    const { uid, sessionId } = viewer
    await requireConfirmation(viewer)
    await takeChange(uid)
    let challengeHash = ''
    const credential = await checkRegistration(response, {
      party,
      isGoodChallenge(challenge) {
        challengeHash = hashToken(challenge)
        return challenges.isGood(challenge, { newOf: uid })
      },
    })
    if (!credential) throw new AppError('auth.passkey_refused')
    await newsroom.transact(async (trx, publish) => {
      await lockPasskeysOf(trx, uid)
      // A reset of the password ends the session, and a stranger's passkeys from before; none must be added after that.
      if (!(await findLiveSessionIds(trx, [sessionId])).has(sessionId))
        throw new AppError('common.unauthenticated')
      if ((await findPasskeys(trx, uid)).length >= maximumPasskeys)
        throw new AppError('account.passkeys_full')
      if (!(await redeemChallenge(trx, challengeHash)) || !(await insertPasskey(trx, uid, credential)))
        throw new AppError('auth.passkey_refused')
      await notices.notifyAndMail(trx, publish, 'passkey_added', uid, request)
      publish(accountChanged(uid))
    })
    request.record('passkey.added')
  }

  async function takeChange(uid: string): Promise<void> {
    const seconds = await limits.take('secondFactorChanges', uid)
    if (seconds) throw new AppError('common.rate_limited', { seconds })
  }

  /** Names one of the member's passkeys, by a text that is cleaned. */
  async function nameOwnPasskey(id: string, name: string, viewer: Viewer): Promise<void> {
    const { uid } = viewer
    await requireConfirmation(viewer)
    await takeChange(uid)
    await newsroom.transact(async (trx, publish) => {
      if (await renamePasskey(trx, uid, { id, name })) publish(accountChanged(uid))
    })
  }

  /** Removes one of the member's passkeys, unless it is all that they can sign in with, and mails them. */
  async function removePasskey(id: string, viewer: Viewer, request: AuthRequest): Promise<void> {
    const { uid } = viewer
    await requireConfirmation(viewer)
    const isRemoved = await newsroom.transact(async (trx, publish) => {
      await lockPasskeysOf(trx, uid)
      if (!(await deletePasskey(trx, uid, id))) return false
      if (!(await canSignIn(trx, uid, provider ? [providerId] : [])))
        throw new AppError('account.last_sign_in')
      await notices.notifyAndMail(trx, publish, 'passkey_removed', uid, request)
      publish(accountChanged(uid))
      return true
    })
    if (!isRemoved) return
    request.record('passkey.removed')
  }

  return {
    listPasskeys,
    isByTwoFactors,
    askPasskey,
    signInByPasskey,
    beginPasskey,
    addPasskey,
    nameOwnPasskey,
    removePasskey,
  }
}
