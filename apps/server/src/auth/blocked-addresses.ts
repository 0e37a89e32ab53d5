import { createHmac, hkdfSync } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../platform/database/database.ts'

export type BlockedAddresses = ReturnType<typeof createBlockedAddresses>

/**
 * The addresses of blocked and suspended members whose accounts are gone, for a year (`purgeModeration`): nobody registers with
 * one. They are kept as an HMAC under a key that derives from the instance's secret, so that the database alone answers no
 * guesses; those of an older secret count as long as that is named. Addresses are in their normal form.
 */
export function createBlockedAddresses(secret: string, oldSecrets: string[]) {
  const [hash, ...oldHashes] = [secret, ...oldSecrets].map((one) => {
    const key = Buffer.from(hkdfSync('sha256', one, '', 'covo blocked addresses', 32))
    return (email: string) => createHmac('sha256', key).update(email).digest('base64url')
  }) as [(email: string) => string, ...((email: string) => string)[]]

  return {
    async keep(trx: DatabaseTransaction, email: string): Promise<void> {
      await trx
        .insertInto('blocked_addresses')
        .values({ address_hash: hash(email) })
        .onConflict((conflict) => conflict.column('address_hash').doUpdateSet({ kept_since: sql`now()` }))
        .execute()
    },

    async has(database: Database, email: string): Promise<boolean> {
      const row = await database
        .selectFrom('blocked_addresses')
        .select('address_hash')
        .where(
          'address_hash',
          'in',
          [hash, ...oldHashes].map((hashOf) => hashOf(email)),
        )
        .executeTakeFirst()
      return row !== undefined
    },
  }
}
