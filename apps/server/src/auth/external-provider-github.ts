import { z } from 'zod'
import type { GithubAddresses, ProviderClient } from '../environment.ts'
import { fetchJson } from '../platform/http/bounded-fetch.ts'
import { codeFlow, memberOf, type Upstream } from './external-provider-identity.ts'

const userAnswer = z.object({ id: z.int().positive() })
const emailsAnswer = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))

/**
 * GitHub speaks OAuth 2.0 without discovery and without an ID token: the user is fetched with the access token. The
 * library's own GitHub provider has no limit of time, and takes any address where none is the primary one.
 */
export function githubProvider(client: ProviderClient, { site, api }: GithubAddresses): Upstream {
  return {
    ...codeFlow(client, {
      authorizationEndpoint: `${site}/login/oauth/authorize`,
      tokenEndpoint: `${site}/login/oauth/access_token`,
      scopes: ['user:email'],
    }),
    async getUserInfo({ accessToken }) {
      const ask = (path: string) =>
        fetchJson(`${api}${path}`, {
          headers: {
            authorization: `Bearer ${accessToken}`,
            accept: 'application/vnd.github+json',
            'user-agent': 'covo',
          },
        })
      const { id } = userAnswer.parse(await ask('/user'))
      const primary = emailsAnswer.parse(await ask('/user/emails')).find((address) => address.primary)
      return memberOf({
        issuer: site,
        subject: String(id),
        email: primary?.email ?? '',
        isEmailVerified: primary?.verified ?? false,
        // GitHub doesn't say when they signed in there.
        isRecent: true,
      })
    },
  }
}
