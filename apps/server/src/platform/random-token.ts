import { hash, randomBytes } from 'node:crypto'

/** Makes a token of 192 random bits, in base64url. */
export function createToken(): string {
  return randomBytes(24).toString('base64url')
}

/** The form in which a token is stored: nobody who reads the database can use it. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'base64url')
}
