import { createHmac, hash, timingSafeEqual } from 'node:crypto'

export type HeaderOf = (name: string) => string | undefined

/** What a service sends to show that it knows the secret: GitHub's `X-Hub-Signature-256` over the body, GitLab's `X-Gitlab-Token`. */
export type Signatures = { ofBody: string | undefined; token: string | undefined }

export function signaturesOf(headerOf: HeaderOf): Signatures {
  return { ofBody: headerOf('x-hub-signature-256'), token: headerOf('x-gitlab-token') }
}

/** Whether each signature that is there is made with the secret, the last part of the address. */
export function isSignedRight({ ofBody, token }: Signatures, secret: string, bytes: Uint8Array): boolean {
  const expected = () => `sha256=${createHmac('sha256', secret).update(bytes).digest('hex')}`
  return (
    (ofBody === undefined || isSame(ofBody, expected())) && (token === undefined || isSame(token, secret))
  )
}

/** Compares in constant time. */
function isSame(one: string, other: string): boolean {
  return timingSafeEqual(hash('sha256', one, 'buffer'), hash('sha256', other, 'buffer'))
}
