import type { Needs, Platform, Slice } from '../slice.ts'
import { authJobs } from './auth.jobs.ts'
import { resetMail } from './auth.mail.ts'
import { authRoutes } from './auth.routes.ts'
import { createAuthService } from './auth.service.ts'
import { createAuthentication } from './authentication.ts'
import { createBlockedAddresses } from './blocked-addresses.ts'
import { watchEndedSessions } from './ended-sessions.ts'
import { createExternalProvider } from './external-provider.ts'
import { createKnownBrowsers } from './known-browsers.ts'
import { createPasskeyChallenges } from './passkey-challenges.ts'
import { countWaitingPasswords } from './password-hashing.ts'
import { countEncryptedWithUnknownKeys } from './second-factor.store.ts'
import { createSessionCache } from './session-cache.ts'
import { createTotpEncryption } from './totp-encryption.ts'
import { relyingParty } from './webauthn.ts'

type AuthNeeds = Pick<Needs<typeof createAuthService>, 'checkPendingDeletion' | 'publishNotice'> & {
  /** The name of the session's cookie. */
  cookieName: string
}

export async function authSlice(platform: Platform, needs: AuthNeeds) {
  const { settings, database, pool, log, origin, name, mailer } = platform
  const { secret, oldSecrets } = settings
  const totpEncryption = createTotpEncryption(secret, oldSecrets)
  const undecryptable = await countEncryptedWithUnknownKeys(database, totpEncryption.keyIds)
  if (undecryptable > 0)
    log.warn(
      { secondFactors: undecryptable },
      'second factors were encrypted by another COVO_SECRET: name it in COVO_OLD_SECRETS, or their members cannot sign in',
    )
  const endedSessions = await watchEndedSessions(pool, log)
  const blockedAddresses = createBlockedAddresses(secret, oldSecrets)
  const authenticationOptions = { database, secret, origin, log }
  const provider =
    settings.provider &&
    createExternalProvider(settings.provider, authenticationOptions, async (email) => {
      // A popup asks for no invite: people who have one register with it.
      if (settings.registration !== 'open') return 'registration_closed'
      return (await blockedAddresses.has(database, email)) ? 'account_blocked' : null
    })
  const service = createAuthService({
    ...platform,
    ...needs,
    authentication: createAuthentication(authenticationOptions),
    provider,
    sessionCache: createSessionCache(endedSessions),
    knownBrowsers: createKnownBrowsers(secret, origin),
    blockedAddresses,
    emailVerification: settings.emailVerification,
    registrationMode: settings.registration,
    sendResetMail: (email, token) => mailer.send(resetMail(email, origin, name, token)),
    totpEncryption,
    party: relyingParty(origin, platform.origins),
    challenges: createPasskeyChallenges(secret),
    instanceName: name,
  })
  return {
    service,
    provider,
    blockedAddresses,
    endedSessions,
    routes: [authRoutes(service)],
    metrics: [{ queue: 'passwords', read: countWaitingPasswords }],
    jobs: authJobs({ ...platform, ...service }),
    stop: endedSessions.stop,
  } satisfies Slice & Record<string, unknown>
}
