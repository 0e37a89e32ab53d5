import { randomBytes } from 'node:crypto'
import type { Authentication } from './authentication.ts'

/** Milliseconds for which a reset link is good. */
const resetLinkLifetime = 3_600_000

/**
 * Makes a token (192 random bits) with which a member can set a new password, once, within an hour. It is stored hashed:
 * the caller is the only one to know it.
 */
export async function createResetToken(authentication: Authentication, uid: string): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  const { internalAdapter } = await authentication.$context
  await internalAdapter.createVerificationValue({
    identifier: resetIdentifier(token),
    value: uid,
    expiresAt: new Date(Date.now() + resetLinkLifetime),
  })
  return token
}

/** The identifier by which a token is found. */
export function resetIdentifier(token: string): string {
  return `reset-password:${token}`
}
