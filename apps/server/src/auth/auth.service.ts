import type { EmailVerification, RegistrationMode } from '../environment.ts'
import type { Database } from '../platform/database/database.ts'
import type { Limits } from '../platform/limits/limits.ts'
import type { Newsroom } from '../platform/realtime/newsroom.ts'
import type { Authentication } from './authentication.ts'
import type { BlockedAddresses } from './blocked-addresses.ts'
import type { CheckPendingDeletion } from './check-pending-deletion.ts'
import { createConfirmation } from './confirmation.ts'
import { createDevices } from './devices.ts'
import type { ExternalProvider } from './external-provider.ts'
import type { KnownBrowsers } from './known-browsers.ts'
import { createLogin } from './login.ts'
import { createOwnPassword } from './own-password.ts'
import type { PasskeyChallenges } from './passkey-challenges.ts'
import { createPasskeyCheck, createPasskeys } from './passkeys.ts'
import { createPasswordAttempts } from './password-attempts.ts'
import { createPasswordReset } from './password-reset.ts'
import { createProviderLogin } from './provider-login.ts'
import { createRegistration } from './registration.ts'
import { createSecondFactor, createSecondStep } from './second-factor.ts'
import { createSecurityNotices, type PublishNotice } from './security-notices.ts'
import type { SessionCache } from './session-cache.ts'
import { createSessions } from './sessions.ts'
import type { TotpEncryption } from './totp-encryption.ts'
import type { RelyingParty } from './webauthn.ts'

export type AuthService = ReturnType<typeof createAuthService>

type AuthDependencies = {
  database: Database
  authentication: Authentication
  /** The name of the session's cookie. */
  cookieName: string
  /** The provider at which members may sign in; null: none. */
  provider: ExternalProvider | null
  sessionCache: SessionCache
  knownBrowsers: KnownBrowsers
  limits: Limits
  blockedAddresses: BlockedAddresses
  newsroom: Newsroom
  /** Whether registration confirms addresses; `required` lets nobody sign in before that. */
  emailVerification: EmailVerification
  registrationMode: RegistrationMode
  checkPendingDeletion: CheckPendingDeletion
  /** Mails a member the token with which a new password can be set. */
  sendResetMail: (email: string, token: string) => Promise<void>
  publishNotice: PublishNotice
  /** Encrypts the seeds of second factors. */
  totpEncryption: TotpEncryption
  /** The WebAuthn relying party. */
  party: RelyingParty
  challenges: PasskeyChallenges
  instanceName: string
}

export function createAuthService(dependencies: AuthDependencies) {
  const { sessionCache, knownBrowsers, limits } = dependencies
  const notices = createSecurityNotices(dependencies)
  const sessions = createSessions({ ...dependencies, cache: sessionCache, notices })
  const passwordAttempts = createPasswordAttempts(limits, knownBrowsers)
  const secondStep = createSecondStep(dependencies)
  const passkeyCheck = createPasskeyCheck(dependencies)
  const before = { ...dependencies, sessions, passwordAttempts, notices, secondStep, passkeyCheck }
  const confirmation = createConfirmation(before)
  const shared = { ...before, requireConfirmation: confirmation.requireConfirmation }
  return {
    ...createRegistration(shared),
    ...createLogin(shared),
    ...createProviderLogin(shared),
    ...createPasswordReset(shared),
    ...confirmation,
    ...createOwnPassword(shared),
    ...createDevices(shared),
    ...createSecondFactor(shared),
    ...createPasskeys(shared),
    logout: sessions.logout,
    removeCookie: sessions.endNamedSession,
    readSession: sessions.readSession,
    peekSession: sessions.peekSession,
  }
}
