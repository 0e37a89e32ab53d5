import { createHmac, hash, timingSafeEqual } from 'node:crypto'

export type HeaderOf = (name: string) => string | undefined

/**
 * Whether each signature that is there is made with the secret, the last part of the address: GitHub's `X-Hub-Signature-256` over the
 * body, GitLab's `X-Gitlab-Token`.
 */
export function isSignedRight(headerOf: HeaderOf, secret: string, body: string): boolean {
  const signature = headerOf('x-hub-signature-256')
  const gitlabToken = headerOf('x-gitlab-token')
  const expected = () => `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
  return (
    (signature === undefined || isSame(signature, expected())) &&
    (gitlabToken === undefined || isSame(gitlabToken, secret))
  )
}

/** Compares in constant time. */
function isSame(one: string, other: string): boolean {
  return timingSafeEqual(hash('sha256', one, 'buffer'), hash('sha256', other, 'buffer'))
}
