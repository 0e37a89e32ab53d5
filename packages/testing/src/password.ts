import { argon2Costs } from '@covo/contract/auth/password-costs'
import { hash, verify } from '@node-rs/argon2'

/** As the server hashes passwords; the string that comes out holds the parameters. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, argon2Costs)
}

/** Takes as long as the server's own verification. */
export function verifyPassword(passwordHash: string, password: string): Promise<boolean> {
  return verify(passwordHash, password)
}
