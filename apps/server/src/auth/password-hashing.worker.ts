import { normalisePassword } from '@covo/contract/auth/auth.rules'
import { argon2Costs } from '@covo/contract/auth/password-costs'
import { hashSync, verifySync } from '@node-rs/argon2'

/** In a thread of the pool. */
export function hashPassword(password: string): string {
  const normalised = normalisePassword(password)
  // The library hashes in place of a check where there is no account: that takes as long as the check of a wrong one.
  if (normalised !== password) hashSync(password, argon2Costs)
  return hashSync(normalised, argon2Costs)
}

/** In a thread of the pool: whether the password is the one of the hash, which may be of the password as it was typed. */
export function verifyPassword({ hash, password }: { hash: string; password: string }): boolean {
  const normalised = normalisePassword(password)
  return verifySync(hash, normalised) || (normalised !== password && verifySync(hash, password))
}
