import { cleanName } from '@covo/contract/names'
import { type Scope, scopes } from '@covo/contract/scopes'
import { hashToken } from '../platform/random-token.ts'
import { createSecret } from './token-secrets.ts'
import type { NewToken } from './tokens.store.ts'

type Form = { name: string; scopes: readonly Scope[]; expiresInDays: number | null }

/** The secret that a program sends, and the row of its token, with its SHA-256 alone: the secret is random, and long. */
export function newToken({ name, scopes: asked, expiresInDays }: Form): { secret: string; values: NewToken } {
  const secret = createSecret()
  return {
    secret,
    values: {
      name: cleanName(name),
      tokenHash: hashToken(secret),
      scopes: scopes.filter((scope) => asked.includes(scope)),
      days: expiresInDays,
    },
  }
}
