import { parseEmail } from '@covo/contract/auth/auth.rules'
import { authorizationCodeRequest, createAuthorizationURL, type OAuthProvider } from 'better-auth/oauth2'
import { z } from 'zod'
import type { ProviderClient } from '../environment.ts'
import { fetchJson } from '../platform/http/bounded-fetch.ts'
import { placeholderEmail } from '../platform/placeholder-email.ts'
import { defaultDisplayName } from './display-name.ts'

/** The provider's name in the library, and in the address that it sends people back to. */
export const providerId = 'external'

/** The person who signed in. A subject is unique per issuer: another provider may give the same one to somebody else. */
export type ProviderIdentity = {
  issuer: string
  subject: string
  email: string
  isEmailVerified: boolean
  /** Whether they showed the provider who they are just now, as far as it says so. */
  isRecent: boolean
}

/** A provider as the library drives it: the library keeps state, PKCE verifier and nonce, and the accounts. */
export type Upstream = OAuthProvider<{ key: string; isRecent: boolean }>

const tokenAnswer = z.object({ access_token: z.string().min(1), id_token: z.string().optional() })

type CodeFlow = {
  authorizationEndpoint: string
  tokenEndpoint: string
  scopes: string[]
}

/** The flow of all kinds of providers: authorization code with PKCE (RFC 6749 section 4.1, RFC 7636). */
export function codeFlow(client: ProviderClient, { authorizationEndpoint, tokenEndpoint, scopes }: CodeFlow) {
  const { clientId, clientSecret, label } = client
  const options = { clientId, clientSecret }
  return {
    id: providerId,
    name: label,
    accountSubject: ({ profile }) => profile.key,
    createAuthorizationURL: ({ state, codeVerifier, redirectURI, idTokenNonce, additionalParams }) =>
      createAuthorizationURL({
        id: providerId,
        options,
        authorizationEndpoint,
        state,
        codeVerifier,
        scopes,
        redirectURI,
        ...(idTokenNonce ? { nonce: idTokenNonce } : {}),
        ...(additionalParams ? { additionalParams } : {}),
      }),
    async validateAuthorizationCode({ code, codeVerifier, redirectURI }) {
      const { body, headers } = await authorizationCodeRequest({
        code,
        redirectURI,
        options,
        ...(codeVerifier ? { codeVerifier } : {}),
      })
      const answer = tokenAnswer.parse(await fetchJson(tokenEndpoint, { method: 'POST', body, headers }))
      return { accessToken: answer.access_token, idToken: answer.id_token }
    },
  } satisfies Partial<Upstream>
}

/**
 * The member that an identity stands for. Only a verified address is theirs: one that anybody may have typed in would
 * keep its owner from registering, or await them in an account that is somebody else's too (account pre-hijacking).
 */
export function memberOf({ issuer, subject, email, isEmailVerified, isRecent }: ProviderIdentity) {
  const key = `${issuer} ${subject}`
  const address = parseEmail(email).value ?? ''
  const hasEmail = isEmailVerified && address !== ''
  return {
    // A name here is the member's to choose; the provider's may be their civil one.
    user: {
      name: defaultDisplayName(address),
      image: '',
      email: hasEmail ? address : placeholderEmail(key),
      emailVerified: hasEmail,
    },
    data: { key, isRecent },
  }
}
