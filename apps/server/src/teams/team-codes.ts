import { createHmac, hkdfSync, randomUUID } from 'node:crypto'
import { codeLetters, readTeamCode, writeTeamCode } from '@covo/contract/teams/teams.rules'

export type TeamCodes = ReturnType<typeof createTeamCodes>

/** Random bits of a code, five a letter. */
const letters = 8

/**
 * Codes by which people enter a team: 40 bits of a keyed hash (HMAC-SHA-256) of a nonce. The database has the nonce, and the keyed
 * hash by which a code is found, so that neither it nor a backup opens a team.
 */
export function createTeamCodes(secret: string) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'covo team code', 32))
  const digest = (text: string) => createHmac('sha256', key).update(text).digest()

  function hashOf(plain: string): Buffer {
    return digest(`code ${plain}`)
  }

  function plainOf(nonce: string): string {
    const bytes = digest(`nonce ${nonce}`)
    return Array.from({ length: letters }, (_, place) => codeLetters[(bytes[place] ?? 0) % 32]).join('')
  }

  return {
    /** A new code, as it is stored. */
    create(): { nonce: string; hash: Buffer } {
      const nonce = randomUUID()
      return { nonce, hash: hashOf(plainOf(nonce)) }
    },

    /** The code of a nonce, as it is shown; null where another secret made it. */
    show({ nonce, hash }: { nonce: string; hash: Buffer }): string | null {
      const plain = plainOf(nonce)
      return hashOf(plain).equals(hash) ? writeTeamCode(plain) : null
    },

    /** By what a typed code is found; null where it can't be one. */
    hash(typed: string): Buffer | null {
      const plain = readTeamCode(typed)
      return plain === null ? null : hashOf(plain)
    },
  }
}
