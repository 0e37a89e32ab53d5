import { createToken } from '../platform/random-token.ts'
import type { Authentication } from './authentication.ts'

/** Milliseconds for which a reset link is good. */
const resetLinkLifetimeMs = 3_600_000

/** The prefix of a token that the operator hands over. */
const handedOver = 'operator-'

/**
 * Makes a token (192 random bits) with which a member can set a new password, once, within an hour. It is stored hashed:
 * the caller is the only one to know it.
 *
 * @param by how it reaches the member: by a mail to their address, which using it confirms, or by the operator's own way
 */
export async function createResetToken(
  authentication: Authentication,
  uid: string,
  by: 'mail' | 'operator',
): Promise<string> {
  const token = `${by === 'operator' ? handedOver : ''}${createToken()}`
  const { internalAdapter } = await authentication.$context
  await internalAdapter.createVerificationValue({
    identifier: resetIdentifier(token),
    value: uid,
    expiresAt: new Date(Date.now() + resetLinkLifetimeMs),
  })
  return token
}

/** Whether a token reached its member by mail: its use confirms the account's address. */
export function isMailed(token: string): boolean {
  return !token.startsWith(handedOver)
}

/** The identifier by which a token is found. */
export function resetIdentifier(token: string): string {
  return `reset-password:${token}`
}
