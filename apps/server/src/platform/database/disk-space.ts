import { sql } from 'kysely'
import type { Database } from './database.ts'
import { isFull } from './failures.ts'

/** The bytes that have to find room on the disk: more than may be left over in a table's last page. */
const trialBytes = 256 * 1024

export type DiskSpace = ReturnType<typeof watchDiskSpace>

/**
 * Knows whether the database can store anything. Small rows find room on a full disk for a while, so that one statement
 * proves nothing: from the first that fails for want of room on, a larger one is tried.
 */
export function watchDiskSpace(database: Database) {
  let isKnownFull = false

  return {
    /** Call it with every failure. */
    note(error: unknown): void {
      if (isFull(error)) isKnownFull = true
    },

    /** Rejects where the database doesn't answer. */
    async isFree(): Promise<boolean> {
      if (!isKnownFull) return true
      try {
        await database.transaction().execute(async (trx) => {
          await sql`create temporary table trial (content text) on commit drop`.execute(trx)
          // Stored as it is: compressed it would need less.
          await sql`alter table trial alter content set storage external`.execute(trx)
          await sql`insert into trial values (repeat('.', ${trialBytes}))`.execute(trx)
        })
        isKnownFull = false
      } catch (error) {
        if (!isFull(error)) throw error
      }
      return !isKnownFull
    },
  }
}
