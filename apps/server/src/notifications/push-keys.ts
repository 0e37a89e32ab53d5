import { createECDH, createPrivateKey, hkdfSync } from 'node:crypto'
import { SignJWT } from 'jose'

/** Seconds for which a push service takes a token; RFC 8292 allows a day. */
const tokenLife = 12 * 3600

export type PushKeys = ReturnType<typeof createPushKeys>

/**
 * The key by which push services recognise this instance (VAPID, RFC 8292): made of the secret, so that all its processes have
 * the same, and subscriptions end with the secret.
 *
 * @param contact the sender's, as a `mailto:` or `https:` address
 */
export function createPushKeys(secret: string, contact: string) {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(Buffer.from(hkdfSync('sha256', secret, '', 'covo push', 32)))
  const point = pair.getPublicKey()
  const publicKey = point.toString('base64url')
  const key = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      d: pair.getPrivateKey('base64url'),
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  })
  /** By the service; there are a handful. */
  const tokens = new Map<string, { token: Promise<string>; madeAt: number }>()

  function tokenFor(service: string): Promise<string> {
    const known = tokens.get(service)
    // A second of the clock at both ends is nothing against half of its life.
    if (known && Date.now() - known.madeAt < (tokenLife / 2) * 1000) return known.token
    const token = new SignJWT({ sub: contact })
      .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
      .setAudience(service)
      .setExpirationTime(Math.floor(Date.now() / 1000) + tokenLife)
      .sign(key)
    tokens.set(service, { token, madeAt: Date.now() })
    return token
  }

  return {
    /** In base64url, as a browser subscribes with it. */
    publicKey,
    /** The header by which the push service of an endpoint recognises this instance. */
    authorizationFor: async (endpoint: string) =>
      `vapid t=${await tokenFor(new URL(endpoint).origin)}, k=${publicKey}`,
  }
}
