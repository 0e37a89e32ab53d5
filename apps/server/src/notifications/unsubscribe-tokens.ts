import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { type MailKind, readUnsubscribeToken } from '@covo/contract/notifications/notifications.rules'

export type UnsubscribeTokens = ReturnType<typeof createUnsubscribeTokens>

/** Tokens that end a kind of mail of a member, for as long as the secret is the same: nothing is stored of them. */
export function createUnsubscribeTokens(secret: string) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'covo unsubscribe', 32))

  function signatureOf(kind: MailKind, uid: string): Buffer {
    return createHmac('sha256', key)
      .update(JSON.stringify([kind, uid]))
      .digest()
      .subarray(0, 16)
  }

  return {
    make: (kind: MailKind, uid: string) => `${kind}-${uid}-${signatureOf(kind, uid).toString('base64url')}`,

    /** The kind of mails that a token ends, and their member; null where it is not one of ours. */
    read(token: string): { kind: MailKind; uid: string } | null {
      const parts = readUnsubscribeToken(token)
      if (!parts) return null
      const { kind, uid, signature } = parts
      return timingSafeEqual(Buffer.from(signature, 'base64url'), signatureOf(kind, uid))
        ? { kind, uid }
        : null
    },
  }
}
