import { type Scope, scopes } from '@covo/contract/scopes'
import { cleanText } from '@covo/contract/text'
import { hashToken } from '../platform/mail/mailed-token.ts'
import { createSecret } from './token-secrets.ts'
import type { NewToken } from './tokens.store.ts'

type Form = { name: string; scopes: readonly Scope[]; expiresInDays: number | null }

/** A token with the secret that its program sends, and what is stored of it: the secret's SHA-256 is, since it is random, and long. */
export function newToken({ name, scopes: asked, expiresInDays }: Form): { secret: string; values: NewToken } {
  const secret = createSecret()
  return {
    secret,
    values: {
      name: cleanText(name),
      tokenHash: hashToken(secret),
      scopes: scopes.filter((scope) => asked.includes(scope)),
      days: expiresInDays,
    },
  }
}
