import { hashSync, verifySync } from '@node-rs/argon2'

/** OWASP Password Storage Cheat Sheet: Argon2id with 19 MiB, two passes, one lane. The string holds its parameters. */
export const argon2Costs = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** In a thread of the pool. */
export function hashPassword(password: string): string {
  return hashSync(password, argon2Costs)
}

/** In a thread of the pool: whether the password is the one of the hash. */
export function verifyPassword({ hash, password }: { hash: string; password: string }): boolean {
  return verifySync(hash, password)
}
