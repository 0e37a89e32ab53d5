import { genericOAuth } from 'better-auth/plugins/generic-oauth'
import { absentEmail } from '../platform/database/absent-email.ts'
import { type Authentication, type AuthenticationOptions, createAuthentication } from './authentication.ts'
import { defaultDisplayName } from './display-name.ts'

/** The provider's name in the library, and in the address that it sends people back to. */
export const providerId = 'external'

/** An OpenID Connect issuer and what we are called there; `label` is what people call it. */
export type ProviderSettings = { issuer: string; clientId: string; clientSecret: string; label: string }

export type ExternalProvider = {
  /** The authentication that knows the provider; null while the provider can't be reached. */
  connect(): Promise<Authentication | null>
}

/**
 * An OpenID Connect provider: authorization code flow with PKCE, state and nonce, and an ID token whose signature, issuer
 * and audience are verified (OpenID Connect Core 1.0, section 3.1). The library asks the issuer for its addresses when it
 * is created: here that is at the first sign-in, and again after one that failed, so that neither needs the other to start.
 */
export function createExternalProvider(
  { issuer, clientId, clientSecret, label }: ProviderSettings,
  options: AuthenticationOptions,
): ExternalProvider {
  let connected: Promise<Authentication | null> | null = null

  async function discover(): Promise<Authentication | null> {
    const authentication = createAuthentication({
      ...options,
      plugins: [
        genericOAuth({
          config: [
            {
              providerId,
              name: label,
              discoveryUrl: `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
              requireIdTokenVerification: true,
              clientId,
              clientSecret,
              scopes: ['openid', 'email'],
              // A name here is the member's to choose; the provider's may be their civil one.
              mapProfileToUser: ({ email, sub }) => ({
                name: defaultDisplayName(email ?? ''),
                image: '',
                email: email ?? absentEmail(`${issuer} ${sub}`),
              }),
            },
          ],
        }),
      ],
    })
    const { socialProviders } = await authentication.$context
    return socialProviders.some(({ id }) => id === providerId) ? authentication : null
  }

  return {
    async connect() {
      connected ??= discover()
      const authentication = await connected
      if (!authentication) connected = null
      return authentication
    },
  }
}
