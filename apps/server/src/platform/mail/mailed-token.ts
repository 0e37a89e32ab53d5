import { hash, randomBytes } from 'node:crypto'

/** Makes a token (192 random bits in base64url) for a link that is mailed: only its recipient knows it. */
export function createToken(): string {
  return randomBytes(24).toString('base64url')
}

/** The form in which a token is stored: nobody who reads the database can use it. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'base64url')
}

/**
 * The link with a token. It is made of the configured origin, never of a request. Its token is in the fragment, which a
 * browser sends to nobody: no proxy's log has it.
 */
export function tokenLink(origin: string, path: string, token: string): string {
  return `${origin}${path}#token=${encodeURIComponent(token)}`
}
