import { argon2Costs } from '@covo/contract/auth/password-costs'
import { hashSync, verifySync } from '@node-rs/argon2'

/** In a thread of the pool. */
export function hashPassword(password: string): string {
  return hashSync(password, argon2Costs)
}

/** In a thread of the pool: whether the password is the one of the hash. */
export function verifyPassword({ hash, password }: { hash: string; password: string }): boolean {
  return verifySync(hash, password)
}
