import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'

/** Milliseconds for which a challenge is good. */
export const challengeLifeMs = 5 * 60 * 1000

/** The purpose of a challenge: a sign-in or a confirmation, or a new passkey of the member with the uid. */
type Purpose = 'sign-in' | { newOf: string }

export type PasskeyChallenges = ReturnType<typeof createPasskeyChallenges>

/**
 * Challenges of passkeys. They carry their end and an HMAC, so that strangers who ask for many store nothing; those that worked
 * are stored until their end (`redeemChallenge`), so that none works twice.
 */
export function createPasskeyChallenges(secret: string) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'covo passkey challenge', 32))

  function signatureOf(purpose: Purpose, id: string, end: string): Buffer {
    return createHmac('sha256', key)
      .update(JSON.stringify([purpose, id, end]))
      .digest()
  }

  return {
    /** In base64url, as WebAuthn's JSON writes it. */
    make(purpose: Purpose): string {
      const id = randomBytes(16).toString('base64url')
      const end = String(Date.now() + challengeLifeMs)
      const signature = signatureOf(purpose, id, end).toString('base64url')
      return Buffer.from([id, end, signature].join('.')).toString('base64url')
    },

    /** Whether it is one of ours for this, and not too old. */
    isGood(challenge: string, purpose: Purpose): boolean {
      const [id = '', end = '', signature = ''] = Buffer.from(challenge, 'base64url').toString().split('.')
      const [given, right] = [Buffer.from(signature, 'base64url'), signatureOf(purpose, id, end)]
      return given.length === right.length && timingSafeEqual(given, right) && Number(end) > Date.now()
    },
  }
}
