import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { z } from 'zod'
import type { ProviderClient } from '../environment.ts'
import { fetchBounded, fetchJson } from '../platform/http/bounded-fetch.ts'
import { codeFlow, memberOf, type Upstream } from './external-provider-identity.ts'

/** Signatures of a key pair only: with a shared secret all who know it, such as another client, could sign. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']

/** Seconds. An ID token is made for the code that was just handed in. */
const maximumTokenAge = 600
/** Seconds since a sign-in at the provider for which it confirms who somebody is. */
const recentSeconds = 300
/** Seconds that the two clocks may be apart. */
const clockTolerance = 60

const emailClaims = z.object({ email: z.string().nullish(), email_verified: z.unknown().optional() })
/** OpenID Connect Core 1.0, section 2: at most 255 ASCII characters. */
const subject = z.string().regex(/^[\x21-\x7e]{1,255}$/)

/**
 * An OpenID Connect provider: authorization code flow with PKCE, state, nonce and a verified ID token. Rejects when it
 * can't be reached, or describes another issuer or addresses that are less safe than its own.
 */
export async function discoverOpenid(client: ProviderClient, configuredIssuer: string): Promise<Upstream> {
  const base = configuredIssuer.replace(/\/$/, '')
  const endpoint = z.url({ protocol: base.startsWith('https:') ? /^https$/ : /^https?$/ })
  const discovered = z
    .object({
      // OpenID Connect Discovery 1.0, section 4.3: exactly the one that was asked, but for the slash that people forget.
      issuer: z.literal([base, `${base}/`]),
      authorization_endpoint: endpoint,
      token_endpoint: endpoint,
      jwks_uri: endpoint,
      userinfo_endpoint: endpoint.optional(),
    })
    .parse(await fetchJson(`${base}/.well-known/openid-configuration`))
  const { issuer, userinfo_endpoint: userinfo } = discovered
  const keys = createRemoteJWKSet(new URL(discovered.jwks_uri), { [customFetch]: fetchBounded })

  return {
    ...codeFlow(client, {
      authorizationEndpoint: discovered.authorization_endpoint,
      tokenEndpoint: discovered.token_endpoint,
      scopes: ['openid', 'email'],
    }),
    issuer,
    requiresIdTokenNonce: true,
    async getUserInfo({ idToken, accessToken, expectedIdTokenNonce: nonce }) {
      if (!idToken || !nonce) throw new Error('no ID token was answered')
      const claims = await verifyIdToken(idToken, keys, { issuer, clientId: client.clientId, nonce })
      const { email, email_verified } =
        claims.email || !userinfo
          ? claims
          : // OpenID Connect Core 1.0, section 5.3.2: claims about another subject must not be used.
            emailClaims
              .extend({ sub: z.literal(claims.sub) })
              .parse(await fetchJson(userinfo, { headers: { authorization: `Bearer ${accessToken}` } }))
      return memberOf({
        issuer,
        subject: claims.sub,
        email: email ?? '',
        isEmailVerified: email_verified === true,
        isRecent: isRecent(claims.auth_time),
      })
    },
  }
}

type Expected = { issuer: string; clientId: string; nonce: string }

/** OpenID Connect Core 1.0, section 3.1.3.7: everything that a client must look at; rejects what doesn't hold. */
async function verifyIdToken(idToken: string, keys: JWTVerifyGetKey, { issuer, clientId, nonce }: Expected) {
  const { payload } = await jwtVerify(idToken, keys, {
    algorithms,
    issuer,
    audience: clientId,
    requiredClaims: ['exp'],
    maxTokenAge: maximumTokenAge,
    clockTolerance,
  })
  return emailClaims
    .extend({
      sub: subject,
      nonce: z.literal(nonce),
      // A token that others are meant to have too can be handed on by them.
      aud: z.union([z.literal(clientId), z.tuple([z.literal(clientId)])]),
      azp: z.literal(clientId).optional(),
      auth_time: z.unknown().optional(),
    })
    .parse(payload)
}

/** Whether somebody signed in at the provider just now, by its `auth_time`, which it sends when it is asked with `max_age`. */
function isRecent(signedInAt: unknown): boolean {
  const seconds = typeof signedInAt === 'number' ? Date.now() / 1000 - signedInAt : Number.POSITIVE_INFINITY
  return seconds > -clockTolerance && seconds < recentSeconds + clockTolerance
}
