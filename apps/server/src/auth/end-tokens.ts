import { sql } from 'kysely'
import type { DatabaseTransaction } from '../platform/database/database.ts'

/**
 * Ends the tokens of a member, and of their bots, at every process: a trigger notifies each of every one; and the address of their
 * calendar. The member's row has to be locked, so that none is made meanwhile.
 */
export async function endTokens(trx: DatabaseTransaction, uid: string): Promise<void> {
  await sql`
    delete from tokens where user_id = ${uid} or user_id in (select id from users where bot_owner = ${uid})
  `.execute(trx)
  await sql`
    update calendar_feeds set id = null, last_read_at = null where user_id = ${uid} and id is not null
  `.execute(trx)
}
