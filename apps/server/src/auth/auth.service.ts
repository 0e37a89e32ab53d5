import type { Database } from '../platform/database/database.ts'
import type { Limits } from '../platform/limits/limits.ts'
import type { Authentication } from './authentication.ts'
import type { ExternalProvider } from './external-provider.ts'
import type { KnownBrowsers } from './known-browsers.ts'
import { createLogin } from './login.ts'
import { createPasswordReset } from './password-reset.ts'
import { createProviderLogin } from './provider-login.ts'
import { createRegistration } from './registration.ts'
import type { SessionCache } from './session-cache.ts'
import { createSessions } from './sessions.ts'

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
  /** Mails a member the token with which a new password can be set. */
  sendResetMail: (email: string, token: string) => Promise<void>
  /** Does the work that leads to a mail, after the answer. */
  sendLater: (work: () => Promise<void>) => void
}

export function createAuthService(dependencies: AuthDependencies) {
  const { database, authentication, cookieName, sessionCache } = dependencies
  const sessions = createSessions({ database, authentication, cookieName, cache: sessionCache })
  const shared = { ...dependencies, sessions }
  return {
    ...createRegistration(shared),
    ...createLogin(shared),
    ...createProviderLogin(shared),
    ...createPasswordReset(shared),
    logout: sessions.logout,
    readSession: sessions.readSession,
    peekSession: sessions.peekSession,
  }
}
