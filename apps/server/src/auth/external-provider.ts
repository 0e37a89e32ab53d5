import { getOAuthState } from 'better-auth/api'
import { ZodError } from 'zod'
import type { ProviderSettings } from '../environment.ts'
import {
  type Authentication,
  type AuthenticationOptions,
  createAuthentication,
  type ValidateUserInfo,
} from './authentication.ts'
import { githubProvider } from './external-provider-github.ts'
import type { Upstream } from './external-provider-identity.ts'
import { discoverOpenid } from './external-provider-openid.ts'

/** Milliseconds between two lines of the log on one kind of failure: anybody can cause them. */
const reportingIntervalMs = 10_000

export type ExternalProvider = {
  /** The authentication that knows the provider; null while the provider can't be reached. */
  connect(): Promise<Authentication | null>
}

/**
 * The provider that is configured. `refusalOf` answers why somebody with the address may have no new account, or null. Its addresses are asked for at the first sign-in, and again after one that failed, so
 * that neither needs the other to start.
 */
export function createExternalProvider(
  settings: ProviderSettings,
  options: AuthenticationOptions,
  refusalOf: (email: string) => Promise<string | null>,
): ExternalProvider {
  let connected: Promise<Authentication | null> | null = null
  const reportedAt = new Map<string, number>()

  function report(error: unknown, what: string): null {
    // The log names a wrong field without its value, which may be personal.
    const reason =
      error instanceof ZodError ? error.issues.map(({ path }) => path.join('.')).join(', ') : String(error)
    const now = performance.now()
    if (now - (reportedAt.get(what) ?? Number.NEGATIVE_INFINITY) > reportingIntervalMs) {
      reportedAt.set(what, now)
      options.log.warn({ reason }, what)
    }
    return null
  }

  /** Read here, since the account is made in a transaction, which holds one of the pool's connections. */
  async function withRefusal(member: Awaited<ReturnType<Upstream['getUserInfo']>>) {
    if (!member) return member
    const refusal = await refusalOf(member.user.email ?? '')
    return { ...member, data: { ...member.data, refusal } }
  }

  async function discover(): Promise<Authentication> {
    const upstream =
      'github' in settings
        ? githubProvider(settings, settings.github)
        : await discoverOpenid(settings, settings.issuer)
    const guarded: Upstream = {
      ...upstream,
      validateAuthorizationCode: (code) =>
        upstream.validateAuthorizationCode(code).catch((error) => report(error, 'code not redeemed')),
      getUserInfo: (tokens) =>
        upstream
          .getUserInfo(tokens)
          .then(withRefusal)
          .catch((error) => report(error, 'identity not accepted')),
    }
    return createAuthentication({
      ...options,
      validateUserInfo: refuseIdentity,
      plugins: [{ id: 'external-provider', init: () => ({ context: { socialProviders: [guarded] } }) }],
    })
  }

  return {
    async connect() {
      connected ??= discover().catch((error) => {
        connected = null
        return report(error, 'provider not reached')
      })
      return await connected
    },
  }
}

/**
 * Refuses people who may have no account, and those who don't confirm the identity of the member that `confirms` names in the
 * state of the sign-in. The profile is what `getUserInfo` answered.
 */
const refuseIdentity: ValidateUserInfo = async ({ user, source }) => {
  const profile = source.oauth?.profile
  const confirms = (await getOAuthState())?.confirms
  if (confirms !== undefined)
    return source.action === 'sign-in' && user.id === confirms && profile?.isRecent
      ? undefined
      : { error: 'not_confirmed' }
  return source.action === 'create-user' && typeof profile?.refusal === 'string'
    ? { error: profile.refusal }
    : undefined
}
