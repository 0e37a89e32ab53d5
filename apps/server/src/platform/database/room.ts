import { sql } from 'kysely'
import type { Database } from './database.ts'
import { isFull } from './failures.ts'

/** More than may be left over in a table's last page: what has to have room on the disk. */
const trialBytes = 256 * 1024

export type Room = ReturnType<typeof watchRoom>

/**
 * Knows whether the database can store anything. What is small finds its place on a full disk for a while, so that one
 * statement proves nothing: from the first that was refused for want of room, what is larger is tried.
 */
export function watchRoom(database: Database) {
  let isKnownFull = false

  return {
    /** To be told of every failure. */
    note(error: unknown): void {
      if (isFull(error)) isKnownFull = true
    },

    /** Rejects where the database doesn't answer. */
    async isThere(): Promise<boolean> {
      if (!isKnownFull) return true
      try {
        await database.transaction().execute(async (trx) => {
          await sql`create temporary table room (content text) on commit drop`.execute(trx)
          // Stored as it is: compressed it would need less.
          await sql`alter table room alter content set storage external`.execute(trx)
          await sql`insert into room values (repeat('.', ${trialBytes}))`.execute(trx)
        })
        isKnownFull = false
      } catch (error) {
        if (!isFull(error)) throw error
      }
      return !isKnownFull
    },
  }
}
